import { argumentsIn } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { repeated } from '../command/usage.ts';
import { options, packageManagers, type PackageManager } from './options.ts';
import { nameFailures, optionFailures } from './usage.ts';

/** What was asked for on the command line. */
export interface CommandLine {
  readonly name?: string;
  readonly spec?: string;
  readonly destination?: string;
  readonly packageManager?: PackageManager;
  /** A file of the service that is to be shown as it was generated. */
  readonly pristine?: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly skipInstall: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** Reads the arguments after the command's name. All that is wrong with them, or what they ask for. */
export function readCommandLine(
  argv: readonly string[],
): { ok: true; commandLine: CommandLine } | { ok: false; failures: readonly Failure[] } {
  const { given, words } = argumentsIn(argv, options);
  if (words[0] === 'help' || given.some(({ name }) => name === 'help')) {
    return { ok: true, commandLine: { ...commandLineOf(new Map(), undefined), help: true } };
  }
  const values = new Map(given.map(({ name, value }) => [name, value]));
  const failures = [
    ...given.flatMap(optionFailures),
    ...repeated(
      given.map(({ name }) => name),
      options,
    ),
    ...nameFailures(
      words,
      given.every(({ name }) => options.has(name)),
    ),
  ];
  if (failures.length > 0) return { ok: false, failures };
  return { ok: true, commandLine: commandLineOf(values, words[0]) };
}

function commandLineOf(
  values: ReadonlyMap<string, string | undefined>,
  name: string | undefined,
): CommandLine {
  const [spec, destination] = [values.get('spec'), values.get('destination')];
  const pristine = values.get('pristine');
  const packageManager = packageManagers.find((each) => each === values.get('package-manager'));
  return {
    ...(name === undefined ? {} : { name }),
    ...(spec === undefined ? {} : { spec }),
    ...(destination === undefined ? {} : { destination }),
    ...(packageManager === undefined ? {} : { packageManager }),
    ...(pristine === undefined ? {} : { pristine }),
    yes: values.has('yes'),
    dryRun: values.has('dry-run'),
    json: values.has('json'),
    skipInstall: values.has('skip-install'),
    help: false,
    version: values.has('version'),
  };
}
