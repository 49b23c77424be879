import { own } from '../../specification/plain.ts';
import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import { visit, type Expression } from '../compose/expression.ts';

/** What of an older version no two rows share any more, though they could when it was released. */
export interface NewlyUnique {
  /** All members that become a part of what is unique now. */
  readonly members: readonly string[];
  /** For each uniqueness: those members that are kept as they are sent, so that two values of them are two values of what is kept. */
  readonly keys: readonly (readonly string[])[];
}

/** Storage has one uniqueness for all versions: clients of an older one meet it as well, so its proofs send other values each time. */
export function newlyUnique(
  { specification, newest }: ComposedVersion,
  { older, newest: name, up }: ComposedResource,
): NewlyUnique {
  const fields = own(specification.resources, older)?.fields ?? {};
  const then = new Set(keysOf(own(specification.resources, older)).flat());
  const isNew = (member: string) => Object.hasOwn(fields, member) && !then.has(member);
  const made = new Map(up.map((member) => [member.name, member.expression]));
  const keys = keysOf(own(newest.resources, name)).map((key) =>
    key.flatMap((member) => made.get(member) ?? []),
  );
  const members = keys.flat().flatMap(sourcesOf).filter(isNew);
  return {
    members: [...new Set(members)],
    keys: keys
      .map((key) => key.flatMap((expression) => sourceOf(expression) ?? []))
      .filter((key) => key.length > 0 && key.every(isNew)),
  };
}

/** Members that no two rows could share when an older version was released, alone or together, and that they may share now. */
export function lostUniqueness(
  { specification, newest }: ComposedVersion,
  { older, newest: name, up }: ComposedResource,
): (readonly string[])[] {
  const made = new Map(up.map((member) => [member.name, member.expression]));
  const kept = keysOf(own(newest.resources, name)).map((key) =>
    key.map((member) => sourceOf(made.get(member))?.[0]),
  );
  return keysOf(own(specification.resources, older)).filter(
    (key) =>
      !kept.some((each) => each.every((member) => member !== undefined && key.includes(member))),
  );
}

interface Unique {
  readonly fields: Readonly<Record<string, { readonly unique: boolean }>>;
  readonly unique: readonly (readonly string[])[];
}

function keysOf(resource: Unique | undefined): (readonly string[])[] {
  if (resource === undefined) return [];
  const { fields, unique } = resource;
  const single = Object.keys(fields).filter((name) => fields[name]?.unique === true);
  return [...single.map((name) => [name]), ...unique];
}

/** Every member of the older version that an expression reads. */
function sourcesOf(expression: Expression): string[] {
  const found: string[] = [];
  visit(expression, (each) => {
    found.push(...(sourceOf(each) ?? []));
    return true;
  });
  return found;
}

/** The member of the older version that an expression is; undefined: it is another one. */
function sourceOf(expression: Expression | undefined): readonly [string] | undefined {
  const isMember = expression?.kind === 'member' && expression.of.kind === 'root';
  return isMember && expression.of.side === 'older' && expression.of.depth === 0
    ? [expression.name]
    : undefined;
}
