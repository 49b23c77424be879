import { kebabCaseOf } from '../names/casing.ts';
import { scopePrefix } from '../schema/access.ts';
import { grant } from '../schema/forms.ts';

const form = new RegExp(grant.pattern, 'u');

/** Whether it looks like a role or a scope. */
export function isGrant(text: string): boolean {
  return form.test(text);
}

/** Whether the grant is a scope and not a role. */
export function isScope(grant: string): boolean {
  return grant.startsWith(scopePrefix);
}

/** The text as a grant, where it is easy to tell what is meant: "orders:read" is a scope, and "Admin" a role. */
export function grantOf(text: string): string | undefined {
  const looksLikeScope = /[:./]/.test(text);
  const meant = looksLikeScope
    ? `${scopePrefix}${text.replace(/^scopes?: */i, '').trim()}`
    : kebabCaseOf(text);
  return isGrant(meant) ? meant : undefined;
}
