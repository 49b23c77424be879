import { quote } from './data-types.ts';
import { formerRelease } from './postgres-former-release.ts';
import { hashOf } from './postgres-table.ts';
import { createTrigger } from './postgres-triggers.ts';
import { text } from './projection.ts';
import { query, type Session } from './session.ts';

/** Rows that the former release wrote, and that a step is to carry over when none of its replicas runs any more. */
const notes = `${formerRelease}rows`;

/** What a step carries over, from columns that only the former release writes. */
export interface CarriedColumns {
  readonly table: string;
  readonly sources: readonly string[];
  readonly targets: readonly string[];
}

/**
 * Notes each row in whose sources the former release writes something. What the present release writes in the targets afterwards counts
 * for more: the row is forgotten.
 */
export async function noteFormerRows(
  transaction: Session,
  { table, sources, targets }: CarriedColumns,
): Promise<void> {
  const step = text(keyOf({ table, sources, targets }));
  const list = sources.map(quote).join(', ');
  const isSet = sources.map((column) => `new.${quote(column)} is not null`).join(' or ');
  const noting = `insert into ${notes} (step, id) values (${step}, new.id) on conflict do nothing`;
  await query(
    transaction,
    `create table if not exists ${notes} (step text not null, id uuid not null, primary key (step, id))`,
  );
  await onWrite(transaction, table, { event: 'insert', condition: isSet, work: noting });
  await onWrite(transaction, table, {
    event: `update of ${list}`,
    condition: changed(sources),
    work: noting,
  });
  await onWrite(transaction, table, {
    event: `update of ${targets.map(quote).join(', ')}`,
    condition: `(${changed(targets)}) and not (${changed(sources)})`,
    work: `delete from ${notes} where step = ${step} and id = new.id`,
  });
}

/** Identifiers of noted rows, at most so many. */
export async function formerRows(
  session: Session,
  carried: CarriedColumns,
  limit: number,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    session,
    `select id from ${notes} where step = ${text(keyOf(carried))} order by id limit ${String(limit)}`,
  );
  return rows.map(({ id }) => id);
}

export async function forgetFormerRows(
  session: Session,
  carried: CarriedColumns,
  ids: readonly string[],
): Promise<void> {
  await query(
    session,
    `delete from ${notes} where step = ${text(keyOf(carried))} and id = any($1::uuid[])`,
    [ids],
  );
}

export async function hasFormerRows(session: Session): Promise<boolean> {
  const [row] = await query<{ isThere: boolean }>(
    session,
    `select to_regclass(quote_ident(current_schema()) || '.${notes}') is not null as "isThere"`,
  );
  return row?.isThere === true;
}

export async function dropFormerRows(session: Session): Promise<void> {
  await query(session, `drop table if exists ${notes}`);
}

interface Writing {
  readonly event: string;
  /** SQL over `new` and `old`. */
  readonly condition: string;
  /** A statement. */
  readonly work: string;
}

function onWrite(
  transaction: Session,
  table: string,
  { event, condition, work }: Writing,
): Promise<void> {
  return createTrigger(transaction, {
    name: `${formerRelease}${hashOf([table, event, work])}`,
    table,
    event: `after ${event}`,
    condition,
    body: `begin ${work}; return null; end`,
  });
}

/** As text, since not every type can be compared. */
function changed(columns: readonly string[]): string {
  return columns
    .map((column) => `new.${quote(column)}::text is distinct from old.${quote(column)}::text`)
    .join(' or ');
}

function keyOf({ table, sources, targets }: CarriedColumns): string {
  return hashOf([table, ...sources, '', ...targets]);
}
