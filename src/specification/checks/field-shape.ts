import { judgePattern } from '../answers/pattern.ts';
import { atKey, judgedValue, type Fault } from '../fault.ts';
import { decimalBounds, numberBounds } from './number-bounds.ts';
import { lengthBounds } from './length-bounds.ts';
import type { Site } from './sites.ts';
import { stringForms } from './string-forms.ts';

const deepest = 3;

/** Whether the keys that describe values of a field fit together. */
export function shapeFaults(site: Site): Fault[] {
  return [
    ...depthFaults(site),
    ...stringForms(site),
    ...lengthBounds(site),
    ...numberBounds(site),
    ...decimalBounds(site),
    ...patternFaults(site),
  ];
}

function depthFaults({ path, field, objects }: Site): Fault[] {
  if (field.type !== 'object' || objects !== deepest + 1) return [];
  const message = `objects are nested more than ${deepest} deep; make a resource of it, or use the type json`;
  return [atKey(path, { code: 'object-depth', message })];
}

function patternFaults({ path, field }: Site): Fault[] {
  if (!('pattern' in field) || field.pattern === undefined) return [];
  return judgedValue([...path, 'pattern'], judgePattern(field.pattern));
}
