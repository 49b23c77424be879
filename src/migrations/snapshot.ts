import { isDeepStrictEqual } from 'node:util';
import { isMapping } from '../specification/plain.ts';
import type { StoredEvent, Table, TableColumn } from './table.ts';

/** Where a service keeps what its tables are; committed. */
export const snapshotPath = '.resource-service/tables';

const format = 1;
const firstLine = `# resource-service tables ${format}`;

/** What the last generation left of the tables. */
export interface Snapshot {
  readonly tables: readonly Table[];
  /** Name under which databases know 0001-initial, where an older generator gave it another one. */
  readonly formerInitial?: string;
  /** Each line by what it is about, with the number of the migration that last changed it. */
  readonly entries: ReadonlyMap<string, Entry>;
}

interface Entry {
  readonly since: number;
  /** Undefined: it was there once. */
  readonly value: string | undefined;
}

const gone = 'gone';

/**
 * The snapshot as text. One line for each table, column, index and kind of event, sorted: what it is about, the number of the migration
 * that made it so, and the definition, or `gone`. The number decides where git has united the lines of two branches, and so does a line that says
 * that something is gone: nothing that one branch removed comes back with the neighbouring lines of the other.
 *
 * ```
 * # resource-service tables 1
 *
 * orders column due_on 3 {"definition":{"type":"date"},"source":{"field":"dueOn","type":"date"}}
 * orders index due_on,id 3 {}
 * orders table - 1 {"resource":"order","primaryKey":["id"]}
 * ```
 *
 * @param number of the migration that makes the tables so
 */
export function formatSnapshot(
  tables: readonly Table[],
  number: number,
  { former, formerInitial }: { readonly former?: Snapshot; readonly formerInitial?: string },
): string {
  const next = new Map<string, Entry>();
  for (const [about, value] of tables.flatMap(linesOf)) {
    const before = former?.entries.get(about);
    next.set(about, before?.value === value ? before : { since: number, value });
  }
  for (const [about, entry] of former?.entries ?? []) {
    if (next.has(about)) continue;
    next.set(about, entry.value === undefined ? entry : { since: number, value: undefined });
  }
  const lines = [...next].map(([about, { since, value = gone }]) => `${about} ${since} ${value}`);
  return [
    firstLine,
    ...(formerInitial === undefined ? [] : [`# initial ${formerInitial}`]),
    '',
    ...lines.toSorted((a, b) => (a < b ? -1 : 1)),
    '',
  ].join('\n');
}

function linesOf(table: Table): [string, string][] {
  const { name, resource, primaryKey, isKept } = table;
  const line = (kind: string, of: string, value: object): [string, string] => [
    `${name} ${kind} ${of}`,
    JSON.stringify(value),
  ];
  return [
    line('table', '-', { ...(resource && { resource }), primaryKey, ...(isKept && { isKept }) }),
    ...[...table.columns].map(([column, { definition, source }]) =>
      line('column', column, { definition, ...(source && { source }) }),
    ),
    ...table.unique.map((key) => line('unique', key.join(), {})),
    ...table.indexes.map((key) => line('index', key.join(), {})),
    ...[...(table.events ?? [])].map(([kind, event]) => line('event', kind, event)),
  ];
}

export type SnapshotReading =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly line: number; readonly problem: string };

const pattern = /^(\S+) (table|column|unique|index|event) (\S+) ([0-9]{1,9}) (gone|\{.*\})$/;

