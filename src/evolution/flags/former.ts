import { isDeepStrictEqual } from 'node:util';
import { resolveField, type FlagOperation, type ResolvedField } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { resolveValue } from '../../specification/resolve/values.ts';
import { newest, absent } from '../compose/expression.ts';
import { memberAt, OperationIssue, segmentsOf, type Member } from '../compose/members.ts';
import { undo } from '../compose/operations.ts';
import { membersOf } from '../compose/shape.ts';

type Fields = Readonly<Record<string, ResolvedField>>;

/**
 * Fields as they are without an operation. Nothing is frozen of a shape without a flag: what the newer shape does not tell
 * of it, the operation does.
 *
 * @throws OperationIssue where the operation does not fit the fields
 */
export function formerFields(fields: Fields, operation: FlagOperation): Fields {
  const members = membersOf(fields, newest);
  const older = undo(members, operation, {
    side: 'newest',
    step: '',
    resource: '',
    other: formerOf(members, operation),
    isChecked: true,
  });
  return Object.fromEntries(older.map(({ name, field }) => [name, field]));
}

/** What the operation makes anew, as it is without it. */
function formerOf(members: readonly Member[], operation: FlagOperation): Member[] {
  const { remove, retype, split, merge, move, map } = operation;
  if (remove !== undefined) return treeOf([[remove.field, resolved(remove.was)]]);
  if (split !== undefined) return treeOf([[split.field, resolved(split.was)]]);
  if (merge !== undefined) {
    return treeOf(
      merge.fields.map((path) => {
        const was = merge.was[path];
        if (was !== undefined) return [path, resolved(was)];
        throw new OperationIssue('was', 'missing-key', `write what "${path}" was`, merge.fields);
      }),
    );
  }
  if (retype !== undefined) {
    return ofMember(members, retype.field, (field) => asPresentAs(field, resolved(retype.was)));
  }
  if (move !== undefined) {
    const moved = memberAt(members, move.to, 'newest');
    return moved === undefined ? [] : treeOf([[move.from, moved.field]]);
  }
  if (map !== undefined) return ofMember(members, map.field, (field) => formerEnum(field, map));
  return formerPresence(members, operation);
}

function formerPresence(members: readonly Member[], operation: FlagOperation): Member[] {
  const { require, nullable, default: initial } = operation;
  if (require !== undefined) {
    return ofMember(members, require.field, (field) => {
      if (!field.required) throw needless('field', 'required', require.field);
      return { ...field, required: false };
    });
  }
  if (nullable !== undefined) {
    return ofMember(members, nullable.field, ({ default: _, ...field }) => {
      if (!field.nullable && field.required) throw needless('field', 'nullable', nullable.field);
      return { ...field, nullable: false, required: true } as ResolvedField;
    });
  }
  if (initial !== undefined) {
    return ofMember(members, initial.field, (field) => {
      const was = resolveValue(field, initial.was);
      if (isDeepStrictEqual(field.default, was)) {
        const message = `"${initial.field}" has this default with the flag as well, so nothing differs; leave the operation out, or write what the default was`;
        throw new OperationIssue('was', 'no-difference', message);
      }
      return { ...field, default: was } as ResolvedField;
    });
  }
  return [];
}

function needless(key: string, what: string, path: string): OperationIssue {
  return new OperationIssue(
    key,
    'no-difference',
    `"${path}" is not ${what} with the flag, so nothing differs; leave the operation out, or change the field`,
  );
}

/** One member that is there with the flag, and what it is without it. */
function ofMember(
  members: readonly Member[],
  path: string,
  former: (field: ResolvedField) => ResolvedField,
): Member[] {
  const found = memberAt(members, path, 'newest');
  return found === undefined ? [] : treeOf([[path, former(found.field)]]);
}

/** Who sets it, and whether it is there, is the same: of a field that is retyped only the type differs. */
function asPresentAs(now: ResolvedField, was: ResolvedField): ResolvedField {
  const { required, nullable, unique, immutable, readOnly, writeOnly, deprecated } = now;
  const { readableBy, writableBy } = now;
  return {
    ...was,
    required,
    nullable,
    unique,
    immutable,
    readOnly,
    writeOnly,
    deprecated,
    ...(readableBy === undefined ? {} : { readableBy }),
    ...(writableBy === undefined ? {} : { writableBy }),
  };
}

function formerEnum(
  field: ResolvedField,
  { values, others, was }: NonNullable<FlagOperation['map']>,
): ResolvedField {
  if (field.type !== 'enum') {
    const message = `the field is of the type "${field.type}"; only the values of an enum have other names`;
    throw new OperationIssue('field', 'wrong-type', message);
  }
  if (was === undefined && others !== undefined) {
    const message =
      'write "was" too, all values without the flag: it shows which of the new ones are "others"';
    throw new OperationIssue('others', 'missing-key', message);
  }
  const older = was ?? [
    ...new Set(
      field.values.flatMap((value) => {
        const names = Object.keys(values).filter((name) => values[name] === value);
        return names.length === 0 ? [value] : names;
      }),
    ),
  ];
  const unknown = Object.values(values).find((to) => !field.values.includes(to));
  if (unknown !== undefined) {
    const message = `"${unknown}" is no value of the field with the flag`;
    throw new OperationIssue('values', 'unknown-value', message, field.values);
  }
  const lost = older.find((name) => !field.values.includes(own(values, name) ?? name));
  if (lost !== undefined) {
    const message = `nothing says what becomes of "${lost}"; write its new name`;
    throw new OperationIssue('values', 'unknown-value', message, field.values);
  }
  const { default: initial, example: _, ...rest } = field;
  if (typeof initial !== 'string') return { ...rest, values: older };
  const renamed = Object.keys(values).find((name) => values[name] === initial) ?? initial;
  // Without the flag it is shown as any value is that is not known there.
  const former = older.includes(renamed) ? renamed : others;
  return { ...rest, values: older, ...(former === undefined ? {} : { default: former }) };
}

function resolved(was: Parameters<typeof resolveField>[0]): ResolvedField {
  return resolveField(was);
}

/** Members in which there is something at each path, and nothing else. */
function treeOf(leaves: readonly (readonly [path: string, field: ResolvedField])[]): Member[] {
  let fields: Fields = {};
  for (const [path, field] of leaves) fields = withLeaf(fields, path, field);
  return membersOf(fields, absent);
}

function withLeaf(fields: Fields, path: string, leaf: ResolvedField): Fields {
  const [segment, ...rest] = segmentsOf(path);
  if (segment === undefined) return fields;
  const { name, isList } = segment;
  const below = rest.map((each) => each.name + (each.isList ? '[]' : '')).join('.');
  const there = fields[name];
  const inside =
    there?.type === 'array' && there.items.type === 'object' && isList
      ? there.items.fields
      : there?.type === 'object'
        ? there.fields
        : {};
  const held = below === '' ? leaf : objectOf(withLeaf(inside, below, leaf));
  return { ...fields, [name]: isList ? listOf(held) : held };
}

function objectOf(fields: Fields): ResolvedField {
  const object = resolveField({ type: 'object', fields: {} });
  return { ...object, fields } as ResolvedField;
}

function listOf(items: ResolvedField): ResolvedField {
  const list = resolveField({ type: 'array', items: { type: 'string' } });
  return { ...list, items } as ResolvedField;
}
