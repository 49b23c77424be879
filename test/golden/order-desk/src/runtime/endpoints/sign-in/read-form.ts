import type { IncomingHttpHeaders } from 'node:http';
import type { TObject } from 'typebox';
import type { PageSession } from '../../authentication/page-sessions.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Operation } from '../route.ts';
import type { FormRequest } from '../visitor.ts';
import { foreignForm } from './foreign-form.ts';
import { fieldsIn, membersIn, type FormFields } from './form-fields.ts';
import { fields } from './hidden-fields.ts';
import type { Sessions } from './sessions.ts';

/**
 * Reads the form that a page of this service made for a session.
 *
 * @throws {Problem} 403 where it was not made for the session, 400 where the bytes are no form
 */
export function readForm(
  sessions: Sessions,
  limits: Limits,
  { body }: Operation,
  session: PageSession,
  bytes: Buffer,
): FormRequest {
  const sent = fieldsIn(bytes);
  if (!sessions.isTokenOf(session, sent.get(fields.token) ?? '')) throw foreignForm();
  const members = membersIn(sent, body?.schemas['application/json'] as TObject, limits);
  return { members, headers: conditionsIn(sent) };
}

function conditionsIn(sent: FormFields): IncomingHttpHeaders {
  const ifMatch = sent.get(fields.ifMatch);
  const key = sent.get(fields.idempotencyKey);
  return {
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
}
