import { camelCaseOf } from '../../specification/names/casing.ts';
import { resolveField, type ResolvedField } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { resolveValue } from '../../specification/resolve/values.ts';
import { conversionCall, conversions, fitting } from '../steps/converters.ts';
import type { FieldOperation } from '../steps/schema.ts';
import {
  absent,
  convert,
  fallback,
  map,
  value,
  type Expression,
  type HookExpression,
  type MissingPart,
  type Root,
} from './expression.ts';
import {
  changeAt,
  changed,
  containerOf,
  lastName,
  memberAt,
  missing,
  OperationIssue,
  withMoving,
  type Member,
} from './members.ts';
import { isAlwaysThere, isSameType } from './shape.ts';

/** What an operation needs to know of its surroundings. */
export interface Surroundings {
  /** At which the expressions begin. */
  readonly side: Root['side'];
  /** `1-to-2` */
  readonly step: string;
  /** Singular name of the resource, in the newer version. */
  readonly resource: string;
  /** The members on the other side of the operation; expressions of them are those of what is stored. */
  readonly other: readonly Member[];
  /** Whether the types on both sides are known: before that, nothing is said of them. */
  readonly isChecked: boolean;
}

type Members = readonly Member[];
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
          : hook(around, field, 'up', everything(members), lastName(field));
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
          : hook(around, field, 'down', everything(members), lastName(field));
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

type Around = Surroundings & { readonly key: string };

function at(
  members: Members,
  path: string,
  around: Surroundings,
  change: (member: Member) => Member,
): Members {
  const place = { side: around.side, key: 'field', path };
  return changeAt(members, path, place, (siblings, name) => changed(siblings, name, place, change));
}

function renamed(members: Members, from: string, to: string, around: Around): Members {
  if (containerOf(from) !== containerOf(to)) {
    throw new OperationIssue(
      'to',
      'other-object',
      'a field that is renamed stays where it is; use "move"',
    );
  }
  return changeAt(members, from, around, (siblings, name) => {
    if (!siblings.some((each) => each.name === name)) {
      throw missing(siblings, name, around.key, from);
    }
    refuseTaken(siblings, lastName(to), 'to');
    return changed(siblings, name, around, (member) => ({ ...member, name: lastName(to) }));
  });
}

function refuseTaken(siblings: Members, name: string, key: string): void {
  if (siblings.some((each) => each.name === name)) {
    throw new OperationIssue(key, 'name-in-use', `there is another "${name}" here`);
  }
}

function without(members: Members, path: string, around: Around): Members {
  return changeAt(members, path, around, (siblings, name) => {
    if (!siblings.some((each) => each.name === name))
      throw missing(siblings, name, around.key, path);
    return siblings.filter((each) => each.name !== name);
  });
}

function withMember(members: Members, path: string, member: Member, around: Surroundings): Members {
  const name = lastName(path);
  const withParent = withContainer(members, containerOf(path), around);
  return changeAt(withParent, path, { ...around, key: 'field' }, (siblings) => {
    refuseTaken(siblings, name, 'field');
    return [...siblings, { ...member, name }];
  });
}

/** The members with the object that something moves into, where it is new. */
function withContainer(members: Members, path: string, around: Surroundings): Members {
  if (path === '' || memberAt(members, path, around.side) !== undefined) return members;
  const { field } = counterpart(path, around);
  if (field.type !== 'object') return members;
  const empty: Expression = {
    kind: 'object',
    presence: field.required ? 'always' : 'any',
    members: [],
  };
  const expression: Expression =
    field.nullable && !field.required
      ? { kind: 'fallback', of: empty, value: null, when: 'absent' }
      : empty;
  return withMember(
    members,
    path,
    { name: '', field: { ...field, fields: {} }, expression },
    around,
  );
}

/** Where nothing is left of an object, it is gone, unless the other side has it all the same. */
function withoutEmpty(members: Members, path: string, around: Surroundings): Members {
  if (path === '') return members;
  const left = memberAt(members, path, around.side)?.field;
  if (left?.type !== 'object' || Object.keys(left.fields).length > 0) return members;
  if (memberAt(around.other, path, around.side) !== undefined) return members;
  return withoutEmpty(without(members, path, { ...around, key: 'to' }), containerOf(path), around);
}

function moved(members: Members, from: string, to: string, around: Around): Members {
  if (from.includes('[]') || to.includes('[]')) {
    throw new OperationIssue(
      'to',
      'in-list',
      'nothing can be moved into or out of the items of a list',
    );
  }
  const member = memberAt(members, from, around.side);
  if (member === undefined) throw missing(members, lastName(from), around.key, from);
  const value = withoutFallbacks(member.expression);
  const left = withoutEmpty(without(members, from, around), containerOf(from), around);
  const rest = withMoving(left, containerOf(from), 'movedOut', value, around);
  const other = memberAt(around.other, to, around.side)?.field;
  const placedThere = { ...member, field: placed(member.field, other) };
  const moved = withMember(rest, to, placedThere, around);
  return withMoving(moved, containerOf(to), 'movedIn', value, around);
}

