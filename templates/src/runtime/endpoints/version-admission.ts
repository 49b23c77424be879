import type { Caller } from '../authentication/caller.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import type { ApiVersion } from '../versioning/version.ts';
// {{#if hasClosedVersions}}
import { closing } from './version-refusals.ts';
// {{/if}}

/** The way into a version of which something may be taken away by now. */
export interface Entrance {
  /** What is answered to everybody who is not exempt; absent: nothing is taken away of what is asked for. */
  readonly refusal: Problem | undefined;
  /** Counts a request that is refused before it is known who sends it. */
  count(): Promise<void>;
  /** Finds out who it is, and whether that permits the operation. */
  enter(): Promise<Caller>;
  /** Who it is, as far as that was found out. */
  callerSoFar(): Caller | undefined;
}

/**
 * What is taken away comes before it is asked who sends a request, as it does for a version that is gone, so that a client
 * whose credential has expired learns of it, too. But whoever is exempt has to be known first.
 *
 * @throws {Problem} the refusal; 403 where nobody may begin to use the version any more; what `enter` throws
 */
export async function admitToVersion(
  application: Application,
  version: ApiVersion,
  now: Date,
  { refusal, count, enter, callerSoFar }: Entrance,
): Promise<Caller> {
  const { exempt } = application.standing(version, now);
  const isExempt = (caller: Caller | undefined) =>
    caller !== undefined && exempt.has(caller.clientId);
  if (refusal !== undefined && (exempt.size === 0 || application.authentication === undefined)) {
    await count();
    throw refusal;
  }
  let caller: Caller;
  try {
    caller = await enter();
  } catch (error) {
    const isAboutWho = error instanceof Problem && [401, 403].includes(error.type.status);
    throw isAboutWho && !isExempt(callerSoFar()) ? (refusal ?? error) : error;
  }
  if (refusal !== undefined && !isExempt(caller)) throw refusal;
  // {{#if hasClosedVersions}}
  if (!(await mayUse(application, version, caller, isExempt(caller), now))) {
    throw closing(application, version, now);
  }
  // {{/if}}
  return caller;
}
// {{#if hasClosedVersions}}

/** Whoever has used it may go on: before the day on which it was closed, or while that did not concern it. */
async function mayUse(
  { standing, versionClients }: Application,
  version: ApiVersion,
  { mechanism, clientId }: Caller,
  isExempt: boolean,
  now: Date,
): Promise<boolean> {
  if (mechanism === 'none' || versionClients === undefined) return true;
  const isClosed = !isExempt && standing(version, now).isClosed;
  return versionClients.admits(version, clientId, isClosed, now);
}
// {{/if}}
