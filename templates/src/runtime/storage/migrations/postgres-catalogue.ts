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

/** The tables that a table refers to. */
export async function referredTo(session: Session, table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    session,
    `select distinct t.relname as name from pg_constraint as c join pg_class as t on t.oid = c.confrelid
     where c.conrelid = ${oidOf(table)} and c.contype = 'f' and t.oid <> c.conrelid`,
  );
  return rows.map(({ name }) => name);
}

/** Whether a column has a value in every row, and the value that rows get which do not name it. */
export async function rulesOf(
  session: Session,
  table: string,
  column: string,
): Promise<{ readonly required: boolean; readonly default: string | null } | undefined> {
  const [found] = await query<{ required: boolean; expression: string | null }>(
    session,
    `select a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as expression
     from pg_attribute as a left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = ${oidOf(table)} and a.attname = ${text(column)} and not a.attisdropped`,
  );
  if (found === undefined || found.expression === null)
    return found && { required: found.required, default: null };
  const [made] = await query<{ value: string }>(session, `select ${found.expression} as value`);
  return { required: found.required, default: made?.value ?? null };
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
