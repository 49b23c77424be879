import { query, type Session } from './session.ts';
import { text } from './projection.ts';

interface ExistingIndex {
  readonly name: string;
  readonly isUnique: boolean;
  /** False where making it was interrupted. */
  readonly isValid: boolean;
  readonly columns: readonly string[];
}

/** The indexes of a table but that of its primary key. */
export function indexesOf(session: Session, table: string): Promise<ExistingIndex[]> {
  return query<ExistingIndex>(
    session,
    `select i.relname as name, x.indisunique as "isUnique", x.indisvalid as "isValid",
            array(select a.attname::text from unnest(x.indkey::int2[]) with ordinality as k(number, place)
                  join pg_attribute as a on a.attrelid = x.indrelid and a.attnum = k.number
                  order by k.place) as columns
     from pg_index as x join pg_class as i on i.oid = x.indexrelid
     where x.indrelid = ${oidOf(table)} and not x.indisprimary`,
  );
}

export interface ExistingConstraint {
  readonly name: string;
  readonly isPrimaryKey: boolean;
  readonly isForeignKey: boolean;
  readonly isValid: boolean;
  readonly columns: readonly string[];
}

/** The constraints of a table. */
export function constraintsOf(session: Session, table: string): Promise<ExistingConstraint[]> {
  return query<ExistingConstraint>(
    session,
    `select c.conname as name, c.contype = 'p' as "isPrimaryKey", c.contype = 'f' as "isForeignKey",
            c.convalidated as "isValid",
            array(select a.attname::text from unnest(c.conkey) with ordinality as k(number, place)
                  join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = k.number
                  order by k.place) as columns
     from pg_constraint as c where c.conrelid = ${oidOf(table)}`,
  );
}

/** The columns of a table, those included that are being made. */
export async function columnsOf(session: Session, table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    session,
    `select attname as name from pg_attribute
     where attrelid = ${oidOf(table)} and attnum > 0 and not attisdropped`,
  );
  return rows.map(({ name }) => name);
}

/** How many pages of 8 KiB a table has. */
export async function pagesOf(session: Session, table: string): Promise<number> {
  const [row] = await query<{ pages: number }>(
    session,
    `select pg_relation_size(${oidOf(table)}) / current_setting('block_size')::int as pages`,
  );
  return Number(row?.pages ?? 0);
}

function oidOf(table: string): string {
  return `to_regclass(quote_ident(current_schema()) || '.' || quote_ident(${text(table)}))`;
}
