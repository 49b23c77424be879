import type { IssueDetails } from '../issue.ts';
import * as reserved from '../names/reserved.ts';
import { headerName, kebabCase } from '../schema/forms.ts';
import { kebabCaseOf } from '../names/casing.ts';
import { shown } from '../shown.ts';
import { validateForm } from './form.ts';

const standardHeaders: ReadonlySet<string> = new Set([
  ...reserved.standardHeaders,
  ...reserved.serviceHeaders,
]);
const builtInCodes: ReadonlySet<string> = new Set(reserved.builtInProblemCodes);

/** The header that carries an API key. */
export function validateHeaderName(name: string): IssueDetails | undefined {
  const form = validateForm(name, headerName, 64);
  if (form !== undefined || !standardHeaders.has(name.toLowerCase())) return form;
  const message = `the header ${name} has a meaning of its own and cannot carry a key`;
  return { code: 'name-reserved', message, suggestion: 'X-API-Key' };
}

/** The code of a problem of the author's own. */
export function validateProblemCode(code: string): IssueDetails | undefined {
  const form = validateForm(code, kebabCase, 60, kebabCaseOf);
  if (form !== undefined || !builtInCodes.has(code)) return form;
  return {
    code: 'name-reserved',
    message: `every service knows the problem ${shown(code)} already`,
  };
}

/** The status of a problem. */
export function validateStatus(status: number): IssueDetails | undefined {
  if (Number.isInteger(status) && status >= 400 && status <= 599) return undefined;
  return { code: 'status', message: `${status} is not a status of an error, 400 to 599` };
}
