import { parseOptions } from '../command-line.ts';

export interface Options {
  /** How often each run is measured. */
  readonly rounds: number;
  /** Numbers of resources. */
  readonly sizes: readonly number[];
  /** Where the results go as JSON. */
  readonly json?: string;
}

const usage = `Usage: npm run bench:generator -- [--quick] [--thousand] [--json FILE]
  --quick      two rounds instead of seven
  --thousand   a service of 1,000 resources as well
  --json FILE  writes the results as JSON as well
`;

const options = {
  quick: { type: 'boolean', default: false },
  thousand: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const;

/** Throws UsageError. */
export function readOptions(args: readonly string[]): Options {
  const { quick, thousand, json } = parseOptions(args, options, usage);
  return {
    rounds: quick ? 2 : 7,
    sizes: [1, 10, 100, ...(thousand ? [1000] : [])],
    ...(json === undefined ? {} : { json }),
  };
}
