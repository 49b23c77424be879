import { argumentsIn, type Given } from '../command/arguments.ts';
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
  /** Starter kits to begin with, to add or to raise: directories seen from here, or names. */
  readonly kit?: readonly string[];
  /** Templates of kits, which become code of the service, are taken. */
  readonly trust?: boolean;
  /** The nine parts of the service are to be opened again. */
  readonly edit?: boolean;
  /** A file of the service that is to be shown as it was generated. */
  readonly pristine?: string;
  /** Files in conflict that become what a person has, or what is generated. */
  readonly keep?: readonly string[];
  readonly take?: readonly string[];
  /** Files of a person that are no longer generated, and go. */
  readonly drop?: readonly string[];
  /** Changes of a released version that are accepted. */
  readonly acknowledge?: readonly string[];
  /** A file of answers. */
  readonly answers?: string;
  /** Each a place, an equals sign and JSON. */
  readonly answer: readonly string[];
  /** `eject`: nothing stays in the service that speaks of a next generation. */
  readonly isLast?: boolean;
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
    return { ok: true, commandLine: { ...commandLineOf(new Map(), [], undefined), help: true } };
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
  const lists = {
    ...listOf('kit', given),
    ...listOf('keep', given),
    ...listOf('take', given),
    ...listOf('drop', given),
    ...listOf('acknowledge', given),
  };
  const answer = given.flatMap(({ name, value = '' }) => (name === 'answer' ? [value] : []));
  return { ok: true, commandLine: { ...commandLineOf(values, answer, words[0]), ...lists } };
}

/** All values of an option; nothing if it is not there. */
function listOf<Name extends string>(
  name: Name,
  given: readonly Given[],
): Partial<Record<Name, readonly string[]>> {
  const values = given.flatMap((each) => (each.name === name ? (each.value ?? []) : []));
  return values.length === 0 ? {} : ({ [name]: values } as Record<Name, string[]>);
}

function commandLineOf(
  values: ReadonlyMap<string, string | undefined>,
  answer: readonly string[],
  name: string | undefined,
): CommandLine {
  const [spec, destination] = [values.get('spec'), values.get('destination')];
  const [pristine, answers] = [values.get('pristine'), values.get('answers')];
  const packageManager = packageManagers.find((each) => each === values.get('package-manager'));
  return {
    ...(name === undefined ? {} : { name }),
    ...(spec === undefined ? {} : { spec }),
    ...(destination === undefined ? {} : { destination }),
    ...(packageManager === undefined ? {} : { packageManager }),
    ...(pristine === undefined ? {} : { pristine }),
    ...(answers === undefined ? {} : { answers }),
    answer,
    ...(values.has('edit') ? { edit: true } : {}),
    ...(values.has('trust') ? { trust: true } : {}),
    yes: values.has('yes'),
    dryRun: values.has('dry-run'),
    json: values.has('json'),
    skipInstall: values.has('skip-install'),
    help: false,
    version: values.has('version'),
  };
}
