import { sql, type AliasedRawBuilder } from 'kysely';
import type { Conversion } from './values.ts';

/** What the store relies on: the key, a UUID, and the number of the row's last change. */
export interface Identified {
  readonly id: string;
  readonly revision: number;
}

export interface Column<Name extends string = string> {
  readonly name: Name;
  readonly type: Pick<Conversion<unknown, unknown>, 'write' | 'asText'>;
}

interface Parent {
  readonly table: string;
  /** The column that refers to this parent, in the next table of the chain. */
  readonly column: string;
}

/** How the members of an entity are kept in the rows of one table. */
export interface Table<Row, Entity> {
  readonly name: string;
  readonly columns: { readonly [Member in keyof Entity & string]: Column<keyof Row & string> };
  /** From the outermost one to the direct parent, as in the path of the resource. */
  readonly parents?: readonly Parent[];
  fromRow(row: Row): Entity;
  toRow(entity: Entity): Row;
}

export function columnsOf<Row, Entity>(table: Table<Row, Entity>): Column[] {
  return Object.values<Column>(table.columns);
}

/** The members that clients know, for the columns that an error names. */
export function membersOf<Row, Entity>(
  table: Table<Row, Entity>,
  columns: readonly string[],
): string[] {
  const members = Object.entries<Column>(table.columns);
  return members.filter(([, { name }]) => columns.includes(name)).map(([member]) => member);
}

/** Every column, under its own name, as `fromRow` expects it. */
export function selectionOf<Row, Entity>(
  table: Table<Row, Entity>,
): AliasedRawBuilder<unknown, string>[] {
  return columnsOf(table).map(({ name, type }) => {
    const column = sql.ref(`${table.name}.${name}`);
    return (type.asText ? sql`cast(${column} as text)` : column).as(name);
  });
}
