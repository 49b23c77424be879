import type { Field } from '../../specification/index.ts';
import { mapValues, own } from '../../specification/plain.ts';
import { problemOf } from '../checking.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { withAccess, withAllowed, withFieldGrants, type Allow } from './change.ts';
import { byRank, meantBy, readGrants, writeGrants, type Granted } from './line.ts';
import { nothing, offered } from './offered.ts';

/** Stands for every resource, unless one is called that. */
const every = 'all';
/** Stands for every verb but `read`. */
const changes = 'write';

/** Everything for every resource by the rank of the roles. */
export function usualAllow(draft: Draft): Allow {
  const roles = draft.authentication?.roles ?? [];
  const entries = [...offered(draft)]
    .filter(([, verbs]) => verbs.length > 0)
    .map(([name, verbs]) => [name, byRank(verbs, roles)] as const);
  return Object.fromEntries(entries);
}

/** What a line is checked and continued from, where nothing is said yet. */
export function withBeginning(draft: Draft): Draft {
  const { allow, roles = [] } = draft.authentication ?? {};
  if (allow !== undefined) return draft;
  return withAccess(draft, { allow: roles.length > 0 ? usualAllow(draft) : nothing(draft) });
}

/** What is wrong with a line; undefined: nothing. */
export function grantsProblem(draft: Draft, line: string): string | undefined {
  if (line === '') return undefined;
  const typed = readGrants(line);
  if (typed.kind === 'mistake') return printable(typed.problem);
  const changed = withGrants(draft, line);
  if (typeof changed === 'string') return printable(changed);
  return problemOf(draft, changed);
}

/** The draft with what was typed, or what is wrong with its words. What a line does not mention stays. */
export function withGrants(draft: Draft, line: string): Draft | string {
  const typed = readGrants(line);
  if (typed.kind === 'mistake') return typed.problem;
  const { roles = [] } = draft.authentication ?? {};
  if (typed.kind === 'grants' && roles.length === 0 && isEveryRole(typed.grants))
    return 'There are no roles that * could stand for.';
  const [resource = '', field] = typed.of.split('.', 2);
  if (field !== undefined) {
    const present = own(own(draft.resources, resource)?.fields, field);
    if (present === undefined) return `There is no field ${typed.of}.`;
    return typed.kind === 'removal'
      ? withFieldGrants(draft, resource, field, { readableBy: undefined, writableBy: undefined })
      : withFieldLine(draft, [resource, field, present], typed.grants);
  }
  if (typed.kind === 'removal') return withoutAllowed(draft, resource);
  const all = offered(draft);
  if (resource !== every || all.has(every)) return withResourceLine(draft, resource, typed.grants);
  const known = new Set([changes, ...[...all.values()].flat()]);
  const stranger = typed.grants.flatMap(({ verbs }) => verbs).find((verb) => !known.has(verb));
  if (stranger !== undefined) return `No resource offers ${stranger}.`;
  return [...all].reduce((sofar, [name, verbs]) => {
    const grants = typed.grants
      .map((each) => ({ ...each, verbs: expanded(each.verbs, verbs) }))
      .map((each) => ({ ...each, verbs: each.verbs.filter((verb) => verbs.includes(verb)) }))
      .filter((each) => each.verbs.length > 0);
    return grants.length === 0 ? sofar : withResourceLine(sofar, name, grants);
  }, draft);
}

function isEveryRole(granted: readonly Granted[]): boolean {
  return granted.some(({ grants }) => grants.includes('*'));
}

/** Takes all permissions for it away. */
function withoutAllowed(draft: Draft, resource: string): Draft | string {
  if (own(draft.authentication?.allow, resource) === undefined)
    return `Nothing is allowed for ${resource}.`;
  const left = withAllowed(draft, resource, undefined);
  const isLast = Object.keys(left.authentication?.allow ?? {}).length === 0;
  return isLast ? withAccess(left, { allow: nothing(left) }) : left;
}

function withResourceLine(draft: Draft, resource: string, grants: readonly Granted[]): Draft {
  const roles = draft.authentication?.roles ?? [];
  const verbs = offered(draft).get(resource) ?? [];
  const typed = grants.flatMap((each) =>
    expanded(each.verbs, verbs).map((verb) => [verb, meantBy(each.grants, roles)] as const),
  );
  const present = own(draft.authentication?.allow, resource) ?? {};
  const entry = { ...present, ...Object.fromEntries(typed) };
  const order = [...verbs, ...Object.keys(entry)];
  const sorted = Object.entries(entry).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return withAllowed(draft, resource, Object.fromEntries(sorted));
}

/** Every change at once; a PUT is as a PATCH where there is one. */
function expanded(typed: readonly string[], verbs: readonly string[]): string[] {
  const written = verbs.filter(
    (verb) => verb !== 'read' && (verb !== 'replace' || !verbs.includes('update')),
  );
  return typed.flatMap((verb) => (verb === changes && !verbs.includes(changes) ? written : [verb]));
}

function withFieldLine(
  draft: Draft,
  [resource, name, field]: readonly [string, string, Field],
  grants: readonly Granted[],
): Draft | string {
  const roles = draft.authentication?.roles ?? [];
  const keys = new Map([
    ['read', 'readableBy'],
    [changes, 'writableBy'],
  ] as const);
  const words = grants.flatMap(({ verbs }) => verbs);
  const stranger = words.find((verb) => verb !== 'read' && verb !== changes);
  if (stranger !== undefined) return `Of a field: read or write, and not ${stranger}.`;
  const typed = grants.flatMap((each) =>
    [...keys]
      .filter(([verb]) => each.verbs.includes(verb))
      .map(([, key]) => [key, meantBy(each.grants, roles)] as const),
  );
  const { readableBy, writableBy } = field;
  return withFieldGrants(draft, resource, name, {
    readableBy,
    writableBy,
    ...Object.fromEntries(typed),
  });
}

/** Who may do what, as it would be typed: a line for each resource, and for each field of which anything is said. */
export function allowTyped(draft: Draft): string[] {
  return [...resourceLines(draft), ...fieldLines(draft)];
}

/** The same for the screen. */
export function allowLines(draft: Draft): string[] {
  return allowTyped(draft).map((line) => `    ${printable(line)}`);
}

function resourceLines(draft: Draft): string[] {
  const { allow } = draft.authentication ?? {};
  if (allow === undefined) return [];
  const verbs = offered(draft);
  const histories = Object.entries(allow).filter(([name]) => !verbs.has(name));
  return [
    ...[...verbs]
      .filter(([, each]) => each.length > 0)
      .map(([name, each]) => writeGrants(name, granted(own(allow, name) ?? {}, each))),
    ...histories.map(([name, entry]) => writeGrants(name, entry)),
  ];
}

/** Each verb; a PUT only where it is not as a PATCH. */
function granted(entry: Allow[string], verbs: readonly string[]): Record<string, string[]> {
  const shown = verbs.filter(
    (verb) => verb !== 'replace' || Object.hasOwn(entry, verb) || !verbs.includes('update'),
  );
  return Object.fromEntries(shown.map((verb) => [verb, own(entry, verb) ?? []]));
}

function fieldLines({ resources }: Draft): string[] {
  return Object.entries(resources).flatMap(([resource, { fields }]) =>
    Object.values(
      mapValues(fields, ({ readableBy, writableBy }, name) => {
        if (readableBy === undefined && writableBy === undefined) return [];
        const read = readableBy === undefined ? {} : { read: readableBy };
        const write = writableBy === undefined ? {} : { write: writableBy };
        return [writeGrants(`${resource}.${name}`, { ...read, ...write })];
      }),
    ).flat(),
  );
}
