import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A command line that cannot be understood; its message ends with the usage. */
export class UsageError extends Error {
  constructor(problem: string, usage: string, cause?: unknown) {
    super(`${problem}\n${usage}`, { cause });
  }
}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** Reads options without arguments beside them. Throws UsageError. */
export function parseOptions<const Config extends OptionsConfig>(
  args: readonly string[],
  options: Config,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), usage, error);
  }
}
