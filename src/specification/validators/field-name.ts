import type { IssueDetails } from '../issue.ts';
import { camelCaseOf, snakeCase } from '../names/casing.ts';
import * as reserved from '../names/reserved.ts';
import { camelCase } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { validateForm } from './form.ts';

const objectMembers: ReadonlySet<string> = new Set(reserved.objectMembers);
const systemFields: ReadonlySet<string> = new Set(reserved.systemFields);

/** The name of a member of an object: camelCase, and nothing that JavaScript objects have already. */
export function validateMemberName(name: string): IssueDetails | undefined {
  const form = objectMembers.has(name) ? undefined : validateForm(name, camelCase, 60, camelCaseOf);
  if (form !== undefined) return form;
  if (!objectMembers.has(name)) return undefined;
  return refuse(name, 'every JavaScript object has a member of that name');
}

/** The name of a field of a resource, which is `parent`'s child if there is one. */
export function validateFieldName(name: string, parent?: string): IssueDetails | undefined {
  const member = validateMemberName(name);
  if (member !== undefined) return member;
  if (systemFields.has(name)) return refuse(name, 'the service sets it on every row itself');
  if (parent === undefined || name !== parentIdOf(parent)) return undefined;
  return refuse(name, `the service sets it itself, as the id of the parent "${parent}"`);
}

/** Two names of one object that become the same column; `columns` gives the name that each column has already. */
export function validateFieldCollision(
  name: string,
  columns: ReadonlyMap<string, string>,
): IssueDetails | undefined {
  const other = columns.get(snakeCase(name));
  if (other === undefined) return undefined;
  const message = `"${name}" and "${other}" are the same column, ${snakeCase(name)}`;
  return { code: 'name-collision', message };
}

/** The field that holds the id of a parent: `shipping-label` → `shippingLabelId`. */
export function parentIdOf(parent: string): string {
  return `${camelCaseOf(parent)}Id`;
}

function refuse(name: string, reason: string): IssueDetails {
  return { code: 'name-reserved', message: `${shown(name)} cannot name a field: ${reason}` };
}
