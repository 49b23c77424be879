import type { Kysely } from 'kysely';
import { quote } from './data-types.ts';
import { pagesOf } from './postgres-catalogue.ts';
import { retryingLocks } from './postgres-locks.ts';
import { passingName } from './postgres-table.ts';
import { createTrigger, dropTrigger } from './postgres-triggers.ts';
import { query, type Session } from './session.ts';

/** Pages of one batch: some thousand rows, whose writers wait for some hundredths of a second. */
const batch = 64;

/** After each of so many parts of a table it is tidied, which reads all of its indexes. */
const parts = 4;

/**
 * Writes rows in batches, each a transaction, so that no row is locked for long. Rows that clients move to other pages
 * meanwhile must have been seen to by a trigger, or are found by another call.
 *
 * @param condition true of the rows that are still to be written
 */
export async function writeInBatches(
  session: Kysely<unknown>,
  table: string,
  { column, value, condition }: Assignment,
): Promise<void> {
  const pages = await pagesOf(session, table);
  const untilTidied = Math.ceil(pages / batch / parts);
  for (let page = 0; page < pages; page += batch) {
    const range = `ctid >= '(${String(page)},0)'::tid and ctid < '(${String(page + batch)},0)'::tid`;
    await retryingLocks(session, (transaction) =>
      query(
        transaction,
        `update ${quote(table)} set ${quote(column)} = ${value} where ${range} and (${condition})`,
      ),
    );
    const written = page / batch + 1;
    const isLast = written * batch >= pages;
    if (pages > batch && (isLast || written % untilTidied === 0)) await tidy(session, table);
  }
}

/**
 * Takes what the rows were before out of the table, and renews what the server knows about its values: a server does so itself after
 * a while, and until then every list reads both. At the pace of the server's own tidying, which leaves the disk to clients.
 */
async function tidy(session: Kysely<unknown>, table: string): Promise<void> {
  await query(session, `set vacuum_cost_delay = '2ms'`);
  await query(session, `vacuum (analyze) ${quote(table)}`);
  await query(session, 'reset vacuum_cost_delay');
}

export interface Assignment {
  readonly column: string;
  /** SQL over the columns of the row. */
  readonly value: string;
  readonly condition: string;
}

/** Lets every write of a client give the column its value. */
export async function keepInStep(
  session: Session,
  table: string,
  { column, value, condition }: Assignment,
): Promise<void> {
  const body = [
    'begin',
    `if (select ${condition} from (select new.*) as ${quote(table)}) then`,
    `new.${quote(column)} := (select ${value} from (select new.*) as ${quote(table)});`,
    'end if;',
    'return new;',
    'end',
  ].join('\n');
  const name = passingName('trigger', table, column);
  await createTrigger(session, { name, table, event: 'before insert or update', body });
}

/** Ends what `keepInStep` began. */
export async function leaveAlone(session: Session, table: string, column: string): Promise<void> {
  await dropTrigger(session, { name: passingName('trigger', table, column), table });
}
