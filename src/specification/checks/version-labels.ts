import { validateVersionLabel } from '../validators/versions.ts';
import { atKey, keyIssues, type Issue } from '../issue.ts';
import { isMapping } from '../plain.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { isDateLabel } from '../versions/labels.ts';
import type { CheckContext } from './check-context.ts';

const place = ['versioning', 'versions'];

/** Labels are majors or days of the calendar, and all of one kind. */
export function versionLabelIssues(context: CheckContext): Issue[] {
  const labels = labelsAsWritten(context);
  const valid = labels.filter((label) => validateVersionLabel(label) === undefined);
  const [first = ''] = valid;
  const others = valid.filter((label) => isDateLabel(label) !== isDateLabel(first));
  return [
    ...labels.flatMap((label) => keyIssues([...place, label], validateVersionLabel(label))),
    ...others.map((label) => {
      const message = `${shown(label)} is ${kindOf(label)} and ${shown(first)} is ${kindOf(first)}; the versions of one service are all numbers or all dates`;
      return atKey([...place, label], { code: 'mixed-labels', message });
    }),
  ];
}

/** The labels, as written, in which nothing is wrong; all are of the kind of the first. */
export function soundLabels(context: CheckContext): string[] {
  const valid = labelsAsWritten(context).filter(
    (label) => validateVersionLabel(label) === undefined,
  );
  return valid.filter((label) => isDateLabel(label) === isDateLabel(valid[0] ?? ''));
}

export function labelsAsWritten({ raw }: CheckContext): string[] {
  const versions = valueAt(raw, place);
  return Object.keys(isMapping(versions) ? versions : {});
}

function kindOf(label: string): string {
  return isDateLabel(label) ? 'a date' : 'a number';
}
