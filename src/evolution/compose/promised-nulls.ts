import type { ResolvedField } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { fallback } from './expression.ts';
import { changeAt, changed, type Member } from './members.ts';
import { isAlwaysThere } from './shape.ts';

type Fields = Readonly<Record<string, ResolvedField>>;

/**
 * Adds null to the older shape for each member that is nullable in the older version and that the newest version leaves out where it has no
 * value. Members of objects get it where their object is there.
 *
 * @param older fields of the older version
 */
export function withPromisedNulls(members: readonly Member[], older: Fields): readonly Member[] {
  return nullsIn(older, fieldsIn(members)).reduce(
    (shape, path) =>
      changedAt(shape, path, 'newest', (member) => ({
        ...member,
        field: { ...member.field, nullable: true },
        expression: fallback(member.expression, null, 'absent'),
      })),
    members,
  );
}

/**
 * Leaves null out of objects of the newest shape where no member of the newest version is null. A field of a resource needs none of that:
 * null and nothing are stored alike.
 *
 * @param newer fields of the newest version
 */
export function withoutFormerNulls(members: readonly Member[], newer: Fields): readonly Member[] {
  return nullsIn(fieldsIn(members), newer)
    .filter(isInside)
    .reduce(
      (shape, path) =>
        changedAt(shape, path, 'older', (member) => ({
          ...member,
          field: { ...member.field, nullable: false },
          expression: { kind: 'fallback', of: member.expression, value: undefined, when: 'null' },
        })),
      members,
    );
}

/** Paths at which there may be null by some fields, and neither null nor always a value by others. */
function nullsIn(some: Fields, others: Fields, within = ''): string[] {
  return Object.entries(some).flatMap(([name, field]): string[] => {
    const other = own(others, name);
    if (other === undefined || field.writeOnly) return [];
    const path = within + name;
    if (field.nullable && !isAlwaysThere(other)) {
      return [path, ...inside(field, other, path)];
    }
    return inside(field, other, path);
  });
}

function inside(one: ResolvedField, other: ResolvedField, path: string): string[] {
  if (one.type === 'array' && other.type === 'array') {
    return inside(one.items, other.items, `${path}[]`);
  }
  return one.type === 'object' && other.type === 'object'
    ? nullsIn(one.fields, other.fields, `${path}.`)
    : [];
}

function isInside(path: string): boolean {
  return /[.[]/.test(path);
}

function fieldsIn(members: readonly Member[]): Fields {
  return Object.fromEntries(members.map(({ name, field }) => [name, field]));
}

function changedAt(
  members: readonly Member[],
  path: string,
  side: 'newest' | 'older',
  change: (member: Member) => Member,
): readonly Member[] {
  const place = { side, key: 'field', path };
  return changeAt(members, path, place, (siblings, name) => changed(siblings, name, place, change));
}
