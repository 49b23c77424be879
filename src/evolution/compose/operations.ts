import type { ResolvedField } from '../../specification/index.ts';
import type { FieldOperation } from '../steps/schema.ts';
import { absent, fallback, map, value, type Expression } from './expression.ts';
import { hook } from './hooks.ts';
import { joined, taken } from './joining.ts';
import { containerOf, expressionsOf, lastName, type Member } from './members.ts';
import { at, moved, renamed, withMember, without, withoutEmpty } from './places.ts';
import { retyped } from './retyping.ts';
import { isAlwaysThere } from './shape.ts';
import { canonical, counterpart, type Members, type Surroundings } from './surroundings.ts';
import { tableDown, withValuesOf } from './value-tables.ts';

type Part<Key extends keyof FieldOperation> = NonNullable<FieldOperation[Key]>;
type Direction = (members: Members, part: never, around: Surroundings) => Members;

interface Lens<Key extends keyof FieldOperation> {
  /** From the newer shape to the older one. */
  undo(members: Members, part: Part<Key>, around: Surroundings): Members;
  /** From the older shape to the newer one. */
  redo(members: Members, part: Part<Key>, around: Surroundings): Members;
}

/** Every operation, in both directions. */
const lenses: { readonly [Key in keyof Required<FieldOperation>]: Lens<Key> } = {
  rename: {
    undo: (members, { from, to }, around) => renamed(members, to, from, { ...around, key: 'to' }),
    redo: (members, { from, to }, around) => renamed(members, from, to, { ...around, key: 'from' }),
  },
  add: {
    undo: (members, { field }, around) => {
      const left = without(members, field, { ...around, key: 'field' });
      return withoutEmpty(left, containerOf(field), around);
    },
    redo: (members, { field, fill, by }, around) => {
      const newer = counterpart(field, around);
      const fresh =
        by === undefined
          ? fill === undefined
            ? absent
            : value(canonical(fill, field, around))
          : hook(around, field, 'up', expressionsOf(members), lastName(field));
      const expression: Expression = { kind: 'added', fresh, stored: newer.expression };
      return withMember(members, field, { ...newer, expression }, around);
    },
  },
  remove: {
    undo: (members, { field, value: shown, by }, around) => {
      const expression =
        by === undefined
          ? shown === undefined
            ? absent
            : value(canonical(shown, field, around))
          : hook(around, field, 'down', expressionsOf(members), lastName(field));
      return withMember(members, field, { ...counterpart(field, around), expression }, around);
    },
    redo: (members, { field }, around) => without(members, field, { ...around, key: 'field' }),
  },
  retype: {
    undo: (members, part, around) => retyped(members, part, around, 'down'),
    redo: (members, part, around) => retyped(members, part, around, 'up'),
  },
  split: {
    undo: (members, { field, into, separator, by }, around) =>
      joined(
        members,
        into,
        field,
        { separator, by },
        { ...around, key: 'into', direction: 'down' },
      ),
    redo: (members, { field, into, separator, by }, around) =>
      taken(members, field, into, { separator, by }, { ...around, key: 'field', direction: 'up' }),
  },
  merge: {
    undo: (members, { fields, into, separator, by }, around) =>
      taken(
        members,
        into,
        fields,
        { separator, by },
        { ...around, key: 'into', direction: 'down' },
      ),
    redo: (members, { fields, into, separator, by }, around) =>
      joined(
        members,
        fields,
        into,
        { separator, by },
        { ...around, key: 'fields', direction: 'up' },
      ),
  },
  move: {
    undo: (members, { from, to }, around) => moved(members, to, from, { ...around, key: 'to' }),
    redo: (members, { from, to }, around) => moved(members, from, to, { ...around, key: 'from' }),
  },
  map: {
    undo: (members, { field, values, others }, around) =>
      at(members, field, around, (member) => {
        const older = counterpart(field, around).field;
        const table = tableDown(member.field, older, values, others, around.isChecked);
        return {
          ...member,
          field: withValuesOf(member.field, older, table),
          expression: map(table, member.expression),
        };
      }),
    redo: (members, { field, values }, around) =>
      at(members, field, around, (member) => ({
        ...member,
        field: withValuesOf(member.field, counterpart(field, around).field, values),
        expression: map(values, member.expression),
      })),
  },
  require: {
    undo: (members, { field }, around) =>
      at(members, field, around, (member) => withPresenceOf(member, field, around)),
    redo: (members, { field, fill }, around) =>
      at(members, field, around, (member) => ({
        ...withPresenceOf(member, field, around),
        expression: fallback(member.expression, canonical(fill, field, around), 'nothing'),
      })),
  },
  nullable: {
    undo: (members, { field, value: shown }, around) =>
      at(members, field, around, (member) => ({
        ...withPresenceOf(member, field, around),
        expression: fallback(member.expression, canonical(shown, field, around), 'nothing'),
      })),
    redo: (members, { field }, around) =>
      at(members, field, around, (member) => withPresenceOf(member, field, around)),
  },
  default: {
    undo: (members, { field }, around) =>
      at(members, field, around, (member) => {
        const older = withPresenceOf(member, field, around);
        const { default: initial } = older.field;
        // Clients of the older version always find a value there.
        return initial === undefined || isAlwaysThere(member.field)
          ? older
          : { ...older, expression: fallback(member.expression, initial, 'absent') };
      }),
    redo: (members, { field, was }, around) =>
      at(members, field, around, (member) => ({
        ...withPresenceOf(member, field, around),
        expression: fallback(member.expression, canonical(was, field, around), 'absent'),
      })),
  },
};

/** The older shape of the newer one. */
export function undo(members: Members, operation: FieldOperation, around: Surroundings): Members {
  return apply('undo', members, operation, around);
}

/** The newer shape of the older one. */
export function redo(members: Members, operation: FieldOperation, around: Surroundings): Members {
  return apply('redo', members, operation, around);
}

function apply(
  direction: 'undo' | 'redo',
  members: Members,
  operation: FieldOperation,
  around: Surroundings,
): Members {
  let result = members;
  for (const [key, lens] of Object.entries(lenses)) {
    const part = operation[key as keyof FieldOperation];
    if (part !== undefined) result = (lens[direction] as Direction)(result, part as never, around);
  }
  return result;
}

function withPresenceOf(member: Member, path: string, around: Surroundings): Member {
  const { required, nullable, default: initial } = counterpart(path, around).field;
  const { default: _, ...field } = member.field;
  return {
    ...member,
    field: {
      ...field,
      required,
      nullable,
      ...(initial === undefined ? {} : { default: initial }),
    } as ResolvedField,
  };
}