/** Passes over the marks that git leaves where a host does not unite lines. */
export function parseSnapshot(text: string): SnapshotReading {
  const lines = text.split(/\r?\n/);
  if (lines[0] !== firstLine) {
    return { ok: false, line: 1, problem: `the first line is not "${firstLine}"` };
  }
  const entries = new Map<string, Entry>();
  let formerInitial: string | undefined;
  for (const [index, line] of lines.entries()) {
    if (line === '' || /^(<{7}|={7}|>{7}|\|{7})/.test(line)) continue;
    if (line.startsWith('#')) {
      formerInitial = /^# initial (0001-initial-[0-9a-f]+)$/.exec(line)?.[1] ?? formerInitial;
      continue;
    }
    const [, table, kind, of, since, value] = pattern.exec(line) ?? [];
    if (table === undefined || !isDefinition(value)) {
      return { ok: false, line: index + 1, problem: 'the line cannot be read' };
    }
    const about = `${table} ${kind} ${of}`;
    const entry = { since: Number(since), value: value === gone ? undefined : value };
    const other = entries.get(about);
    if (other === undefined || other.since < entry.since) entries.set(about, entry);
    else if (other.since === entry.since && isOther(other, entry)) {
      const problem = `two branches changed "${about}" in different ways; leave the line of one of them, and make that of the other with another change`;
      return { ok: false, line: index + 1, problem };
    }
  }
  const tables = tablesIn(entries);
  if ('orphan' in tables) {
    const line = lines.findIndex((each) => each.startsWith(`${tables.orphan} `)) + 1;
    const problem = `"${tables.orphan}" belongs to no table: one branch removed or renamed the table that another one changed`;
    return { ok: false, line, problem };
  }
  return {
    ok: true,
    snapshot: { tables: tables.all, entries, ...(formerInitial && { formerInitial }) },
  };
}

/** Two branches may each have added a value of an enum, which is no change of the column. */
function isOther(one: Entry, other: Entry): boolean {
  const definitionOf = ({ value }: Entry): unknown => {
    const parsed: unknown = value === undefined ? undefined : JSON.parse(value);
    return isMapping(parsed) && 'definition' in parsed ? parsed['definition'] : parsed;
  };
  return !isDeepStrictEqual(definitionOf(one), definitionOf(other));
}

function isDefinition(value: string | undefined): value is string {
  if (value === gone) return true;
  try {
    return typeof JSON.parse(value ?? '') === 'object';
  } catch {
    return false;
  }
}

function tablesIn(
  entries: ReadonlyMap<string, Entry>,
): { readonly all: Table[] } | { readonly orphan: string } {
  interface Building {
    readonly about: Pick<Table, 'resource' | 'primaryKey' | 'isKept'>;
    readonly columns: Map<string, TableColumn>;
    readonly unique: string[][];
    readonly indexes: string[][];
    readonly events: Map<string, StoredEvent>;
  }
  const present = [...entries].flatMap(([about, { value }]) =>
    value === undefined ? [] : [[about, about.split(' '), value] as const],
  );
  const tables = new Map<string, Building>();
  for (const [, [name = '', kind], value] of present) {
    if (kind !== 'table') continue;
    const about = JSON.parse(value) as Building['about'];
    const parts = { columns: new Map(), unique: [], indexes: [], events: new Map() };
    tables.set(name, { about, ...parts });
  }
  for (const [about, [name = '', kind, of = ''], value] of present) {
    const table = tables.get(name);
    if (table === undefined) return { orphan: about };
    if (kind === 'column') table.columns.set(of, JSON.parse(value) as TableColumn);
    if (kind === 'unique') table.unique.push(of.split(','));
    if (kind === 'index') table.indexes.push(of.split(','));
    if (kind === 'event') table.events.set(of, JSON.parse(value) as StoredEvent);
  }
  return {
    all: [...tables].map(([name, { about, events, ...parts }]) => ({
      name,
      ...about,
      ...parts,
      ...(events.size > 0 && { events }),
    })),
  };
}

/** A snapshot of tables of which nothing was kept yet. */
export function snapshotOf(tables: readonly Table[], formerInitial?: string): Snapshot {
  const entries = new Map(
    tables.flatMap(linesOf).map(([about, value]) => [about, { since: 1, value }]),
  );
  return { tables, entries, ...(formerInitial && { formerInitial }) };
}
