import { isDeepStrictEqual } from 'node:util';
import type { FieldOperation } from '../../evolution/steps/schema.ts';
import { fieldOf, parentOf, type Table, type TableColumn } from '../table.ts';
import { oneOf, type Asking } from '../../evolution/asking.ts';
import type { KnownChanges } from './known-changes.ts';
import type { WrongName } from './match-tables.ts';

export interface NamedColumn extends TableColumn {
  readonly name: string;
}

/** A column as it was and as it is; one of the two is undefined where it is new or gone. */
export interface ColumnPair {
  readonly before: NamedColumn | undefined;
  readonly present: NamedColumn | undefined;
}

export interface ColumnMatch {
  readonly pairs: readonly ColumnPair[];
  readonly wrong: readonly WrongName[];
}

/**
 * Which column of a table is which: those of fields by the field, that of the parent by the parent, and all others by their names.
 *
 * @param resources present singular names by the former ones
 */
export function matchColumns(
  before: Table,
  present: Table,
  resources: ReadonlyMap<string, string>,
  known: KnownChanges,
  asked: Asking,
): ColumnMatch {
  // What only older versions show is not the field that has its name now.
  const was = named(before).toSorted((a, b) => Number(isKept(a)) - Number(isKept(b)));
  const is = named(present);
  const fields = matchFields(present.resource ?? '', was, is, known, asked);
  const isSame = (one: NamedColumn, other: NamedColumn): boolean => {
    const [field, otherField] = [fieldOf(one), fieldOf(other)];
    if (field !== undefined && otherField !== undefined) {
      return (fields.former.get(otherField.field) ?? otherField.field) === field.field;
    }
    const [parent, otherParent] = [parentOf(one), parentOf(other)];
    if (parent !== undefined && otherParent !== undefined) {
      return resources.get(parent.parent) === otherParent.parent;
    }
    return one.source === undefined && other.source === undefined && one.name === other.name;
  };
  const partners = new Map<NamedColumn, NamedColumn>();
  for (const column of is) {
    const partner = was.find((each) => isSame(each, column));
    if (partner !== undefined) partners.set(column, partner);
  }
  // The same column for another purpose, such as a reference that has become the parent.
  const used = new Set(partners.values());
  for (const column of is) {
    if (partners.has(column)) continue;
    const other = was.find(({ name }) => name === column.name);
    if (other !== undefined && !used.has(other)) partners.set(column, other);
  }
  const matched = new Set(partners.values());
  return {
    pairs: [
      ...is.map((column): ColumnPair => ({ before: partners.get(column), present: column })),
      ...was
        .filter((column) => !matched.has(column))
        .map((column): ColumnPair => ({ before: column, present: undefined })),
    ],
    wrong: fields.wrong,
  };
}

function isKept(column: NamedColumn): boolean {
  return fieldOf(column)?.isKept === true;
}

function named({ columns }: Table): NamedColumn[] {
  return [...columns].map(([name, column]) => ({ name, ...column }));
}

/** Former names of fields by the present ones. */
function matchFields(
  resource: string,
  was: readonly NamedColumn[],
  is: readonly NamedColumn[],
  known: KnownChanges,
  asked: Asking,
): { readonly former: ReadonlyMap<string, string>; readonly wrong: readonly WrongName[] } {
  const before = byField(was);
  const present = byField(is);
  const former = new Map<string, string>();
  const wrong: WrongName[] = [];
  const isFree = (name: string) =>
    before.has(name) && !present.has(name) && ![...former.values()].includes(name);
  for (const name of present.keys()) {
    const said = known.fields.get(`${resource}.${name}`);
    if (said === undefined) continue;
    // One that took the name of a field that is gone now is carried over while its former column is there.
    const column = before.get(said.value);
    const isOpen = column !== undefined && !isKept(column) && isFree(said.value);
    if (before.has(name) && !isOpen) continue;
    if (isFree(said.value)) former.set(name, said.value);
    else if (said.place !== undefined) {
      const message = `"${resource}" had no field "${said.value}"`;
      wrong.push({ place: said.place, message });
    }
  }
  // The step names the columns that are new and those that are gone.
  const inStep = namesIn(known.operations.get(resource) ?? []);
  const added = [...present].filter(
    ([name]) =>
      !before.has(name) && !known.fields.has(`${resource}.${name}`) && !inStep.fresh.has(name),
  );
  for (const [name, column] of added) {
    const isAlike = ([, other]: readonly [string, NamedColumn]) =>
      isDeepStrictEqual(other.definition.type, column.definition.type) &&
      isDeepStrictEqual(other.definition.references, column.definition.references);
    const removed = [...before].filter(
      ([each, other]) =>
        isFree(each) && fieldOf(other)?.isKept === undefined && !inStep.gone.has(each),
    );
    const alike = removed.filter(isAlike);
    if (alike.length !== 1 || added.filter(isAlike).length !== 1) continue;
    const [other = ''] = alike[0] ?? [];
    if (askWhetherRenamed(resource, name, other, asked) === other) former.set(name, other);
  }
  return { former, wrong };
}

/** Whole fields that operations make, and those that they take away. */
function namesIn(operations: readonly FieldOperation[]) {
  const fresh = operations.flatMap(({ add, split, merge, move }) => [
    add?.field,
    ...(split?.into ?? []),
    merge?.into,
    move?.to,
  ]);
  const gone = operations.flatMap(({ remove, split, merge, move }) => [
    remove?.field,
    split?.field,
    ...(merge?.fields ?? []),
    move?.from,
  ]);
  return { fresh: new Set(fresh), gone: new Set(gone) };
}

function byField(columns: readonly NamedColumn[]): ReadonlyMap<string, NamedColumn> {
  const found = new Map<string, NamedColumn>();
  for (const column of columns) {
    const { field } = fieldOf(column) ?? {};
    if (field !== undefined && !found.has(field)) found.set(field, column);
  }
  return found;
}

function askWhetherRenamed(
  resource: string,
  field: string,
  former: string,
  asked: Asking,
): string | null | undefined {
  return asked.ask<string | null>(
    {
      place: `resources.${resource}.fields.${field}.renamedFrom`,
      text: `Was the field "${field}" of "${resource}" called "${former}" before?`,
      help: 'The former name, and its values stay; or null for a new field.',
      choices: [
        { value: former, says: `"${former}" is its former name` },
        { value: null, says: `it is new, and the values of "${former}" go` },
      ],
      isOpen: false,
    },
    (answer) => (answer === null ? { value: null } : oneOf([former])(answer)),
  );
}
