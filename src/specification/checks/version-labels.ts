import { judgeForm } from '../answers/form.ts';
import { atKey, judgedKey, type Fault } from '../fault.ts';
import { isMapping } from '../plain.ts';
import { versionLabel } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { isDate } from '../values/calendar.ts';
import { isDateLabel } from '../versions/labels.ts';
import type { Subject } from './subject.ts';

const place = ['versioning', 'versions'];

/** Labels are majors or days of the calendar, and all of one kind. */
export function versionLabelFaults({ raw }: Subject): Fault[] {
  const versions = valueAt(raw, place);
  const labels = Object.keys(isMapping(versions) ? versions : {});
  const faults = labels.map((label) => [label, judgeLabel(label)] as const);
  const sound = faults.filter(([, judgement]) => judgement === undefined).map(([label]) => label);
  const [first] = sound;
  const others = sound.filter((label) => isDateLabel(label) !== isDateLabel(first ?? ''));
  return [
    ...faults.flatMap(([label, judgement]) => judgedKey([...place, label], judgement)),
    ...others.map((label) => {
      const message = `${shown(label)} is ${kindOf(label)} and ${shown(first)} is ${kindOf(first ?? '')}; the versions of one service are all numbers or all dates`;
      return atKey([...place, label], { code: 'mixed-labels', message });
    }),
  ];
}

function judgeLabel(label: string) {
  const form = judgeForm(label, versionLabel, 10, (text) => text.replace(/^v?0*(?=[0-9])/i, ''));
  if (form !== undefined || !isDateLabel(label) || isDate(label)) return form;
  return {
    code: 'value',
    message: `${shown(label)} is no day of the calendar`,
    found: shown(label),
  };
}

function kindOf(label: string): string {
  return isDateLabel(label) ? 'a date' : 'a number';
}
