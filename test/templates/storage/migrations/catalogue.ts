import { sql } from 'kysely';
import type { Database } from '../../../../templates/src/runtime/storage/database.ts';

type Rows = readonly Record<string, unknown>[];

const sqliteQueries = {
  tables: `select m.name, m.sql like '%autoincrement%' as counts, l.strict
    from sqlite_schema as m join pragma_table_list as l on l.name = m.name
    where m.type = 'table' and m.name not like 'sqlite%' order by 1`,
  columns: `select m.name as "table", c.name, lower(c.type) as type, c."notnull", c.dflt_value, c.pk
    from sqlite_schema as m, pragma_table_info(m.name) as c where m.type = 'table' and m.name not like 'sqlite%' order by 1, 2`,
  references: `select m.name, f."table", f."from", f."to", f.on_delete
    from sqlite_schema as m, pragma_foreign_key_list(m.name) as f where m.type = 'table' order by 1, 3`,
  indexes: `select m.name as "table", i.name, i."unique", i.origin, group_concat(c.name) as columns
    from sqlite_schema as m, pragma_index_list(m.name) as i, pragma_index_info(i.name) as c
    where m.type = 'table' and i.origin = 'c' group by 1, 2 order by 1, 2`,
  others: `select type, name from sqlite_schema where type not in ('table', 'index')`,
};

const here = `to_regnamespace(quote_ident(current_schema()))`;
const postgresQueries = {
  columns: `select t.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
      c.collname, pg_get_expr(d.adbin, d.adrelid) as default
    from pg_class as t join pg_attribute as a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_collation as c on c.oid = a.attcollation
    left join pg_attrdef as d on d.adrelid = t.oid and d.adnum = a.attnum
    where t.relkind = 'r' and t.relnamespace = ${here} order by 1, 2`,
  constraints: `select t.relname, c.conname, pg_get_constraintdef(c.oid), c.convalidated
    from pg_constraint as c join pg_class as t on t.oid = c.conrelid where t.relnamespace = ${here} order by 1, 2`,
  indexes: `select t.relname, pg_get_indexdef(x.indexrelid), x.indisvalid
    from pg_index as x join pg_class as t on t.oid = x.indrelid where t.relnamespace = ${here} order by 1, 2`,
  others: `select 'trigger' as kind, tgname as name from pg_trigger as g join pg_class as t on t.oid = g.tgrelid
      where t.relnamespace = ${here} and not tgisinternal
    union all select 'function', proname from pg_proc where pronamespace = ${here}`,
};

/** Everything that the engine knows of the tables but the order of their columns, without the table of migrations. */
export async function catalogueOf<Tables>({ engine, reader }: Database<Tables>) {
  const queries = engine === 'sqlite' ? sqliteQueries : postgresQueries;
  const found: Record<string, Rows> = {};
  for (const [part, text] of Object.entries(queries)) {
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(reader);
    found[part] = rows.filter((row) => !Object.values(row).includes('schema_migrations'));
  }
  return found;
}
