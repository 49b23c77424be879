import { argumentsIn } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { optionFailures, repeated, usage } from '../command/usage.ts';
import { options } from './options.ts';

/** What was asked for on the command line of `explain`. */
export interface ExplainCommandLine {
  readonly destination: string;
  readonly key: string;
}

export type ExplainReading =
  | { readonly kind: 'read'; readonly commandLine: ExplainCommandLine }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly failures: readonly Failure[] };

/** Reads the arguments after the word `explain`. */
export function readExplainCommandLine(argv: readonly string[]): ExplainReading {
  const { given, words } = argumentsIn(argv, options);
  const names = given.map(({ name }) => name);
  if (names.includes('help') || words[0] === 'help') return { kind: 'help' };
  const [key, ...others] = words;
  const failures = [
    ...given.flatMap((each) => optionFailures(each, options, 'resource-service explain')),
    ...repeated(names, options),
    ...(key === undefined ? [usage('explain', 'The key is missing.', example)] : []),
    ...others.map((other) => usage(other, 'There is one key at most.', example)),
  ];
  if (failures.length > 0 || key === undefined) return { kind: 'wrong', failures };
  const destination = given.find(({ name }) => name === 'destination')?.value ?? '.';
  return { kind: 'read', commandLine: { destination, key } };
}

const example = 'Write resource-service explain versioning.strategy.';
