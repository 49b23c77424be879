import { html, type Html } from '../markup.ts';

/** What forms send besides the members of a body; no member has such a name. */
export const fields = {
  token: ':token',
  ifMatch: ':if-match',
  idempotencyKey: ':idempotency-key',
} as const;

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** @param token proves that a page of this service made the form for this session */
export function tokenField(token: string): Html {
  return hiddenField(fields.token, token);
}
