import { violationsOf } from '../../endpoints/validation.ts';
import type { EngineName } from '../engine.ts';
import { codecOf, quote } from './data-types.ts';
import type { Step } from './migration.ts';
import { present, type Projection } from './projection.ts';
import { query, type Session } from './session.ts';

/** Rows that have a value which their field does not allow. */
export interface BrokenRows {
  readonly rows: number;
  /** Keys of some of them, the columns of a key joined by a comma. */
  readonly samples: readonly string[];
}

/** As many rows are in memory at a time. */
const batch = 1000;

/**
 * Reads the values of a column, in the order of the keys, and validates them as a request is validated: patterns and lists have no equal
 * in the SQL of both engines. Rows without a value have nothing to validate.
 *
 * @param samples as many keys are returned at most
 */
export async function brokenRows(
  engine: EngineName,
  session: Session,
  tables: Projection,
  {
    step,
    samples: most,
  }: { readonly step: Extract<Step, { kind: 'check-values' }>; readonly samples: number },
): Promise<BrokenRows> {
  const { table, column, type, allows } = step;
  const { rows, key } = present(tables, table);
  const codec = codecOf(engine, type);
  const value = codec.asText ? `cast(${quote(column)} as text)` : quote(column);
  const keys = key.map(quote).join(', ');
  const shown = key.map((name) => `cast(${quote(name)} as text)`).join(` || ', ' || `);
  const named = key.map((name, index) => `${quote(name)} as ${quote(keyName(index))}`).join(', ');
  const parameters = key.map((_, index) => (engine === 'sqlite' ? '?' : `$${String(index + 1)}`));
  const select = (isFirst: boolean) =>
    `select ${named}, ${shown} as migration__sample, ${value} as migration__value from ${rows} as ${quote(table)}
     where ${quote(column)} is not null${isFirst ? '' : ` and (${keys}) > (${parameters.join(', ')})`}
     order by ${keys} limit ${String(batch)}`;
  const samples: string[] = [];
  let broken = 0;
  let last: Record<string, unknown> | undefined;
  do {
    const behind = last === undefined ? [] : key.map((_, index) => last?.[keyName(index)]);
    const found = await query<Record<string, unknown>>(session, select(!last), behind);
    for (const row of found) {
      if (violationsOf(allows, codec.read(row['migration__value']), 'body').length === 0) continue;
      broken += 1;
      if (samples.length < most) samples.push(String(row['migration__sample']));
    }
    last = found.length < batch ? undefined : found.at(-1);
  } while (last !== undefined);
  return { rows: broken, samples };
}

function keyName(index: number): string {
  return `migration__key_${String(index)}`;
}
