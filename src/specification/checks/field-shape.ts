import { atKey, judgedValue, type Fault, type Judgement } from '../fault.ts';
import { decimalBounds, numberBounds } from './number-bounds.ts';
import { lengthBounds } from './length-bounds.ts';
import type { Site } from './sites.ts';
import { alternativeForms, stringForms } from './string-forms.ts';

const deepest = 3;

/** Whether the keys that describe values of a field fit together. `judgePattern` judges regular expressions. */
export function shapeFaults(
  site: Site,
  judgePattern: (pattern: string) => Judgement | undefined,
): Fault[] {
  return [
    ...depthFaults(site),
    ...alternativeForms(site),
    ...stringForms(site),
    ...lengthBounds(site),
    ...numberBounds(site),
    ...decimalBounds(site),
  ].concat(patternFaults(site, judgePattern));
}

function depthFaults({ path, field, objects }: Site): Fault[] {
  if (field.type !== 'object' || objects !== deepest + 1) return [];
  const message = `objects are nested more than ${deepest} deep; make a resource of it, or use the type json`;
  return [atKey(path, { code: 'object-depth', message })];
}

function patternFaults(
  { path, field }: Site,
  judgePattern: (pattern: string) => Judgement | undefined,
): Fault[] {
  if (!('pattern' in field) || field.pattern === undefined) return [];
  return judgedValue([...path, 'pattern'], judgePattern(field.pattern));
}
