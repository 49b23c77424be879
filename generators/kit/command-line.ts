import { argumentsIn } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { optionFailures, repeated, usage } from '../command/usage.ts';
import { options } from './options.ts';

/** What was asked for on the command line of `kit`. */
export type KitCommandLine = { readonly destination: string } & (
  | { readonly command: 'inspect'; readonly ref: string }
  | { readonly command: 'outdated' }
  | {
      readonly command: 'save';
      readonly directory: string;
      readonly name: string | undefined;
      readonly locks: readonly { readonly key: string; readonly reason: string }[];
      readonly isStarter: boolean;
    }
);

export type KitCommandReading =
  | { readonly kind: 'read'; readonly commandLine: KitCommandLine }
  /** Has the options of a generation: it is one. */
  | { readonly kind: 'upgrade'; readonly argv: readonly string[] }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly failures: readonly Failure[] };

export const commands = ['inspect', 'save', 'outdated', 'upgrade'] as const;

/** Reads the arguments after the word `kit`. */
export function readKitCommandLine(argv: readonly string[]): KitCommandReading {
  const { given, words } = argumentsIn(argv, options);
  const names = given.map(({ name }) => name);
  const [command, ...others] = words;
  if (names.includes('help') || command === 'help') return { kind: 'help' };
  if (argv[0] === 'upgrade') return { kind: 'upgrade', argv: argv.slice(1) };
  const failures = [
    ...given.flatMap((each) => optionFailures(each, options, 'resource-service kit')),
    ...repeated(names, options),
    ...wordFailures(command, others),
  ];
  const valuesOf = (name: string) =>
    given.flatMap((each) => (each.name === name ? (each.value ?? []) : []));
  const locks = valuesOf('lock').map((text) => ({ text, ...lockIn(text) }));
  for (const { text, key } of locks) {
    if (key !== '') continue;
    const what = `${JSON.stringify(text)} is no key, an equals sign and a reason.`;
    failures.push(usage('--lock', what, "Write --lock 'versioning.strategy=REASON'."));
  }
  if (failures.length > 0) return { kind: 'wrong', failures };
  const destination = valuesOf('destination')[0] ?? '.';
  const [first = ''] = others;
  if (command === 'inspect')
    return { kind: 'read', commandLine: { destination, command, ref: first } };
  if (command === 'outdated') return { kind: 'read', commandLine: { destination, command } };
  const saving = {
    directory: first,
    name: valuesOf('name')[0],
    locks: locks.map(({ key, reason }) => ({ key, reason })),
    isStarter: names.includes('starter'),
  };
  return { kind: 'read', commandLine: { destination, command: 'save', ...saving } };
}

function wordFailures(command: string | undefined, others: readonly string[]): Failure[] {
  if (command === undefined || !commands.some((each) => each === command)) {
    const what =
      command === undefined ? 'It needs a command.' : `There is no command ${command} of it.`;
    return [usage('kit', what, `Use one of ${commands.join(', ')}.`)];
  }
  const needed = command === 'outdated' ? 0 : 1;
  if (others.length === needed) return [];
  const call = { inspect: 'inspect REF', save: 'save DIR', outdated: 'outdated' }[command];
  const what = others.length > needed ? 'There are too many arguments.' : 'An argument is missing.';
  return [usage(`kit ${command}`, what, `Write resource-service kit ${call ?? command}.`)];
}

function lockIn(text: string): { readonly key: string; readonly reason: string } {
  const [, key = '', reason = ''] = /^([^=\s]+)=(.+)$/.exec(text) ?? [];
  return { key, reason };
}
