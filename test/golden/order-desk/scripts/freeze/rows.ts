import { madeUp, type Exchange } from '../../test/runtime/support/recordings.ts';
import type { TestService } from '../../test/runtime/support/service.ts';
import { readRows, type CarriedRows } from '../../test/runtime/support/stored-rows.ts';
import { migrations, samples } from '../../test/contract.ts';
import type { Recorder } from './recorder.ts';

/** The rows that were made while a version was recorded, and what its clients are shown of them at the end. */
export async function rowsOf(
  service: TestService,
  { exchanges, placeholders, record }: Recorder,
): Promise<CarriedRows> {
  const reads = new Map(
    exchanges
      .filter(isRepeatable)
      .map((each) => [JSON.stringify([each.request.path, each.request.headers]), each]),
  );
  const now = service.now.toISOString();
  const made = exchanges.length;
  for (const { name, request } of reads.values()) {
    const { path, headers } = request;
    await record(name, 'GET', path, headers === undefined ? {} : { headers });
  }
  const tables = samples.map(({ table }) => table);
  return stable({
    format: 1,
    migration: (await migrations.names()).at(-1) ?? '',
    now,
    ...placeholders.known,
    shown: exchanges.slice(made),
    tables: await readRows(service.database.reader, tables),
  });
}

/** With values in the place of those that are made up at random, in the same order: freezing twice gives the same file. */
function stable(rows: CarriedRows): CarriedRows {
  const text = JSON.stringify(rows);
  const sent = new Set(rows.sent);
  const found = (pattern: RegExp) =>
    [...new Set(text.match(pattern) ?? [])].filter((each) => !sent.has(each)).toSorted();
  const ids = found(madeUp.id).map((id, index): [string, string] => {
    // The instant is no accident.
    const instant = id.slice(0, 13);
    return [id, `${instant}-7000-8000-${String(index + 1).padStart(12, '0')}`];
  });
  const issuers = found(madeUp.issuer).map((issuer, index): [string, string] => [
    issuer,
    issuer.replace(/\d+$/, String(index + 1)),
  ]);
  const values = new Map([...ids, ...issuers]);
  const replaced = [madeUp.id, madeUp.issuer].reduce(
    (left, pattern) => left.replaceAll(pattern, (each) => values.get(each) ?? each),
    text,
  );
  return JSON.parse(replaced) as CarriedRows;
}

/** Requests without a query and without a condition: recordings hold the filters and orders of lists, and a later release has other entity tags. */
function isRepeatable({ request, answer }: Exchange): boolean {
  const { method, path, headers = {} } = request;
  return (
    method === 'GET' &&
    answer.status === 200 &&
    !path.includes('?') &&
    !('if-none-match' in headers)
  );
}
