// {{#if tellsLifecycle}}
import type { IncomingMessage } from 'node:http';
// {{/if}}
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  anonymous,
  type Authentication,
  type Caller,
  type RequestHead,
} from '../authentication/caller.ts';
// {{#if hasGrants}}
import { isGranted, scopesOf } from '../authentication/grants.ts';
// {{/if}}
import { WrongCredential } from '../authentication/wrong-credential.ts';
import { Problem } from '../errors/problem.ts';
import type { Fields } from '../limits/fields.ts';
import type { Quotas } from '../limits/quotas.ts';
import type { Application } from '../service/application.ts';
// {{#if hasReducedQuotas}}
import type { Policy } from '../limits/policy.ts';
import type { ApiVersion } from '../versioning/version.ts';
// {{/if}}
// {{#if hasRestrictions}}
import { versionOf } from './arrival.ts';
// {{/if}}
import type { Operation } from './route.ts';
// {{#if hasRestrictions}}
import { admitToVersion } from './version-admission.ts';
import { brownout, restriction } from './version-refusals.ts';
// {{/if}}

/**
 * Who sends a request, which is counted on the way: for the client where its credential is valid, for the address
 * otherwise. What is refused here has cost next to nothing.
 *
 * @throws {Problem} 401, 403 where what it was granted is not enough, or 429 where it is one too many
 */
export async function admit(
  application: Application,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
  // {{#if hasSignIn}}
  /** Who has signed in, where the request belongs to a session. */
  person: Caller | undefined,
  // {{/if}}
  // {{#if hasRestrictions}}
  /** The methods that the route offers to the request: value of Allow. */
  allowed: (request: FastifyRequest) => string,
  // {{/if}}
): Promise<Caller> {
  const enter = () =>
    identifyPermitted(
      application,
      operation,
      request,
      reply,
      now,
      // {{#if hasSignIn}}
      person,
      // {{/if}}
    );
  // {{#if hasRestrictions}}
  const version = versionOf(request);
  if (version !== undefined) {
    return admitToVersion(application, version, now, {
      refusal:
        brownout(application, version, now) ??
        restriction(application, operation, request, allowed(request), version, now),
      count: () => countUnrouted(application, request, reply),
      enter,
      callerSoFar: () => callers.get(request.raw),
    });
  }
  // {{/if}}
  return enter();
}

async function identifyPermitted(
  application: Application,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
  // {{#if hasSignIn}}
  person: Caller | undefined,
  // {{/if}}
): Promise<Caller> {
  const { authentication } = application;
  // {{#if hasReducedQuotas}}
  const own = ownQuota(application, versionOf(request), now);
  // {{/if}}
  if (operation.isPublic || authentication === undefined) {
    await countUnknown(
      application,
      operation,
      request,
      reply,
      now,
      // {{#if hasReducedQuotas}}
      own(anonymous),
      // {{/if}}
    );
    return anonymous;
  }
  const caller = await identify(
    application,
    authentication,
    operation,
    request,
    reply,
    now,
    // {{#if hasSignIn}}
    person,
    // {{/if}}
    // {{#if hasReducedQuotas}}
    own,
    // {{/if}}
  );
  // {{#if tellsLifecycle}}
  callers.set(request.raw, caller);
  // {{/if}}
  const { scopes = [] } = operation;
  if (!scopes.every((scope) => caller.scopes.has(scope))) {
    throw authentication.insufficientScope(caller, scopes);
  }
  // {{#if hasGrants}}
  const { allowed = [] } = operation;
  if (allowed !== 'authenticated' && !isGranted(caller, allowed)) {
    // Any one of the scopes would do; to name them all would ask for more than is needed.
    throw authentication.insufficientScope(caller, scopesOf(allowed).slice(0, 1));
  }
  // {{/if}}
  return caller;
}

async function identify(
  { quotas, addressOf }: Application,
  authentication: Authentication,
  { isUncounted = false, cost }: Operation,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  now: Date,
  // {{#if hasSignIn}}
  person: Caller | undefined,
  // {{/if}}
  // {{#if hasReducedQuotas}}
  own: (caller: Caller) => Policy | undefined,
  // {{/if}}
): Promise<Caller> {
  // {{#if hasSignIn}}
  if (person !== undefined) {
    const told = await quotas?.countClient(
      person.id,
      now,
      cost,
      // {{#if hasReducedQuotas}}
      own(person),
      // {{/if}}
    );
    reply.headers(told ?? {});
    return person;
  }
  // {{/if}}
  if (quotas === undefined || isUncounted) return authentication.authenticate(raw, now);
  if (!quotas.hasCredential(raw.headers)) {
    reply.headers(
      await quotas.countAddress(
        addressOf(raw),
        now,
        cost,
        // {{#if hasReducedQuotas}}
        own(anonymous),
        // {{/if}}
      ),
    );
    return authentication.authenticate(raw, now);
  }
  const caller = await authenticateCounted(
    authentication,
    quotas,
    raw,
    addressOf(raw),
    now,
    (told) => reply.headers(told),
  );
  reply.headers(
    await quotas.countClient(
      caller.id,
      now,
      cost,
      // {{#if hasReducedQuotas}}
      own(caller),
      // {{/if}}
    ),
  );
  return caller;
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

/** A request that nobody is asked for a credential for. */
async function countUnknown(
  { quotas, addressOf }: Application,
  { isUncounted = false, cost }: Operation,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  now: Date,
  // {{#if hasReducedQuotas}}
  own: Policy | undefined,
  // {{/if}}
): Promise<void> {
  if (quotas === undefined || isUncounted) return;
  reply.headers(
    await quotas.countAddress(
      addressOf(raw),
      now,
      cost,
      // {{#if hasReducedQuotas}}
      own,
      // {{/if}}
    ),
  );
}
// {{#if hasReducedQuotas}}

/** What a version has by now instead of the quota of the others, but for those who are exempt. */
function ownQuota(
  { standing }: Application,
  version: ApiVersion | undefined,
  now: Date,
): (caller: Caller) => Policy | undefined {
  if (version === undefined) return () => undefined;
  const { quota, exempt } = standing(version, now);
  return ({ clientId }) => (exempt.has(clientId) ? undefined : quota);
}
// {{/if}}
// {{#if tellsLifecycle}}

/** Who sent a request, once that is known: for whoever counts them. */
export const callers = new WeakMap<IncomingMessage, Caller>();
// {{/if}}

/** Counts a request that is answered before anybody looks who sent it, such as one to no route. */
export async function countUnrouted(
  { quotas, addressOf, clock }: Application,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (quotas === undefined || request.method === 'OPTIONS') return;
  reply.headers(await quotas.countAddress(addressOf(request.raw), clock()));
}
