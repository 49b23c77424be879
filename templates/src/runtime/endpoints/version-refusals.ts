import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { versionValue, type ApiVersion } from '../versioning/version.ts';
import type { Standing, StandingOf } from '../versioning/version-standing.ts';
import { isSafe, knownMethods } from './methods.ts';
import type { Operation } from './route.ts';

/** The versions to migrate to: members of every problem that the end of a version causes. */
function wayOut(version: ApiVersion, { successor, supported }: Standing): Record<string, unknown> {
  const { sunset, migrationGuide } = version;
  return {
    version: versionValue(version),
    ...(sunset === undefined ? {} : { sunset }),
    ...(successor === undefined ? {} : { successor: versionValue(successor) }),
    supportedVersions: supported.map(versionValue),
    ...(migrationGuide === undefined ? {} : { migrationGuide }),
  };
}

/** Why a version answers nothing any more, whatever it is asked for; undefined while it does. */
export function retirement(
  standing: StandingOf,
  version: ApiVersion,
  now: Date,
): Problem | undefined {
  const found = standing(version, now);
  return found.state === 'sunset'
    ? new Problem(builtIn.versionRetired, { members: wayOut(version, found) })
    : undefined;
}

/** Why a version answers nothing for now, but to those who are exempt. */
export function brownout(
  standing: StandingOf,
  version: ApiVersion,
  now: Date,
): Problem | undefined {
  const found = standing(version, now);
  const { brownoutEnd: end } = found;
  if (end === undefined) return undefined;
  const seconds = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
  return new Problem(builtIn.versionSwitchedOff, {
    headers: { 'retry-after': String(seconds) },
    members: { ...wayOut(version, found), until: end.toISOString() },
  });
}

/**
 * Why a version does not carry out an operation, but for those who are exempt.
 *
 * @param allow the methods that the route offers in it now
 */
export function restriction(
  standing: StandingOf,
  operation: Pick<Operation, 'id'>,
  method: string,
  allow: string,
  version: ApiVersion,
  now: Date,
): Problem | undefined {
  const found = standing(version, now);
  const members = () => wayOut(version, found);
  if (found.withdrawn.has(operation.id)) {
    return new Problem(builtIn.operationWithdrawn, { members: members() });
  }
  if (found.isReadOnly && !isSafe(method)) {
    return new Problem(builtIn.versionReadOnly, { headers: { allow }, members: members() });
  }
  return undefined;
}

/**
 * The methods of a route that a version still offers at an instant: value of Allow.
 *
 * @param allow all that the route offers
 * @param operations by method
 */
export function remainingMethods(
  standing: StandingOf,
  allow: string,
  operations: Readonly<Partial<Record<string, Pick<Operation, 'id'>>>>,
  version: ApiVersion,
  now: Date,
): string {
  const { withdrawn, isReadOnly } = standing(version, now);
  if (withdrawn.size === 0 && !isReadOnly) return allow;
  const offered = new Set(allow.split(', '));
  return knownMethods
    .filter((method) => offered.has(method) && !(isReadOnly && !isSafe(method)))
    .filter((method) => {
      const operation = operations[method === 'HEAD' ? 'GET' : method];
      return operation === undefined || !withdrawn.has(operation.id);
    })
    .join(', ');
}

/** That a version takes no new clients, and this is one. */
export function closing(standing: StandingOf, version: ApiVersion, now: Date): Problem {
  const members = wayOut(version, standing(version, now));
  return new Problem(builtIn.versionClosed, { members });
}
