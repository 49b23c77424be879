import { isDeepStrictEqual } from 'node:util';
import type { FieldOperation } from '../../evolution/steps/schema.ts';
import type { ResourceModel } from '../../model/model.ts';
import type { Column, Fill } from '../definition.ts';
import { libraryFills } from '../library-tables.ts';
import { fieldOf, parentOf, type Table, type TableColumn } from '../table.ts';
import type { Asking } from '../../evolution/asking.ts';
import { conversionOf } from './conversion-question.ts';
import { nameOf } from './conversions.ts';
import { columnsOf, madeBy } from '../row-operation.ts';
import { carriedRows, rowOperations } from './carried-rows.ts';
import { fillOf, type ColumnNames } from './fills.ts';
import type { KnownChanges } from './known-changes.ts';
import type { ColumnPair, NamedColumn } from './match-columns.ts';
import { inFreeOrder, keptAside } from './order.ts';
import { parentFill } from './parent-question.ts';
import { narrowed } from './narrowing.ts';
import type { Phases } from './phases.ts';
import type { Shown } from './shown.ts';
import { replacedValues } from './values.ts';

export interface TableChange {
  readonly before: Table;
  readonly present: Table;
  readonly columns: readonly ColumnPair[];
  /** Absent: a table of the library. */
  readonly resource: ResourceModel | undefined;
  /** Present names of tables by the former ones. */
  readonly tables: ReadonlyMap<string, string>;
  readonly known: KnownChanges;
  readonly shown: Shown;
}

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

function isInTheWay(columns: readonly ColumnPair[], name: string): boolean {
  return columns.some(({ before, present }) => present?.name === name && before?.name !== name);
}

interface CarriedOver {
  /** Names of columns of before that the table has no more, where these have others for the time of the migration, or for good. */
  readonly gone: ReadonlyMap<string, string>;
  /** New columns that get their values from others. */
  readonly made: ReadonlySet<string>;
}

/** Adds the step that gives rows their values in the places of now. */
function carryOver(change: TableChange, steps: Phases): CarriedOver {
  const { present, columns, resource, known } = change;
  const operations = (resource && known.operations.get(resource.name)) ?? [];
  const rows = resource && carriedRows(operations, columns, resource);
  const sources = new Set(rows?.sources.map(({ column }) => column));
  const gone = new Map<string, string>();
  for (const { before, present: is } of columns) {
    if (before === undefined || is !== undefined) continue;
    const isKept = keptColumn(change, before) !== undefined;
    if (isKept || (sources.has(before.name) && isInTheWay(columns, before.name))) {
      gone.set(before.name, keptName(change, before, steps));
    }
  }
  if (rows === undefined) return { gone, made: new Set() };
  const nameOf = ({ name, column }: { readonly name: string; readonly column?: string }) => {
    if (column === undefined) return resource?.fields.find((each) => each.name === name)?.column;
    const now = columns.find(({ before }) => before?.name === column)?.present;
    return now?.name ?? gone.get(column) ?? column;
  };
  const done = rowOperations(rows, nameOf);
  if (done.length === 0) return { gone, made: new Set() };
  const types = columnsOf(done).flatMap((name) => {
    const pair = columns.find(
      ({ before, present: is }) =>
        (is?.name ?? gone.get(before?.name ?? '') ?? before?.name) === name,
    );
    const { definition } = pair?.before ?? pair?.present ?? {};
    return definition === undefined ? [] : [[name, definition.type] as const];
  });
  steps.add('carryRows', {
    kind: 'carryRows',
    table: present.name,
    types: Object.fromEntries(types),
    operations: done,
  });
  return { gone, made: new Set(madeBy(done)) };
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

/** Undefined: it can go. */
function keptColumn(
  { present, shown, tables }: TableChange,
  column: NamedColumn,
): TableColumn | undefined {
  const field = fieldOf(column);
  const { resource } = present;
  if (field === undefined || resource === undefined || !shown.field(resource, field.field)) {
    return undefined;
  }
  return {
    definition: keptDefinition(column.definition, tables),
    source: { ...field, isKept: true },
  };
}

/** Another field may have got its name: then it makes room for the column of that. */
function keptName({ present, columns }: TableChange, { name }: NamedColumn, steps: Phases): string {
  if (!present.columns.has(name)) return name;
  const taken = new Set(
    columns.flatMap(({ before, present: is }) => [before?.name ?? '', is?.name ?? '']),
  );
  const to = keptAside(name, taken);
  steps.add('freeColumns', { kind: 'renameColumn', table: present.name, column: name, to });
  return to;
}

/** The service writes it no more, and what it refers to may go. */
export function keptDefinition(
  { required: _, references, ...definition }: Column,
  tables: ReadonlyMap<string, string>,
): Column {
  const table = references && tables.get(references.table);
  return table === undefined
    ? definition
    : { ...definition, references: { table, onDelete: 'set null' } };
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
function isMadeByHook({ resource, known }: TableChange, column: NamedColumn): boolean {
  const name = fieldOf(column)?.field;
  const operations = (resource && known.operations.get(resource.name)) ?? [];
  return operations.some(
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

/** The values of before, as the open step says: between truths and words only it knows them. */
function retypeOf(
  { resource, known }: TableChange,
  name: string,
  from: Column,
  to: Column,
): { readonly sql: string } | undefined {
  const operations = (resource && known.operations.get(resource.name)) ?? [];
  const column = resource?.fields.find((each) => each.name === name)?.column ?? name;
  for (const [index, { retype }] of operations.entries()) {
    const { by, values: [no, yes] = [] } = retype ?? {};
    if (retype === undefined || no === undefined || yes === undefined) continue;
    if (nowCalled(retype.field, operations.slice(index + 1)) !== name) continue;
    if (by === 'boolean-to-enum' && from.type === 'boolean' && to.type === 'text') {
      return {
        sql: `case when "${column}" then ${sqlText(yes)} when not "${column}" then ${sqlText(no)} end`,
      };
    }
    if (by === 'enum-to-boolean' && from.type === 'text' && to.type === 'boolean') {
      return { sql: `"${column}" = ${sqlText(yes)}` };
    }
  }
  return undefined;
}

/** What later operations call a field. */
function nowCalled(field: string, later: readonly FieldOperation[]): string {
  return later.reduce((name, { rename }) => (rename?.from === name ? rename.to : name), field);
}

function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
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
