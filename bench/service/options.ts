import { parseOptions, UsageError } from '../command-line.ts';

/** How long and how often is measured. */
export interface Options {
  /** Pairs of a comparison: so many, and more until its median is known well enough for what it has to reach. */
  readonly rounds: {
    readonly least: number;
    readonly most: number;
    /** Of one that has nothing to reach. */
    readonly few: number;
  };
  /** Of one leg of a pair. */
  readonly seconds: number;
  readonly connections: number;
  /** Rows in the collection before anything is measured. */
  readonly rows: number;
  /** How often the start is timed. */
  readonly starts: number;
  /** What the title of a comparison has to contain; all of them are made where it is empty. */
  readonly only: string;
  /** Where the results go as JSON. */
  readonly json?: string;
}

export const usage = `Usage: npm run bench:service -- [--quick] [--only TEXT] [--json FILE] [--rows NUMBER]
  --quick        a short run: few rounds, however far apart they are
  --only TEXT    the comparison of this title, or those whose title has this text
  --json FILE    writes the results as JSON as well
  --rows NUMBER  rows in the collection (1000)
`;

const options = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  json: { type: 'string' },
  rows: { type: 'string', default: '1000' },
} as const;

/** Throws UsageError. */
export function readOptions(args: readonly string[]): Options {
  const values = parseOptions(args, options, usage);
  const rows = Number(values.rows);
  // A full page, and a next one.
  if (!Number.isInteger(rows) || rows < 50) {
    throw new UsageError('--rows takes a number from 50', usage);
  }
  return {
    // Short slices in turn: what changes about the machine meanwhile meets both of a pair.
    ...(values.quick
      ? { rounds: { least: 6, most: 6, few: 6 }, starts: 3 }
      : { rounds: { least: 60, most: 300, few: 20 }, starts: 7 }),
    seconds: 0.25,
    connections: 20,
    rows,
    only: values.only,
    ...(values.json === undefined ? {} : { json: values.json }),
  };
}
