import { builtIn } from '../errors/built-in.ts';
import { Problem, type ProblemType } from '../errors/problem.ts';
import { andThen } from '../service/and-then.ts';
import type { Authentication, Caller } from './caller.ts';
import type { Mechanism, Refusal, Verdict } from './mechanism.ts';
import { WrongCredential } from './wrong-credential.ts';

/** @param mechanisms in the order in which a refusal names them */
export function authenticationBy(mechanisms: readonly Mechanism[]): Authentication {
  const headers = [...new Set(mechanisms.map(({ header }) => header))];
  const fields = new Set(headers.map((header) => header.toLowerCase()));

  /** One field line for each scheme: no client has to tell the commas between schemes from those within one. */
  const challenges = (refusalOf?: (mechanism: Mechanism) => Refusal | undefined) => ({
    'www-authenticate': mechanisms.map((each) => each.challenge(refusalOf?.(each))),
  });

  function malformed(type: ProblemType): Problem {
    return new Problem(type, { headers: challenges(() => ({ error: 'invalid_request' })) });
  }

  /** @throws {Problem} 401 for a credential that is none, or none that counts */
  function callerOf(used: Mechanism | undefined, verdict: Verdict): Caller {
    if (typeof verdict === 'object') return verdict;
    // RFC 6750, section 3.1: a request without a credential gets no error code.
    const challenged = challenges((each) =>
      each === used ? { error: 'invalid_token' } : undefined,
    );
    const isGuess = used !== undefined && verdict === undefined;
    throw new (isGuess ? WrongCredential : Problem)(builtIn.unauthenticated, {
      detail: ({ details }) => details.credentialMissing(headers),
      headers: challenged,
    });
  }

  return {
    schemes: mechanisms.flatMap(({ schemes }) => schemes),
    headers,
    authenticate({ headers: fieldsSent, rawHeaders, url = '/' }, now) {
      const mark = url.indexOf('?');
      if (mark !== -1) {
        const parameters = new URLSearchParams(url.slice(mark + 1));
        if (mechanisms.some((mechanism) => mechanism.isInQuery(parameters))) {
          throw malformed(builtIn.credentialInAddress);
        }
      }
      let used: Mechanism | undefined;
      let sent = '';
      for (const mechanism of mechanisms) {
        const credential = mechanism.credentialIn(fieldsSent);
        if (credential === undefined) continue;
        // RFC 6750, section 2: a request has at most one credential.
        if (used !== undefined) throw malformed(builtIn.ambiguousCredentials);
        used = mechanism;
        sent = credential;
      }
      if (isRepeated(rawHeaders, fields)) throw malformed(builtIn.ambiguousCredentials);
      return andThen(used?.verify(sent, now), (verdict) => callerOf(used, verdict));
    },
    claimantOf({ headers: fieldsSent }) {
      for (const { names, credentialIn, claimantOf } of mechanisms) {
        const credential = credentialIn(fieldsSent);
        if (credential === undefined) continue;
        const claimant = claimantOf(credential);
        return claimant === undefined ? undefined : `${names.join(' ')}:${claimant}`;
      }
      return undefined;
    },
    insufficientScope({ mechanism }, scope) {
      const used = mechanisms.find(({ names }) => names.includes(mechanism));
      const challenge = used?.challenge({ error: 'insufficient_scope', scope });
      return new Problem(
        builtIn.forbidden,
        // Where no scope would be enough, no other token of its kind would help.
        used?.tellsErrors === true && challenge !== undefined && scope.length > 0
          ? { headers: { 'www-authenticate': challenge } }
          : {},
      );
    },
  };
}

/** Node keeps only the first of two Authorization fields, so the raw fields are counted. */
function isRepeated(rawHeaders: readonly string[], fields: ReadonlySet<string>): boolean {
  let one: string | undefined;
  let others: Set<string> | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!fields.has(name)) continue;
    if (name === one || others?.has(name) === true) return true;
    if (one === undefined) one = name;
    else (others ??= new Set()).add(name);
  }
  return false;
}
