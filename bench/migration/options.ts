import { availableParallelism } from 'node:os';
import { parseOptions, UsageError } from '../command-line.ts';

interface Options {
  readonly rows: number;
  readonly clients: number;
  /** Of each phase that has no end of its own. */
  readonly seconds: number;
  /** Where the results go as JSON. */
  readonly json?: string;
}

const usage = `Usage: npm run bench:migration -- [--rows N] [--clients N] [--seconds N] [--json FILE]
  --rows N     rows of the table, 1,000,000 unless it is given
  --clients N  clients that read and write at once, two for each core unless it is given
  --seconds N  of each phase without an end of its own, 5 unless it is given
  --json FILE  writes the results as JSON as well
`;

const options = {
  rows: { type: 'string', default: '1000000' },
  // More of them keep all cores busy with counting the rows for their pages, before anything migrates.
  clients: { type: 'string', default: String(2 * availableParallelism()) },
  seconds: { type: 'string', default: '5' },
  json: { type: 'string' },
} as const;

/** Throws UsageError. */
export function readOptions(args: readonly string[]): Options {
  const { rows, clients, seconds, json } = parseOptions(args, options, usage);
  const read = (name: string, text: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number > 0) return number;
    throw new UsageError(`--${name} takes a whole number from 1 on, and not ${text}`, usage);
  };
  return {
    rows: Math.max(1000, read('rows', rows)),
    clients: read('clients', clients),
    seconds: read('seconds', seconds),
    ...(json === undefined ? {} : { json }),
  };
}
