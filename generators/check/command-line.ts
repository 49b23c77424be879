import { argumentsIn } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { optionFailures, repeated, wordFailures } from '../command/usage.ts';
import { options } from './options.ts';

/** What was asked for on the command line of `check`. */
export interface CheckCommandLine {
  readonly destination: string;
  readonly edits: boolean;
}

export type CheckReading =
  | { readonly kind: 'read'; readonly commandLine: CheckCommandLine }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly failures: readonly Failure[] };

/** Reads the arguments after the word `check`. */
export function readCheckCommandLine(argv: readonly string[]): CheckReading {
  const { given, words } = argumentsIn(argv, options);
  const names = given.map(({ name }) => name);
  if (names.includes('help') || words[0] === 'help') return { kind: 'help' };
  const failures = [
    ...given.flatMap((each) => optionFailures(each, options, 'resource-service check')),
    ...repeated(names, options),
    ...wordFailures(words, 'check'),
  ];
  if (failures.length > 0) return { kind: 'wrong', failures };
  const destination = given.find(({ name }) => name === 'destination')?.value ?? '.';
  return { kind: 'read', commandLine: { destination, edits: names.includes('edits') } };
}
