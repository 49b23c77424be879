import type { CommandLine } from '../app/command-line.ts';
import { argumentsIn } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { optionFailures, repeated, wordFailures } from '../command/usage.ts';
import { options } from './options.ts';

export type EjectReading =
  | { readonly kind: 'read'; readonly commandLine: CommandLine }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly failures: readonly Failure[] };

/** Reads the arguments after the word `eject`: a generation that is the last one. */
export function readEjectCommandLine(argv: readonly string[]): EjectReading {
  const { given, words } = argumentsIn(argv, options);
  const names = given.map(({ name }) => name);
  if (names.includes('help') || words[0] === 'help') return { kind: 'help' };
  const failures = [
    ...given.flatMap((each) => optionFailures(each, options, 'resource-service eject')),
    ...repeated(names, options),
    ...wordFailures(words, 'eject'),
  ];
  if (failures.length > 0) return { kind: 'wrong', failures };
  const valuesOf = (name: string) =>
    given.flatMap((each) => (each.name === name ? (each.value ?? []) : []));
  const commandLine: CommandLine = {
    destination: valuesOf('destination')[0] ?? '.',
    keep: valuesOf('keep'),
    take: valuesOf('take'),
    answer: [],
    isLast: true,
    yes: names.includes('yes'),
    dryRun: names.includes('dry-run'),
    json: names.includes('json'),
    // No package comes or goes.
    skipInstall: true,
    help: false,
    version: false,
  };
  return { kind: 'read', commandLine };
}
