import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../authentication/caller.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem, type Violation } from '../../errors/problem.ts';
import { systemMembers, type SystemMembers } from '../../resources/members.ts';
import type { ResourceDescription } from '../resource-description.ts';
import { violationsOf } from '../validation.ts';
import { memberViolation } from '../violations.ts';
import type { ResourceEndpoints } from './resource.ts';

type Body = Readonly<Record<string, unknown>>;

const readOnlyViolation = (name: string): Violation =>
  memberViolation(name, 'read-only', ({ violations }) => violations.readOnly);

/** Names of all members that a client cannot set. */
function serverMembers({ schemas }: Pick<ResourceDescription, 'schemas'>): string[] {
  return [...Object.keys(systemMembers), ...schemas.readOnly];
}

/**
 * Checks the body of a new resource.
 *
 * @throws {Problem} that lists every violation; what only the service sets is none of its members
 */
export function checkNew(resource: Pick<ResourceDescription, 'schemas'>, body: unknown): void {
  const violations = violationsOf(resource.schemas.create, body, 'body');
  if (violations.length === 0) return;
  const reserved = new Set(serverMembers(resource).map((name) => `/${name}`));
  const errors = violations.map((violation) =>
    violation.code === 'unknown-member' && reserved.has(violation.at)
      ? readOnlyViolation(violation.at.slice(1))
      : violation,
  );
  throw new Problem(builtIn.validationFailed, { errors });
}

/**
 * The next state of a resource: what the body says, what the service set, and what the caller cannot see or
 * cannot change and therefore cannot have meant to remove.
 */
export function draftFrom<Draft extends object, Tables>(
  { schemas, attributes, memberAccess }: ResourceEndpoints<Draft, Tables>,
  body: Body,
  stored: Draft & SystemMembers,
  caller: Caller,
): Draft {
  const { readOnly: kept, writeOnly, immutable } = schemas;
  const unsaid = [
    ...writeOnly,
    ...immutable,
    ...(attributes?.members ?? []),
    ...(memberAccess?.untouchable(caller) ?? []),
  ].filter((name) => !Object.hasOwn(body, name));
  const before = new Map(Object.entries(stored));
  const draft = Object.entries(body).filter(
    ([name]) => !(name in systemMembers) && !kept.includes(name),
  );
  const own = [...kept, ...unsaid]
    .filter((name) => before.has(name))
    .map((name): [string, unknown] => [name, before.get(name)]);
  const members = [...draft, ...own];
  const defaults = memberAccess?.defaults(new Set(members.map(([name]) => name))) ?? [];
  return Object.fromEntries([...members, ...defaults]) as Draft;
}

/**
 * What is read may be sent back as it is; what only the service sets, or what never changes, must then be equal.
 *
 * @throws {Problem} that lists the members which are not
 */
export function refuseChangedMembers<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  body: Body,
  draft: Draft,
  stored: Draft & SystemMembers,
  caller: Caller,
): void {
  const { schemas, memberAccess } = resource;
  const isChanged = changeOf(resource, draft, stored);
  memberAccess?.refuseChanges(caller, body, isChanged);
  // Of what is not seen even that it is the same would tell something.
  const hidden = new Set(memberAccess?.hiddenFrom(caller));
  const isUnseen = (name: string) => hidden.has(name) && Object.hasOwn(body, name);
  const before = stored as Body;
  const isOther = (name: string) =>
    isUnseen(name) || (Object.hasOwn(body, name) && !isDeepStrictEqual(body[name], before[name]));
  const readOnly = serverMembers(resource).filter(isOther).map(readOnlyViolation);
  const immutable = schemas.immutable
    .filter((name) => isUnseen(name) || isChanged(name))
    .map((name) => memberViolation(name, 'immutable', ({ violations }) => violations.immutable));
  const errors = [...readOnly, ...immutable];
  if (errors.length > 0) throw new Problem(builtIn.validationFailed, { errors });
}

/** Compared as they are kept: `1.5` and `1.50` are one decimal, and one instant has many offsets. */
function changeOf<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  draft: Draft,
  stored: Draft & SystemMembers,
): (name: string) => boolean {
  const now = rowOf(resource, stored);
  const next = rowOf(resource, { ...stored, ...draft });
  return (name) => {
    const column = columnOf(resource, name);
    return !isDeepStrictEqual(next[column], now[column]);
  };
}

function rowOf<Draft extends object, Tables>(
  { table }: ResourceEndpoints<Draft, Tables>,
  entity: Draft & SystemMembers,
): Body {
  return Object.fromEntries(Object.entries(table.toRow(entity)));
}

function columnOf<Draft extends object, Tables>(
  { table }: ResourceEndpoints<Draft, Tables>,
  member: string,
): string {
  return table.columns[member]?.name ?? member;
}
