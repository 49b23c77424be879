import type { IncomingHttpHeaders } from 'node:http';
import type { TObject } from 'typebox';
import type { PageSession } from '../../authentication/page-sessions.ts';
import type { Application } from '../../service/application.ts';
import type { Operation } from '../route.ts';
import { fieldsIn, membersIn, type FormFields } from './form-fields.ts';
import { foreignForm } from './visit.ts';
import { fields } from './visitor.ts';

/** What a form says, as a client of the interface would have said it. */
export interface FormRequest {
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Reads the form that a page of this service made for a session.
 *
 * @throws {Problem} 403 where it was not made for the session, 400 where the bytes are no form
 */
export function readForm(
  { sessions, limits }: Application,
  { body }: Operation,
  session: PageSession,
  bytes: Buffer,
): FormRequest {
  const sent = fieldsIn(bytes);
  if (sessions?.isTokenOf(session, sent.get(fields.token) ?? '') !== true) throw foreignForm();
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
