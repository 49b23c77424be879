import { quote } from '../../../src/runtime/storage/migrations/data-types.ts';
import { query, type Session } from '../../../src/runtime/storage/migrations/session.ts';
import type { Exchange, KnownValues } from './recordings.ts';

/** Rows of clients of a version, as they were when it was frozen, and what these clients were shown of them. */
export interface CarriedRows extends KnownValues {
  readonly format: 1;
  /** The last one that the tables had. */
  readonly migration: string;
  /** When they were read last, as an instant. */
  readonly now: string;
  readonly shown: readonly Exchange[];
  /** By tables. */
  readonly tables: Readonly<Record<string, readonly StoredRow[]>>;
}

/** By columns, as SQLite stores it; what JSON has no value for is written with its type. */
type StoredRow = Readonly<Record<string, StoredValue>>;

export type StoredValue =
  string | number | null | Readonly<{ type: 'integer' | 'real' | 'blob'; text: string }>;

/** Every row of tables of SQLite. */
export async function readRows(
  reader: Session,
  tables: readonly string[],
): Promise<CarriedRows['tables']> {
  const entries = tables.map(async (table): Promise<[string, StoredRow[]]> => {
    const columns = await query<{ name: string }>(reader, 'select name from pragma_table_info(?)', [
      table,
    ]);
    // As text, because JavaScript has no number for all of them.
    const parts = columns.flatMap(({ name }, index) => {
      const column = quote(name);
      return [
        `typeof(${column}) as t${String(index)}`,
        `case typeof(${column}) when 'blob' then hex(${column}) when 'real' then printf('%!.17g', ${column}) else cast(${column} as text) end as v${String(index)}`,
      ];
    });
    const rows = await query<Readonly<Record<string, string | null>>>(
      reader,
      `select ${parts.join(', ')} from ${quote(table)} order by "id"`,
    );
    return [
      table,
      rows.map((row) =>
        Object.fromEntries(
          columns.map(({ name }, index) => [
            name,
            stored(row[`t${String(index)}`], row[`v${String(index)}`]),
          ]),
        ),
      ),
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function stored(type: string | null | undefined, text: string | null | undefined): StoredValue {
  if (text === null || text === undefined) return null;
  if (type === 'integer' && Number.isSafeInteger(Number(text))) return Number(text);
  return type === 'integer' || type === 'real' || type === 'blob' ? { type, text } : text;
}
