import { isDeepStrictEqual } from 'node:util';
import type { Column, Fill } from '../definition.ts';
import { libraryFills } from '../library-tables.ts';
import { fieldOf, parentOf, type Table, type TableColumn } from '../table.ts';
import type { Asking } from '../../evolution/asking.ts';
import { conversionOf } from './conversion-question.ts';
import { nameOf } from './conversions.ts';
import { carryOver, isInTheWay } from './carry-over.ts';
import { fillOf, type ColumnNames } from './fills.ts';
import { keptColumn } from './kept-columns.ts';
import type { ColumnPair, NamedColumn } from './match-columns.ts';
import { inFreeOrder } from './order.ts';
import { parentFill } from './parent-question.ts';
import { narrowed } from './narrowing.ts';
import type { Phases } from './phases.ts';
import { retypeOf } from './retype.ts';
import { operationsOf, type TableChange } from './table-change.ts';
import { replacedValues } from './values.ts';

/** @returns the table as it will be: as the specification has it, and with what older versions still show */
export function changeTable(change: TableChange, steps: Phases, asked: Asking): Table {
  const { present, columns } = change;
  renameColumns(change, steps);
  const names = namesOf(columns);
  const kept = new Map<string, TableColumn>();
  const carried = carryOver(change, steps);
  for (const { before: was, present: is } of columns) {
    if (is === undefined && was !== undefined) {
      const stays = keptColumn(change, was);
      const name = carried.gone.get(was.name) ?? was.name;
      if (stays === undefined) dropColumn(change, was, name, steps);
      else {
        kept.set(name, stays);
        alterDefinition(change, { ...was, name }, stays.definition, steps);
      }
    } else if (is !== undefined && was === undefined) {
      if (carried.made.has(is.name)) addCarried(change, is, steps);
      else addColumn(change, is, names, steps, asked);
    } else if (is !== undefined && was !== undefined) {
      alterColumn(change, was, is, names, steps, asked);
    }
  }
  changeIndexes(change, steps);
  return { ...present, columns: new Map([...present.columns, ...kept]) };
}

/** By the names of fields, of those that are gone too: the columns while rows are filled. */
function namesOf(columns: readonly ColumnPair[]): ColumnNames {
  const names = new Map<string, string>();
  for (const { before, present } of columns) {
    const column = present ?? before;
    if (before === undefined || column === undefined) continue;
    const name = fieldOf(column)?.field ?? parentOf(column)?.parent;
    names.set(name ?? camelCase(column.name), column.name);
  }
  return names;
}

