import { nearest } from '../../src/specification/nearest.ts';
import { argumentsIn, type Given } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { repeated, usage, valueFailures } from '../command/usage.ts';
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
    ...given.flatMap(optionFailures),
    ...repeated(names, options),
    ...words.map((word) =>
      usage(word, 'check takes no argument.', 'Name another directory by --destination DIR.'),
    ),
  ];
  if (failures.length > 0) return { kind: 'wrong', failures };
  const destination = given.find(({ name }) => name === 'destination')?.value ?? '.';
  return { kind: 'read', commandLine: { destination, edits: names.includes('edits') } };
}

function optionFailures(given: Given): Failure[] {
  const { name, rawName: typed } = given;
  if (options.has(name)) return valueFailures({ ...given, name }, options);
  const meant = nearest(name, options.names);
  const hint =
    meant === undefined ? 'See resource-service check --help.' : `Did you mean --${meant}?`;
  return [usage(typed, 'There is no such option.', hint)];
}
