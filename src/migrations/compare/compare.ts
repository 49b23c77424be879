import { isDeepStrictEqual } from 'node:util';
import type { ServiceModel } from '../../model/model.ts';
import { resourcesByName } from '../../model/once.ts';
import { createSteps } from '../create.ts';
import type { Step } from '../step.ts';
import type { Table, TableColumn } from '../table.ts';
import { tablesOf } from '../tables.ts';
import { asking, type Answers, type Asking, type Question } from '../../evolution/asking.ts';
import { changeTable } from './change-table.ts';
import { keptDefinition } from './kept-columns.ts';
import { dropSteps } from './drop-tables.ts';
import type { KnownChanges } from './known-changes.ts';
import { matchColumns } from './match-columns.ts';
import { matchTables, type TableMatch, type WrongName } from './match-tables.ts';
import { aside, inFreeOrder } from './order.ts';
import { phases, type Phases } from './phases.ts';
import { shownBy, type Shown } from './shown.ts';
import { renameStoredEvents, renameStoredResources, storedValues } from './stored-names.ts';

/** What leads from the tables of the last generation to those of the present specification. */
export interface Comparison {
  /** Of no use while there are questions. */
  readonly steps: readonly Step[];
  /** Without an answer, or with one that is none. */
  readonly questions: readonly Question[];
  /** The same with those that have an answer. */
  readonly asked: readonly Question[];
  /** The tables as the steps leave them. */
  readonly tables: readonly Table[];
  /** Former names in the specification that nothing had. */
  readonly wrong: readonly WrongName[];
}

/** @param former as the last generation left them */
export function compareTables(
  former: readonly Table[],
  model: ServiceModel,
  known: KnownChanges,
  answers: Answers,
): Comparison {
  const asked = asking(answers);
  const steps = phases();
  const present = tablesOf(model);
  const shown = shownBy(model.older);
  const match = matchTables(former, present, known, asked);
  // Other questions depend on what is which.
  if (asked.open.length > 0) return unanswered(asked, match.wrong);
  const matched = match.pairs.map((pair) => ({
    ...pair,
    ...(pair.before &&
      pair.present && {
        columns: matchColumns(pair.before, pair.present, match.resources, known, asked),
      }),
  }));
  const wrong = [...match.wrong, ...matched.flatMap(({ columns }) => columns?.wrong ?? [])];
  if (asked.open.length > 0) return unanswered(asked, wrong);
  const kept = keptTables(match, shown);
  const gone = goneTables(match, kept);
  const tables = tableNames(match, kept);
  const moved = renameTables(match, gone, steps);
  const created = match.pairs.flatMap(({ before, present: is }) => (before ? [] : (is ?? [])));
  const there = new Set(tables.values());
  steps.add('createTables', ...createSteps(created, there));
  const resources = resourcesByName(model);
  const changed = matched.flatMap(({ before, present: is, columns }): Table[] => {
    if (is === undefined) return [];
    if (before === undefined || columns === undefined) return [is];
    const resource = is.resource === undefined ? undefined : resources.get(is.resource);
    const change = { before, present: is, columns: columns.pairs, resource, tables, known, shown };
    return [changeTable(change, steps, asked)];
  });
  const stored = storedValues(present, steps);
  renameStoredResources(match.resources, stored);
  const about = { resources: match.resources, former };
  const events = renameStoredEvents(model, known, about, stored);
  steps.add('dropTables', ...dropSteps(gone.map((table) => movedTable(table, moved, tables))));
  return {
    steps: steps.inOrder(),
    questions: asked.open,
    asked: asked.asked,
    tables: [
      ...changed.map((table) => (table.events ? { ...table, events } : table)),
      ...kept.map((table) => keepTable(table, tables, steps)),
    ],
    wrong,
  };
}

function unanswered({ open, asked }: Asking, wrong: readonly WrongName[]): Comparison {
  return { steps: [], questions: open, asked, tables: [], wrong };
}

/** Tables of resources that only older versions still show. */
function keptTables({ pairs }: TableMatch, shown: Shown): Table[] {
  const taken = new Set(pairs.map(({ present }) => present?.name));
  return pairs.flatMap(({ before, present }) =>
    present === undefined &&
    before?.resource !== undefined &&
    shown.resource(before.resource) &&
    !taken.has(before.name)
      ? [before]
      : [],
  );
}

function goneTables({ pairs }: TableMatch, kept: readonly Table[]): Table[] {
  return pairs.flatMap(({ before, present }) =>
    before !== undefined && present === undefined && !kept.includes(before) ? [before] : [],
  );
}

/** Present names by the former ones, of all tables that stay. */
function tableNames({ pairs }: TableMatch, kept: readonly Table[]): ReadonlyMap<string, string> {
  return new Map([
    ...pairs.flatMap(({ before, present }) =>
      before && present ? [[before.name, present.name] as const] : [],
    ),
    ...kept.map(({ name }) => [name, name] as const),
  ]);
}

/** @returns where the tables are that go and whose names others get */
function renameTables(
  { pairs }: TableMatch,
  gone: readonly Table[],
  steps: Phases,
): ReadonlyMap<string, string> {
  const wanted = new Set(
    pairs.flatMap(({ before, present }) =>
      present && present.name !== before?.name ? [present.name] : [],
    ),
  );
  const moved = new Map(
    gone.filter(({ name }) => wanted.has(name)).map(({ name }) => [name, aside(name)]),
  );
  const rename = (from: string, to: string): Step => ({ kind: 'renameTable', table: from, to });
  steps.add('moveTables', ...[...moved].map(([from, to]) => rename(from, to)));
  const renamings = pairs.flatMap(({ before, present }) =>
    before && present ? [{ from: before.name, to: present.name }] : [],
  );
  const there = pairs.flatMap(({ before }) =>
    before ? [moved.get(before.name) ?? before.name] : [],
  );
  steps.add(
    'renameTables',
    ...inFreeOrder(renamings, there).map(({ from, to }) => rename(from, to)),
  );
  return moved;
}

/** A table that goes, with the names that it and others have by then. */
function movedTable(
  table: Table,
  moved: ReadonlyMap<string, string>,
  tables: ReadonlyMap<string, string>,
): Table {
  const nameOf = (name: string) => moved.get(name) ?? tables.get(name) ?? name;
  const columns = [...table.columns].map(([name, column]): [string, TableColumn] => {
    const { references } = column.definition;
    if (references === undefined) return [name, column];
    const renamed = { ...references, table: nameOf(references.table) };
    return [name, { ...column, definition: { ...column.definition, references: renamed } }];
  });
  return { ...table, name: nameOf(table.name), columns: new Map(columns) };
}

/** The target of the reference may be deleted, and rows that no caller sees must not prevent that. */
function keepTable(table: Table, tables: ReadonlyMap<string, string>, steps: Phases): Table {
  const columns = new Map(table.columns);
  for (const [name, column] of table.columns) {
    const { definition } = column;
    const { references } = definition;
    if (references === undefined) continue;
    const target = tables.get(references.table);
    const from =
      target === undefined
        ? definition
        : { ...definition, references: { ...references, table: target } };
    const stays = target !== undefined && references.onDelete === 'cascade';
    const to = stays ? from : keptDefinition(definition, tables);
    columns.set(name, { ...column, definition: to });
    if (isDeepStrictEqual(from, to)) continue;
    steps.add('alterColumns', { kind: 'alterColumn', table: table.name, column: name, from, to });
  }
  return { ...table, columns, isKept: true };
}
