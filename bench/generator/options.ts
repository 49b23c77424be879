import { parseArgs } from 'node:util';

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

/** A call that was not understood; its message says how to do it. */
export class UsageError extends Error {
  constructor(fault: string, cause?: unknown) {
    super(`${fault}\n${usage}`, { cause });
  }
}

/** Throws UsageError. */
export function readOptions(args: readonly string[]): Options {
  const { quick, thousand, json } = parse(args);
  return {
    rounds: quick ? 2 : 7,
    sizes: [1, 10, 100, ...(thousand ? [1000] : [])],
    ...(json === undefined ? {} : { json }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        thousand: { type: 'boolean', default: false },
        json: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), error);
  }
}
