import { atKey, judgedValue, type Issue, type Judgement } from '../issue.ts';
import { decimalBounds, numberBounds } from './number-bounds.ts';
import { lengthBounds } from './length-bounds.ts';
import type { Site } from './sites.ts';
import { alternativeForms, stringForms } from './string-forms.ts';

const deepest = 3;

/** Whether the keys that describe values of a field fit together. `judgePattern` judges regular expressions. */
export function shapeIssues(
  site: Site,
  judgePattern: (pattern: string) => Judgement | undefined,
): Issue[] {
  return [
    ...depthIssues(site),
    ...alternativeForms(site),
    ...stringForms(site),
    ...lengthBounds(site),
    ...numberBounds(site),
    ...decimalBounds(site),
  ].concat(patternIssues(site, judgePattern));
}

function depthIssues({ path, field, objects }: Site): Issue[] {
  if (field.type !== 'object' || objects !== deepest + 1) return [];
  const message = `objects are nested more than ${deepest} deep; make a resource of it, or use the type json`;
  return [atKey(path, { code: 'object-depth', message })];
}

function patternIssues(
  { path, field }: Site,
  judgePattern: (pattern: string) => Judgement | undefined,
): Issue[] {
  if (!('pattern' in field) || field.pattern === undefined) return [];
  return judgedValue([...path, 'pattern'], judgePattern(field.pattern));
}