/** A value without what stands for it where there is none: that makes no object. */
function withoutFallbacks(of: Expression): Expression {
  return of.kind === 'fallback' ? withoutFallbacks(of.of) : of;
}

/** The field where it has moved to. What other operations say of its type and of its values is not done yet. */
function placed(field: ResolvedField, there: ResolvedField | undefined): ResolvedField {
  if (there === undefined) return field;
  if (isSameType(field, there)) return there;
  const { required, nullable } = there;
  return { ...field, required, nullable };
}

/** The member on the other side; a text where the operation does not determine it. */
function counterpart(path: string, { other, side }: Surroundings): Member {
  return (
    memberAt(other, path, side === 'newest' ? 'older' : 'newest') ?? {
      name: lastName(path),
      field: resolveField({ type: 'string' }),
      expression: absent,
    }
  );
}

/** A value that an operation names, as the service keeps and shows it. */
function canonical(said: unknown, path: string, around: Surroundings): unknown {
  return resolveValue(counterpart(path, around).field, said);
}

function retyped(
  members: Members,
  { field: path, by, values }: Part<'retype'>,
  around: Surroundings,
  direction: 'up' | 'down',
): Members {
  const there = counterpart(path, around).field;
  return at(members, path, around, (member) => {
    const { expression, field: here } = member;
    const [older, newer] = direction === 'up' ? [here, there] : [there, here];
    if (by === 'hook') {
      const given = [[lastName(path), expression] as const];
      return {
        ...member,
        field: there,
        expression: hook(around, path, direction, given, lastName(path), true),
      };
    }
    if (by === 'boolean-to-enum' || by === 'enum-to-boolean') {
      const isUp = by === 'boolean-to-enum' ? direction === 'up' : direction === 'down';
      const table = isUp
        ? textsOf(values)
        : booleansOf(values, by === 'boolean-to-enum' ? newer : older);
      return { ...member, field: there, expression: map(table, expression) };
    }
    if (around.isChecked) refuseMisfit(by, older, newer);
    const call = conversionCall(by, direction, { older: scaleOf(older), newer: scaleOf(newer) });
    return { ...member, field: there, expression: convert(call, expression) };
  });
}

function refuseMisfit(
  by: keyof typeof conversions,
  older: ResolvedField,
  newer: ResolvedField,
): void {
  const names = fitting(older.type, newer.type);
  if (names.includes(by)) return;
  throw new OperationIssue(
    'by',
    'wrong-converter',
    `${by} does not fit: the field is ${older.type} in the older version and ${newer.type} in the newer one`,
    [...names, 'hook'],
  );
}

function scaleOf(field: ResolvedField): number {
  return field.type === 'decimal' ? field.scale : 0;
}

function textsOf(values: readonly string[] | undefined): Record<string, unknown> {
  const [no, yes] = pair(values);
  return { false: no, true: yes };
}

function booleansOf(
  values: readonly string[] | undefined,
  field: ResolvedField,
): Record<string, unknown> {
  const [, yes] = pair(values);
  const all = field.type === 'enum' ? field.values : pair(values);
  return Object.fromEntries(all.map((each) => [each, each === yes]));
}

function pair(values: readonly string[] | undefined): readonly [string, string] {
  const [no, yes] = values ?? [];
  if (no === undefined || yes === undefined) {
    throw new OperationIssue(
      'by',
      'missing-key',
      'write "values" too: what stands for false, and what for true',
    );
  }
  return [no, yes];
}

interface Joint {
  readonly separator: string | undefined;
  readonly by: 'hook' | undefined;
}

type Directed = Around & { readonly direction: 'up' | 'down' };

/** Several members as one. */
function joined(
  members: Members,
  parts: readonly string[],
  into: string,
  { separator, by }: Joint,
  around: Directed,
): Members {
  const found = parts.map((path) => {
    const member = memberAt(members, path, around.side);
    if (member === undefined) throw missing(members, lastName(path), around.key, path);
    return member;
  });
  const given = found.map(({ name, expression }) => [name, expression] as const);
  const expression: Expression =
    by === 'hook'
      ? hook(around, into, around.direction, given, lastName(into), true)
      : {
          kind: 'join',
          parts: found.map((member) => member.expression),
          separator: separatorOf(separator),
          missing: found.map(({ field }) => missingPart(field) ?? null),
        };
  const rest = parts.reduce(
    (left, path) => withoutEmpty(without(left, path, around), containerOf(path), around),
    members,
  );
  return withMember(rest, into, { ...counterpart(into, around), expression }, around);
}

