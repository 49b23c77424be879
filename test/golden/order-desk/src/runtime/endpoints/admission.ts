import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  anonymous,
  type Authentication,
  type Caller,
  type RequestHead,
} from '../authentication/caller.ts';
import { isGranted, scopesOf } from '../authentication/grants.ts';
import { WrongCredential } from '../authentication/wrong-credential.ts';
import { Problem } from '../errors/problem.ts';
import type { Fields } from '../limits/fields.ts';
import type { Policy } from '../limits/policy.ts';
import type { Quotas } from '../limits/quotas.ts';
import type { Application } from '../service/application.ts';
import type { Arrival } from './arrival.ts';
import type { Operation } from './route.ts';

/** A request that asks to be let in. */
interface Admission {
  readonly application: Application;
  readonly operation: Operation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly arrival: Arrival;
}

/**
 * Who sends a request, which is counted on the way: for the client where its credential is valid, for the address
 * otherwise. What is refused here has cost next to nothing.
 *
 * @param mount with the methods that the route offers to a request: value of Allow
 * @param person who has signed in, where the request belongs to a session
 * @throws {Problem} 401, 403 where what it was granted is not enough, or 429 where it is one too many
 */
export function admit(
  application: Application,
  operation: Operation,
  { allowed }: { readonly allowed: (request: FastifyRequest) => string },
  request: FastifyRequest,
  reply: FastifyReply,
  arrival: Arrival,
  person: Caller | undefined,
): Promise<Caller> {
  const { windDown } = application;
  const { now, resolution } = arrival;
  const admission = { application, operation, request, reply, arrival };
  if (windDown === undefined || resolution.kind !== 'resolved') {
    return identifyPermitted(admission, person);
  }
  return windDown.admit({
    version: resolution.version,
    now,
    operation,
    method: request.method,
    allow: () => allowed(request),
    count: () => countUnrouted(application, request, reply),
    enter: () => identifyPermitted(admission, person),
    callerSoFar: () => arrival.caller,
  });
}

async function identifyPermitted(
  admission: Admission,
  person: Caller | undefined,
): Promise<Caller> {
  const { application, operation, arrival } = admission;
  const { authentication } = application;
  if (operation.isPublic || authentication === undefined) {
    await count(admission, anonymous);
    return anonymous;
  }
  const caller = person ?? (await identify(admission, authentication));
  await count(admission, caller);
  arrival.caller = caller;
  const { scopes = [], allowed = application.allowed } = operation;
  if (!scopes.every((scope) => caller.scopes.has(scope))) {
    throw authentication.insufficientScope(caller, scopes);
  }
  if (allowed !== 'authenticated' && !isGranted(caller, allowed)) {
    // Any one of the scopes would do; to name them all would ask for more than is needed.
    throw authentication.insufficientScope(caller, scopesOf(allowed).slice(0, 1));
  }
  return caller;
}

async function identify(admission: Admission, authentication: Authentication): Promise<Caller> {
  const { application, operation, request, reply, arrival } = admission;
  const { quotas, addressOf } = application;
  const { raw } = request;
  const { now } = arrival;
  if (quotas === undefined || operation.isUncounted) return authentication.authenticate(raw, now);
  if (quotas.hasCredential(raw.headers)) {
    return authenticateCounted(authentication, quotas, raw, addressOf(raw), now, (told) =>
      reply.headers(told),
    );
  }
  // It is refused, and nobody is known to have sent it.
  await count(admission, anonymous);
  return authentication.authenticate(raw, now);
}

/** Counts a request for its client, or for its address where nobody is asked who sends it. */
async function count(
  { application, operation, request, reply, arrival }: Admission,
  caller: Caller,
): Promise<void> {
  const { quotas, addressOf } = application;
  const { isUncounted = false, cost } = operation;
  if (quotas === undefined || isUncounted) return;
  const { now } = arrival;
  const own = ownQuota(application, arrival, caller);
  const told =
    caller === anonymous
      ? await quotas.countAddress(addressOf(request.raw), now, cost, own)
      : await quotas.countClient(caller.id, now, cost, own);
  reply.headers(told);
}

/**
 * Who sends a credential. One that is not valid is counted, and too many are refused before they are looked at.
 *
 * @param tell takes the header fields that say how many more may fail
 * @throws {Problem} 401, or 429 where it is one too many
 */
export async function authenticateCounted(
  authentication: Authentication,
  quotas: Quotas,
  head: RequestHead,
  address: string,
  now: Date,
  tell: (fields: Fields) => void = () => undefined,
): Promise<Caller> {
  const claimant = () => authentication.claimantOf(head);
  quotas.refuseGuessing(address, head.headers, claimant, now);
  let caller: Caller;
  try {
    caller = await authentication.authenticate(head, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Where it cannot be told whether a credential is valid, it may still be.
    if (error.type.status < 500) quotas.noteCredential(address, head.headers, false);
    const guessedAt = error instanceof WrongCredential ? claimant() : undefined;
    tell(await quotas.countFailure(address, guessedAt, now));
    throw error;
  }
  quotas.noteCredential(address, head.headers, true);
  return caller;
}

/** What a version has by now instead of the quota of the others, but for those who are exempt. */
function ownQuota(
  { standing }: Application,
  { resolution, now }: Arrival,
  { clientId }: Caller,
): Policy | undefined {
  if (standing === undefined || resolution.kind !== 'resolved') return undefined;
  const { quota, exempt } = standing(resolution.version, now);
  return exempt.has(clientId) ? undefined : quota;
}

/** Counts a request that is answered before anybody looks who sent it, such as one to no route. */
export async function countUnrouted(
  { quotas, addressOf, clock }: Application,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (quotas === undefined || request.method === 'OPTIONS') return;
  reply.headers(await quotas.countAddress(addressOf(request.raw), clock()));
}
