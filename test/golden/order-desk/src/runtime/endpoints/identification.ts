import {
  anonymous,
  type Authentication,
  type Caller,
  type RequestHead,
} from '../authentication/caller.ts';
import { isGranted, scopesOf } from '../authentication/grants.ts';
import { WrongCredential } from '../authentication/wrong-credential.ts';
import { Problem } from '../errors/problem.ts';
import type { FailedAuthentication } from '../limits/failed-authentication.ts';
import type { Fields } from '../limits/fields.ts';
import { andThen } from '../service/and-then.ts';
import type { Application, Identification, Identify } from '../service/application.ts';

/** @param failures absent: invalid credentials are not counted */
export function createIdentification(
  authentication: Authentication,
  { addressOf }: Pick<Application, 'addressOf'>,
  failures?: FailedAuthentication,
): Identify {
  function authenticate(request: Identification): Caller | Promise<Caller> {
    const { head, operation, now } = request;
    if (failures === undefined || operation.isUncounted) {
      return authentication.authenticate(head, now);
    }
    if (failures.hasCredential(head.headers)) {
      const address = addressOf(head);
      return authenticateCounted(authentication, failures, head, address, now, request.addFields);
    }
    // The request is refused, and its sender is unknown.
    return andThen(request.count(anonymous), () => authentication.authenticate(head, now));
  }

  function permit({ operation, allowed: byDefault }: Identification, caller: Caller): Caller {
    const { scopes = [], allowed = byDefault } = operation;
    if (!scopes.every((scope) => caller.scopes.has(scope))) {
      throw authentication.insufficientScope(caller, scopes);
    }
    if (allowed !== 'authenticated' && !isGranted(caller, allowed)) {
      // Any one of the scopes would do; to name them all would ask for more than is needed.
      throw authentication.insufficientScope(caller, scopesOf(allowed).slice(0, 1));
    }
    return caller;
  }

  return (request) =>
    andThen(request.person ?? authenticate(request), (caller) =>
      andThen(request.count(caller), () => {
        request.remember(caller);
        return permit(request, caller);
      }),
    );
}

/**
 * Checks a credential. An invalid one is counted, and too many are refused before they are looked at.
 *
 * @param addFields takes the header fields that say how many more may fail
 * @throws {Problem} 401, or 429 where it is one too many
 */
export function authenticateCounted(
  authentication: Authentication,
  failures: FailedAuthentication,
  head: RequestHead,
  address: string,
  now: Date,
  addFields: (fields: Fields) => void = () => undefined,
): Caller | Promise<Caller> {
  const claimant = () => authentication.claimantOf(head);
  failures.refuseGuessing(address, head.headers, claimant, now);
  const noteValid = (caller: Caller): Caller => {
    failures.noteValid(caller, address, head.headers, now);
    return caller;
  };
  const refuse = async (error: unknown): Promise<never> => {
    if (!(error instanceof Problem)) throw error;
    // A credential that cannot be checked now may still be valid.
    if (error.type.status < 500) failures.noteInvalid(address, head.headers);
    const guessedAt = error instanceof WrongCredential ? claimant() : undefined;
    addFields(await failures.count(address, guessedAt, now));
    throw error;
  };
  let caller: Caller | Promise<Caller>;
  try {
    caller = authentication.authenticate(head, now);
  } catch (error) {
    return refuse(error);
  }
  return caller instanceof Promise ? caller.then(noteValid, refuse) : noteValid(caller);
}
