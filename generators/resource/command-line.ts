import { readCommandLine, type CommandLine } from '../app/command-line.ts';
import { argumentsIn } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { optionFailures, repeated } from '../command/usage.ts';
import { options } from './options.ts';

/** What was asked for on the command line of `resource`. */
export interface ResourceCommandLine {
  readonly name: string | undefined;
  readonly parent: string | undefined;
  /** In the shorthand of the questionnaire. */
  readonly fields: readonly string[];
  /** Of the generation that follows. */
  readonly generation: CommandLine;
}

export type ResourceReading =
  | { readonly kind: 'read'; readonly commandLine: ResourceCommandLine }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly failures: readonly Failure[] };

/** A field that goes, `-note`, and no group of short options. */
const removal = /^-[a-zA-Z][a-zA-Z0-9]+$/;

/** Reads the arguments after the word `resource`. */
export function readResourceCommandLine(argv: readonly string[]): ResourceReading {
  const removals = argv.filter((each) => removal.test(each));
  const { given, words } = argumentsIn(
    argv.filter((each) => !removal.test(each)),
    options,
  );
  const names = given.map(({ name }) => name);
  if (names.includes('help') || words[0] === 'help') return { kind: 'help' };
  const failures = [
    ...given.flatMap((each) => optionFailures(each, options, 'resource-service resource')),
    ...repeated(names, options),
  ];
  if (failures.length > 0) return { kind: 'wrong', failures };
  const others = given
    .filter(({ name }) => name !== 'parent')
    .map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`));
  const read = readCommandLine(others);
  if (!read.ok) return { kind: 'wrong', failures: read.failures };
  const [name, ...fields] = words;
  const parent = given.find((each) => each.name === 'parent')?.value;
  const all = [...fields, ...removals];
  return {
    kind: 'read',
    commandLine: { name, parent, fields: all, generation: read.commandLine },
  };
}
