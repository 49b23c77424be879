import type { Caller } from './caller.ts';

export type MechanismName = Caller['mechanism'];

/** What tells a caller from all others: another mechanism or issuer may know somebody else by the same name. */
export type Identity = Pick<Caller, 'mechanism' | 'subject' | 'clientId'>;

const qualified = /^(?:api-key|basic|(?:jwt|oauth2)(?:-client)?):/;

/**
 * The subject as members keep it: `ada` is the subject of the primary mechanism, `basic:ada` that of another one.
 * A client may have been registered under the name of a person, so a token by which it acts for itself has a subject
 * apart: `jwt-client:ada` (RFC 9068, section 5).
 *
 * @param primary the mechanism whose names are kept as they are
 */
export function subjectOf(
  { mechanism, subject, clientId }: Identity,
  primary: MechanismName,
): string {
  const isToken = mechanism === 'jwt' || mechanism === 'oauth2';
  return isToken && subject === clientId
    ? `${mechanism}-client:${clientId}`
    : named(mechanism, subject, primary);
}

/** The client as members keep it, whomever it acts for. */
export function clientOf({ mechanism, clientId }: Identity, primary: MechanismName): string {
  return named(mechanism, clientId, primary);
}

/** A name that is written as one of another mechanism gets its own in front, so that no two are kept alike. */
function named(mechanism: MechanismName, name: string, primary: MechanismName): string {
  return mechanism === primary && !qualified.test(name) ? name : `${mechanism}:${name}`;
}

/** The mechanism of a caller, which its `id` begins with. */
export function mechanismOf(callerId: string): MechanismName {
  const [name] = callerId.split(':', 1);
  return name as MechanismName;
}
