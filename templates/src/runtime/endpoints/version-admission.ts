import type { Caller } from '../authentication/caller.ts';
import { Problem } from '../errors/problem.ts';
import type { Entrance, WindDown } from '../service/application.ts';
import type { ApiVersion } from '../versioning/version.ts';
import type { StandingOf } from '../versioning/version-standing.ts';
import { brownout, closing, remainingMethods, restriction } from './version-refusals.ts';

/** Who has used the versions that are closed to new clients, or will be. */
interface FormerClients {
  admits(version: ApiVersion, client: string, isClosed: boolean, now: Date): Promise<boolean>;
}

/**
 * Takes away of versions what their standing says.
 *
 * @param asksWho whether the service asks for credentials: without them no client is exempt
 * @param clients absent: any client may begin to use a version
 */
export function windDownBy(
  standing: StandingOf,
  asksWho: boolean,
  clients?: FormerClients,
): WindDown {
  return {
    unavailability: (version, now, isNowhere) =>
      isNowhere || standing(version, now).exempt.size === 0
        ? brownout(standing, version, now)
        : undefined,
    remainingMethods: (allow, operations, version, now) =>
      remainingMethods(standing, allow, operations, version, now),
    async admit(entrance) {
      const { version, now } = entrance;
      const { exempt } = standing(version, now);
      const isExempt = (caller: Caller | undefined) =>
        caller !== undefined && exempt.has(caller.clientId);
      const refusal = refusalOf(standing, entrance);
      const caller = await entered(entrance, refusal, exempt.size > 0 && asksWho, isExempt);
      if (refusal !== undefined && !isExempt(caller)) throw refusal;
      if (clients === undefined) return caller;
      const isClosed = !isExempt(caller) && standing(version, now).isClosed;
      if (!(await mayUse(clients, version, caller, isClosed, now))) {
        throw closing(standing, version, now);
      }
      return caller;
    },
  };
}

/** What is answered to everybody who is not exempt; undefined where nothing is taken away of what is asked for. */
function refusalOf(
  standing: StandingOf,
  { version, now, operation, method, allow }: Entrance,
): Problem | undefined {
  return (
    brownout(standing, version, now) ??
    restriction(standing, operation, method, allow(), version, now)
  );
}

/**
 * What is taken away comes before it is asked who sends a request, as it does for a version that is gone, so that a client
 * whose credential has expired learns of it, too. But a client has to be known before it can be exempt.
 */
async function entered(
  { count, enter, callerSoFar }: Entrance,
  refusal: Problem | undefined,
  mayBeExempt: boolean,
  isExempt: (caller: Caller | undefined) => boolean,
): Promise<Caller> {
  if (refusal !== undefined && !mayBeExempt) {
    await count();
    throw refusal;
  }
  try {
    return await enter();
  } catch (error) {
    const isAboutWho = error instanceof Problem && [401, 403].includes(error.type.status);
    throw isAboutWho && !isExempt(callerSoFar()) ? (refusal ?? error) : error;
  }
}

/** A client that has used a version may go on: before the day on which it was closed, or while that did not concern it. */
async function mayUse(
  clients: FormerClients,
  version: ApiVersion,
  { mechanism, clientId }: Caller,
  isClosed: boolean,
  now: Date,
): Promise<boolean> {
  return mechanism === 'none' || clients.admits(version, clientId, isClosed, now);
}
