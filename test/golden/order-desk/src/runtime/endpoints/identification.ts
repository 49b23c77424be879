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
import type { Application, Identification, Identify } from '../service/application.ts';

/** @param failures absent: invalid credentials are not counted */
export function createIdentification(
  authentication: Authentication,
  { addressOf }: Pick<Application, 'addressOf'>,
  failures?: FailedAuthentication,
): Identify {
  function authenticate(request: Identification): Promise<Caller> {
    const { head, operation, now } = request;
    if (failures === undefined || operation.isUncounted) {
      return authentication.authenticate(head, now);
    }
    if (failures.hasCredential(head.headers)) {
      const address = addressOf(head);
      return authenticateCounted(authentication, failures, head, address, now, request.addFields);
    }
    return refuseUnknown(request);
  }

  async function refuseUnknown({ head, now, count }: Identification): Promise<Caller> {
    // The request is refused, and its sender is unknown.
    await count(anonymous);
    return authentication.authenticate(head, now);
  }

  return async (request) => {
    const caller = request.person ?? (await authenticate(request));
    await request.count(caller);
    request.remember(caller);
    const { scopes = [], allowed = request.allowed } = request.operation;
    if (!scopes.every((scope) => caller.scopes.has(scope))) {
      throw authentication.insufficientScope(caller, scopes);
    }
    if (allowed !== 'authenticated' && !isGranted(caller, allowed)) {
      // Any one of the scopes would do; to name them all would ask for more than is needed.
      throw authentication.insufficientScope(caller, scopesOf(allowed).slice(0, 1));
    }
    return caller;
  };
}

/**
 * Checks a credential. An invalid one is counted, and too many are refused before they are looked at.
 *
 * @param addFields takes the header fields that say how many more may fail
 * @throws {Problem} 401, or 429 where it is one too many
 */
export async function authenticateCounted(
  authentication: Authentication,
  failures: FailedAuthentication,
  head: RequestHead,
  address: string,
  now: Date,
  addFields: (fields: Fields) => void = () => undefined,
): Promise<Caller> {
  const claimant = () => authentication.claimantOf(head);
  failures.refuseGuessing(address, head.headers, claimant, now);
  let caller: Caller;
  try {
    caller = await authentication.authenticate(head, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A credential that cannot be checked now may still be valid.
    if (error.type.status < 500) failures.noteCredential(address, head.headers, false);
    const guessedAt = error instanceof WrongCredential ? claimant() : undefined;
    addFields(await failures.count(address, guessedAt, now));
    throw error;
  }
  failures.noteCredential(address, head.headers, true);
  return caller;
}