function camelCase(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function renameColumns({ present, columns }: TableChange, steps: Phases): void {
  const renamings = columns.flatMap(({ before, present: is }) =>
    before && is ? [{ from: before.name, to: is.name }] : [],
  );
  const goals = new Set(renamings.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const there = columns.flatMap(({ before, present: is }) =>
    before === undefined || (is === undefined && goals.has(before.name)) ? [] : [before.name],
  );
  steps.add(
    'renameColumns',
    ...inFreeOrder(renamings, there).map(
      ({ from, to }) => ({ kind: 'renameColumn', table: present.name, column: from, to }) as const,
    ),
  );
}

/** What stands in the way of a column that gets its name goes before it, or moves aside where its values are carried over. */
function dropColumn(
  { present, columns }: TableChange,
  { name }: NamedColumn,
  moved: string,
  steps: Phases,
) {
  const step = { kind: 'dropColumn', table: present.name, column: moved } as const;
  steps.add(moved === name && isInTheWay(columns, name) ? 'freeColumns' : 'dropColumns', step);
}

/** Rows get their values after the column is there: only then it can be required. */
function addCarried(
  change: TableChange,
  { name, definition, ...column }: NamedColumn,
  steps: Phases,
): void {
  const { required, ...optional } = definition;
  const { resource, known } = change;
  const at = { table: change.present.name, column: name };
  const initial = optionalFill(change, { name, definition, ...column });
  const fill = initial ? { fill: initial } : {};
  steps.add('addColumns', { kind: 'addColumn', ...at, definition: optional, ...fill });
  if (required === undefined) return;
  const field = fieldOf({ definition, ...column })?.field ?? '';
  const said = known.fills.get(`${resource?.name ?? ''}.${field}`);
  const rest = said === undefined ? {} : { fill: { value: said } };
  steps.add('alterColumns', {
    kind: 'alterColumn',
    ...at,
    from: optional,
    to: definition,
    ...rest,
  });
}

/** With the present names of the tables. */
function renamedReferences(definition: Column, tables: ReadonlyMap<string, string>): Column {
  const { references } = definition;
  if (references === undefined) return definition;
  const table = tables.get(references.table) ?? references.table;
  return { ...definition, references: { ...references, table } };
}

function alterDefinition(
  { present, tables }: TableChange,
  { name, definition }: NamedColumn,
  to: Column,
  steps: Phases,
): void {
  const from = renamedReferences(definition, tables);
  if (isDeepStrictEqual(from, to)) return;
  steps.add('alterColumns', { kind: 'alterColumn', table: present.name, column: name, from, to });
}

function addColumn(
  change: TableChange,
  { name, definition, ...column }: NamedColumn,
  names: ColumnNames,
  steps: Phases,
  asked: Asking,
): void {
  const added = { name, definition, ...column };
  const fill =
    definition.required || isMadeByHook(change, added)
      ? requiredFill(change, added, names, true, asked)
      : optionalFill(change, added);
  const step = { kind: 'addColumn', table: change.present.name, column: name, definition } as const;
  steps.add('addColumns', fill ? { ...step, fill } : step);
}

/** Whether a function of the team makes it of others in requests: what it would make of rows only people can say. */
function isMadeByHook(change: TableChange, column: NamedColumn): boolean {
  const name = fieldOf(column)?.field;
  return operationsOf(change).some(
    ({ split, merge }) =>
      (split?.by === 'hook' && split.into.some((path) => path === name)) ||
      (merge?.by === 'hook' && merge.into === name),
  );
}

/** A default is what clients get that leave the field out, and what the rows of before get. */
function optionalFill({ resource }: TableChange, column: NamedColumn): Fill | null {
  const name = fieldOf(column)?.field;
  const defaultValue = resource?.fields.find((each) => each.name === name)?.field.default;
  return defaultValue === undefined ? null : { value: defaultValue };
}

/** What rows get in a column that always has a value. */
function requiredFill(
  { present, resource, known }: TableChange,
  column: NamedColumn,
  columns: ColumnNames,
  isNew: boolean,
  asked: Asking,
): Fill | null | undefined {
  const library = libraryFills[`${present.name}.${column.name}`];
  if (library !== undefined) return library;
  if (resource === undefined) return null;
  const parent = parentOf(column);
  if (parent !== undefined) return parentFill(resource.name, parent.parent, columns, asked);
  const name = fieldOf(column)?.field ?? '';
  const model = resource.fields.find((each) => each.name === name);
  if (model === undefined) return null;
  const said = known.fills.get(`${resource.name}.${name}`);
  const about = { resource: resource.name, name, field: model.field };
  const isRequired = column.definition.required === true;
  return fillOf(about, { said, columns, isNew, isRequired }, asked);
}

function alterColumn(
  change: TableChange,
  before: NamedColumn,
  present: NamedColumn,
  names: ColumnNames,
  steps: Phases,
  asked: Asking,
): void {
  const { resource, present: table, known, tables } = change;
  const from = renamedReferences(before.definition, tables);
  const to = present.definition;
  const name = fieldOf(present)?.field ?? present.name;
  const at = { table: table.name, column: present.name };
  let replaced: Readonly<Record<string, string>> = {};
  if (resource !== undefined) {
    const values = replacedValues(resource.name, before, present, known, asked);
    if (Object.keys(values).length > 0) {
      steps.add('replaceValues', { kind: 'replaceValues', ...at, values });
    }
    if (fieldOf(present)?.isState) renameInHistory(change, values, steps);
    replaced = values;
  }
  const about = { resource: resource?.name ?? table.name, name };
  const retype = retypeOf(change, name, from, to);
  const convert = retype ?? conversionOf(about, from, before, present, asked);
  if (convert?.sql !== 'null') checkValues(at, before, present, replaced, steps);
  if (isDeepStrictEqual(from, to) && convert === null) return;
  const mayBeNull = from.required !== true || convert?.sql === 'null';
  const fill =
    to.required && mayBeNull ? requiredFill(change, present, names, false, asked) : undefined;
  steps.add('alterColumns', {
    kind: 'alterColumn',
    ...at,
    from,
    to,
    ...(fill && { fill }),
    ...(convert && { convert }),
  });
}

/** No number, date or identifier is longer as a text. */
const longestConverted = 64;

/** What only requests have to comply with is counted: rows that do not comply stay. */
function checkValues(
  at: { readonly table: string; readonly column: string },
  before: NamedColumn,
  present: NamedColumn,
  replaced: Readonly<Record<string, string>>,
  steps: Phases,
): void {
  const [was, is] = [fieldOf(before), fieldOf(present)];
  if (was?.rule === undefined || is?.rule === undefined) return;
  const [from, to] = [nameOf(before.definition.type), nameOf(present.definition.type)];
  const isShort = from !== to && !['text', 'json', 'binary'].includes(from);
  const left = was.values?.filter((value) => !Object.hasOwn(replaced, value));
  const allows = narrowed(
    {
      ...was.rule,
      ...(isShort && { maxLength: longestConverted }),
      ...(left && { enum: left }),
    },
    { ...is.rule, ...(is.values && { enum: is.values }) },
  );
  if (Object.keys(allows).length === 0) return;
  const { type } = present.definition;
  steps.add('checkValues', { kind: 'checkValues', ...at, type, allows });
}

/** A state that only has another name now has it in the history too; one that is gone was there once. */
function renameInHistory(
  { resource, known, tables }: TableChange,
  replaced: Readonly<Record<string, string>>,
  steps: Phases,
): void {
  const { field, history } = resource?.machine ?? {};
  if (history === undefined || ![...tables.values()].includes(history.table)) return;
  const said = known.values.get(`${resource?.name}.${field?.name}`)?.value ?? {};
  const values = Object.fromEntries(
    Object.entries(replaced).filter(([former, now]) => said[former] === now),
  );
  if (Object.keys(values).length === 0) return;
  for (const column of ['from', 'to']) {
    steps.add('replaceValues', { kind: 'replaceValues', table: history.table, column, values });
  }
}

/** Indexes follow their table and their columns; those that then are not wanted go, and those that are missing come. */
function changeIndexes({ before, present, columns }: TableChange, steps: Phases): void {
  const renamed = new Map(
    columns.flatMap(({ before: was, present: is }) =>
      was && is ? [[was.name, is.name] as const] : [],
    ),
  );
  const kinds = [
    ['unique', 'dropUniqueIndex', 'createUniqueIndex'],
    ['indexes', 'dropIndex', 'createIndex'],
  ] as const;
  for (const [which, drop, create] of kinds) {
    const now = (key: readonly string[]) => key.map((name) => renamed.get(name) ?? name).join();
    const isGone = (key: readonly string[]) => key.some((name) => !renamed.has(name));
    const wanted = new Set(present[which].map((key) => key.join()));
    const stay = before[which].filter((key) => !isGone(key) && wanted.has(now(key)));
    const there = new Set(stay.map(now));
    for (const key of before[which].filter((each) => !stay.includes(each))) {
      steps.add('freeIndexes', { kind: drop, table: before.name, columns: key });
    }
    for (const key of present[which].filter((each) => !there.has(each.join()))) {
      steps.add('createIndexes', { kind: create, table: present.name, columns: key });
    }
  }
}
