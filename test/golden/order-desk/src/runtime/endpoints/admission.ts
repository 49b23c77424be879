import type { FastifyRequest } from 'fastify';
import { anonymous, type Caller } from '../authentication/caller.ts';
import type { Policy } from '../limits/policy.ts';
import { andThen } from '../service/and-then.ts';
import type { Application } from '../service/application.ts';
import { arrivalOf, type Arrival } from './arrival.ts';
import type { Operation } from './route.ts';

/** A request that asks to be let in. */
interface Admission {
  readonly application: Application;
  readonly operation: Operation;
  readonly request: FastifyRequest;
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
  arrival: Arrival,
  person: Caller | undefined,
): Caller | Promise<Caller> {
  const { windDown } = application;
  const { now, resolution } = arrival;
  const admission = { application, operation, request, arrival };
  if (windDown === undefined || resolution.kind !== 'resolved') {
    return identifyPermitted(admission, person);
  }
  return windDown.admit({
    version: resolution.version,
    now,
    operation,
    method: request.method,
    allow: () => allowed(request),
    count: () => countUnrouted(application, request),
    enter: () => identifyPermitted(admission, person),
    callerSoFar: () => arrival.caller,
  });
}

function identifyPermitted(
  admission: Admission,
  person: Caller | undefined,
): Caller | Promise<Caller> {
  const { application, operation, request, arrival } = admission;
  const { identify, allowed } = application;
  if (operation.isPublic || identify === undefined) {
    return andThen(count(admission, anonymous), () => anonymous);
  }
  return identify({
    head: request.raw,
    operation,
    allowed,
    now: arrival.now,
    person,
    count: (caller) => count(admission, caller),
    remember(caller) {
      arrival.caller = caller;
    },
    addFields: (fields) => void Object.assign(arrival.headers, fields),
  });
}

/** Counts a request for its client, or without authentication for its address. */
function count(
  { application, operation, request, arrival }: Admission,
  caller: Caller,
): void | Promise<void> {
  const { quotas, addressOf } = application;
  const { isUncounted = false, cost } = operation;
  if (quotas === undefined || isUncounted) return;
  const { now } = arrival;
  const own = ownQuota(application, arrival, caller);
  const counted =
    caller === anonymous
      ? quotas.countAddress(addressOf(request.raw), now, cost, own)
      : quotas.countClient(caller.id, now, cost, own);
  return andThen(counted, (fields) => void Object.assign(arrival.headers, fields));
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
): Promise<void> {
  if (quotas === undefined || request.method === 'OPTIONS') return;
  const fields = await quotas.countAddress(addressOf(request.raw), clock());
  Object.assign(arrivalOf(request).headers, fields);
}
