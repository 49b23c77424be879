import { atKey, valueIssues, type Issue, type IssueDetails } from '../issue.ts';
import { decimalBounds, numberBounds } from './number-bounds.ts';
import { lengthBounds } from './length-bounds.ts';
import type { Site } from './sites.ts';
import { alternativeForms, stringForms } from './string-forms.ts';

const deepest = 3;

/** Whether the keys that describe values of a field fit together. `validatePattern` checks regular expressions. */
export function shapeIssues(
  site: Site,
  validatePattern: (pattern: string) => IssueDetails | undefined,
): Issue[] {
  return [
    ...depthIssues(site),
    ...alternativeForms(site),
    ...stringForms(site),
    ...lengthBounds(site),
    ...numberBounds(site),
    ...decimalBounds(site),
  ].concat(patternIssues(site, validatePattern));
}

function depthIssues({ path, field, objects }: Site): Issue[] {
  if (field.type !== 'object' || objects !== deepest + 1) return [];
  const message = `objects are nested more than ${deepest} deep; make a resource of it, or use the type json`;
  return [atKey(path, { code: 'object-depth', message })];
}

function patternIssues(
  { path, field }: Site,
  validatePattern: (pattern: string) => IssueDetails | undefined,
): Issue[] {
  if (!('pattern' in field) || field.pattern === undefined) return [];
  return valueIssues([...path, 'pattern'], validatePattern(field.pattern));
}
