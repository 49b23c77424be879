import { quote } from './data-types.ts';
import { text } from './projection.ts';
import { query, type Session } from './session.ts';

/** A trigger and its function have one name. */
export interface TriggerName {
  readonly name: string;
  readonly table: string;
}

interface Trigger extends TriggerName {
  /** Such as `before insert or update`. */
  readonly event: string;
  /** SQL over `new` and `old`; absent: it runs for every row. */
  readonly condition?: string;
  /** Of the function, in PL/pgSQL. */
  readonly body: string;
}

/** Makes it, or makes it anew. */
export async function createTrigger(
  session: Session,
  { name, table, event, condition, body }: Trigger,
): Promise<void> {
  const called = quote(name);
  const when = condition === undefined ? '' : ` when (${condition})`;
  await query(
    session,
    `create or replace function ${called}() returns trigger language plpgsql as ${text(body)}`,
  );
  await query(session, `drop trigger if exists ${called} on ${quote(table)}`);
  await query(
    session,
    `create trigger ${called} ${event} on ${quote(table)} for each row${when} execute function ${called}()`,
  );
}

export async function dropTrigger(session: Session, { name, table }: TriggerName): Promise<void> {
  await query(session, `drop trigger if exists ${quote(name)} on ${quote(table)}`);
  await query(session, `drop function if exists ${quote(name)}()`);
}
