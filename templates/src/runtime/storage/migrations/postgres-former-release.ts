import { quote } from './data-types.ts';
import { hashOf } from './postgres-table.ts';
import { createTrigger, dropTrigger, type TriggerName } from './postgres-triggers.ts';
import { text } from './projection.ts';
import { query, type Session } from './session.ts';

/** What a migration leaves for the release of before has a name that begins with this. */
export const formerRelease = 'former_release__';

/**
 * Lets the former release, which knows nothing of a column that is required now, go on writing rows: they get what existing rows got.
 * Rows of the present release have a value, and the trigger does not run for them.
 *
 * @param value SQL over the columns of the row
 */
export async function fillForFormerRelease(
  transaction: Session,
  table: string,
  { column, value }: { readonly column: string; readonly value: string },
): Promise<void> {
  const filled = `new.${quote(column)} := (select ${value} from (select new.*) as ${quote(table)})`;
  await createTrigger(transaction, {
    name: `${formerRelease}${hashOf([table, column])}`,
    table,
    event: 'before insert or update',
    condition: `new.${quote(column)} is null`,
    body: `begin ${filled}; return new; end`,
  });
}

/** What earlier migrations left in the tables of this schema. */
export function leftForFormerRelease(session: Session): Promise<TriggerName[]> {
  return query<TriggerName>(
    session,
    `select g.tgname as name, t.relname as "table" from pg_trigger as g join pg_class as t on t.oid = g.tgrelid
     where t.relnamespace = to_regnamespace(quote_ident(current_schema())) and starts_with(g.tgname, '${formerRelease}')
     order by 1`,
  );
}

/** Takes away what is about a column, which could neither change nor go. */
export async function forgetColumn(
  transaction: Session,
  table: string,
  column: string,
): Promise<void> {
  const found = await query<TriggerName>(
    transaction,
    `select g.tgname as name, t.relname as "table" from pg_trigger as g join pg_class as t on t.oid = g.tgrelid
     join pg_attribute as a on a.attrelid = t.oid and a.attname = ${text(column)}
     join pg_depend as d on d.classid = 'pg_trigger'::regclass and d.objid = g.oid and d.refobjid = t.oid and d.refobjsubid = a.attnum
     where t.relnamespace = to_regnamespace(quote_ident(current_schema())) and t.relname = ${text(table)}
       and starts_with(g.tgname, '${formerRelease}')`,
  );
  for (const each of found) await dropTrigger(transaction, each);
}