/** One member as several. */
function taken(
  members: Members,
  from: string,
  parts: readonly string[],
  { separator, by }: Joint,
  around: Directed,
): Members {
  const member = memberAt(members, from, around.side);
  if (member === undefined) throw missing(members, lastName(from), around.key, from);
  const rest = withoutEmpty(without(members, from, around), containerOf(from), around);
  return parts.reduce((left, path, index) => {
    const other = counterpart(path, around);
    const part: Expression =
      by === 'hook'
        ? hook(
            around,
            from,
            around.direction,
            [[lastName(from), member.expression]],
            lastName(path),
          )
        : {
            kind: 'part',
            of: member.expression,
            separator: separatorOf(separator),
            index,
            count: parts.length,
            missing: missingPart(other.field),
          };
    return withMember(left, path, { ...other, expression: part }, around);
  }, rest);
}

/** What a part has where a text has fewer parts: it is empty only where it cannot be left out. */
function missingPart({ required, nullable }: ResolvedField): MissingPart | undefined {
  if (nullable) return null;
  return required ? '' : undefined;
}

function separatorOf(separator: string | undefined): string {
  if (separator === undefined) {
    throw new OperationIssue('separator', 'missing-key', 'write a "separator", or "by: hook"');
  }
  return separator;
}

function everything(members: Members): [string, Expression][] {
  return members.map(({ name, expression }) => [name, expression]);
}

function hook(
  { step, resource }: Surroundings,
  path: string,
  direction: 'up' | 'down',
  given: HookExpression['given'],
  pick: string,
  isWhole = false,
): Expression {
  return { kind: 'hook', step, name: hookName(resource, path), direction, given, pick, isWhole };
}

/** Hooks are called by the resource and the one field that is taken apart or made: `orderCustomerName`. */
export function hookName(resource: string, path: string): string {
  const parts = path.split('.').map((part) => capitalized(part.replace('[]', '')));
  return camelCaseOf(resource) + parts.join('');
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function tableDown(
  newer: ResolvedField,
  older: ResolvedField,
  values: Readonly<Record<string, string>>,
  others: string | undefined,
  isChecked: boolean,
): Record<string, string> {
  const back = new Map<string, string>();
  for (const [from, to] of Object.entries(values)) {
    if (!back.has(to)) back.set(to, from);
  }
  const olderValues = older.type === 'enum' ? new Set(older.values) : undefined;
  if (isChecked) refuseStrangers(newer, older, values, others);
  const newerValues = newer.type === 'enum' ? newer.values : [...back.keys()];
  const unknown: string[] = [];
  const entries = newerValues.map((name): [string, string] => {
    // A value that both versions have means the same, unless the step says otherwise.
    if (olderValues?.has(name) === true && (own(values, name) ?? name) === name)
      return [name, name];
    const found = back.get(name) ?? (olderValues?.has(name) === false ? others : name);
    if (found === undefined) unknown.push(name);
    return [name, found ?? name];
  });
  if (unknown.length > 0 && isChecked) {
    throw new OperationIssue(
      'values',
      'unknown-value',
      `clients of the older version do not know ${unknown.map((name) => `"${name}"`).join(', ')}; ` +
        'write "others" with what they are shown, or what it was called',
      [...(olderValues ?? [])],
    );
  }
  return Object.fromEntries(entries);
}

/** A value that a version does not know is a slip: nothing would ever be shown, or sent, by that name. */
function refuseStrangers(
  newer: ResolvedField,
  older: ResolvedField,
  values: Readonly<Record<string, string>>,
  others: string | undefined,
): void {
  const refuse = (key: string, which: string, value: string, { values: known }: ResolvedEnum) => {
    throw new OperationIssue(
      key,
      'unknown-value',
      `the ${which} version has no value "${value}" of it`,
      known,
    );
  };
  if (older.type === 'enum') {
    const shown = [
      ...Object.keys(values).map((value) => ['values', value] as const),
      ...(others === undefined ? [] : [['others', others] as const]),
    ];
    for (const [key, value] of shown) {
      if (!older.values.includes(value)) refuse(key, 'older', value, older);
    }
  }
  if (newer.type !== 'enum') return;
  for (const value of Object.values(values)) {
    if (!newer.values.includes(value)) refuse('values', 'newer', value, newer);
  }
}

type ResolvedEnum = Extract<ResolvedField, { type: 'enum' }>;

/** With the values of the other shape, and with its default where that is the renamed one. */
function withValuesOf(
  field: ResolvedField,
  other: ResolvedField,
  table: Readonly<Record<string, string>>,
): ResolvedField {
  if (field.type !== 'enum' || other.type !== 'enum') return field;
  const { default: initial } = field;
  const renamed = typeof initial === 'string' ? own(table, initial) : undefined;
  const isImplied = renamed !== undefined && renamed === other.default;
  return { ...field, values: other.values, ...(isImplied && { default: renamed }) };
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
