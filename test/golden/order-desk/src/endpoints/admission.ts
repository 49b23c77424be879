import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Authentication, type Caller } from '../authentication/caller.ts';
import { isGranted, scopesOf } from '../authentication/grants.ts';
import { WrongCredential } from '../authentication/wrong-credential.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import type { Operation } from './route.ts';

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
): Promise<Caller> {
  const enter = () => identifyPermitted(application, operation, request, reply, now);
  return enter();
}

async function identifyPermitted(
  application: Application,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<Caller> {
  const { authentication } = application;
  if (operation.isPublic || authentication === undefined) {
    await countUnknown(application, operation, request, reply, now);
    return anonymous;
  }
  const caller = await identify(application, authentication, operation, request, reply, now);
  const { scopes = [] } = operation;
  if (!scopes.every((scope) => caller.scopes.has(scope))) {
    throw authentication.insufficientScope(caller, scopes);
  }
  const { allowed = [] } = operation;
  if (allowed !== 'authenticated' && !isGranted(caller, allowed)) {
    // Any one of the scopes would do; to name them all would ask for more than is needed.
    throw authentication.insufficientScope(caller, scopesOf(allowed).slice(0, 1));
  }
  return caller;
}

async function identify(
  { quotas, addressOf }: Application,
  authentication: Authentication,
  { isUncounted = false, cost }: Operation,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<Caller> {
  if (quotas === undefined || isUncounted) return authentication.authenticate(raw, now);
  if (!quotas.hasCredential(raw.headers)) {
    reply.headers(await quotas.countAddress(addressOf(raw), now, cost));
    return authentication.authenticate(raw, now);
  }
  const claimant = () => authentication.claimantOf(raw);
  quotas.refuseGuessing(addressOf(raw), claimant, now);
  let caller: Caller;
  try {
    caller = await authentication.authenticate(raw, now);
  } catch (error) {
    // That it cannot be told whether a credential is valid is no fault of who sent it.
    if (!(error instanceof Problem) || error.type.status >= 500) throw error;
    const guessedAt = error instanceof WrongCredential ? claimant() : undefined;
    reply.headers(await quotas.countFailure(addressOf(raw), guessedAt, now));
    throw error;
  }
  reply.headers(await quotas.countClient(caller.id, now, cost));
  return caller;
}

/** A request that nobody is asked for a credential for. */
async function countUnknown(
  { quotas, addressOf }: Application,
  { isUncounted = false, cost }: Operation,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<void> {
  if (quotas === undefined || isUncounted) return;
  reply.headers(await quotas.countAddress(addressOf(raw), now, cost));
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
