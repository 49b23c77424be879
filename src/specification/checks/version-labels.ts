import { judgeVersionLabel } from '../answers/versions.ts';
import { atKey, judgedKey, type Issue } from '../issue.ts';
import { isMapping } from '../plain.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { isDateLabel } from '../versions/labels.ts';
import type { Subject } from './subject.ts';

const place = ['versioning', 'versions'];

/** Labels are majors or days of the calendar, and all of one kind. */
export function versionLabelIssues(subject: Subject): Issue[] {
  const labels = labelsAsWritten(subject);
  const sound = labels.filter((label) => judgeVersionLabel(label) === undefined);
  const [first = ''] = sound;
  const others = sound.filter((label) => isDateLabel(label) !== isDateLabel(first));
  return [
    ...labels.flatMap((label) => judgedKey([...place, label], judgeVersionLabel(label))),
    ...others.map((label) => {
      const message = `${shown(label)} is ${kindOf(label)} and ${shown(first)} is ${kindOf(first)}; the versions of one service are all numbers or all dates`;
      return atKey([...place, label], { code: 'mixed-labels', message });
    }),
  ];
}

/** The labels, as written, in which nothing is wrong; all are of the kind of the first. */
export function soundLabels(subject: Subject): string[] {
  const sound = labelsAsWritten(subject).filter((label) => judgeVersionLabel(label) === undefined);
  return sound.filter((label) => isDateLabel(label) === isDateLabel(sound[0] ?? ''));
}

export function labelsAsWritten({ raw }: Subject): string[] {
  const versions = valueAt(raw, place);
  return Object.keys(isMapping(versions) ? versions : {});
}

function kindOf(label: string): string {
  return isDateLabel(label) ? 'a date' : 'a number';
}
