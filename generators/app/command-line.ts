import { parseArgs } from 'node:util';
import { checkServiceName } from '../../src/specification/index.ts';
import { nearest } from '../../src/specification/nearest.ts';
import type { Failure } from './failure.ts';
import {
  isOptionName,
  laterCommands,
  optionNames,
  optionOf,
  packageManagers,
  type OptionName,
  type PackageManager,
} from './options.ts';

/** What was asked for on the command line. */
export interface CommandLine {
  readonly name?: string;
  readonly spec?: string;
  readonly destination?: string;
  readonly packageManager?: PackageManager;
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
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(optionNames.map((name) => [name, declaration(name)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === 'option');
  const names = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const values = new Map(given.map(({ name, value }) => [name, value]));
  const failures = [
    ...given.flatMap(({ name, rawName, value }) => optionFailures(name, rawName, value)),
    ...repeated(given.map(({ name }) => name)),
    ...nameFailures(names),
  ];
  if (failures.length > 0) return { ok: false, failures };
  return { ok: true, commandLine: commandLineOf(values, names[0]) };
}

function commandLineOf(
  values: ReadonlyMap<string, string | undefined>,
  name: string | undefined,
): CommandLine {
  const [spec, destination] = [values.get('spec'), values.get('destination')];
  const packageManager = packageManagers.find((each) => each === values.get('package-manager'));
  return {
    ...(name === undefined ? {} : { name }),
    ...(spec === undefined ? {} : { spec }),
    ...(destination === undefined ? {} : { destination }),
    ...(packageManager === undefined ? {} : { packageManager }),
    yes: values.has('yes'),
    dryRun: values.has('dry-run'),
    json: values.has('json'),
    skipInstall: values.has('skip-install'),
    help: values.has('help'),
    version: values.has('version'),
  };
}

function declaration(name: OptionName) {
  const { value, short } = optionOf(name);
  const type = value === undefined ? ('boolean' as const) : ('string' as const);
  return short === undefined ? { type } : { type, short };
}

function optionFailures(name: string, typed: string, value: string | undefined): Failure[] {
  if (!isOptionName(name)) return [unknownOption(typed)];
  const { value: expected } = optionOf(name);
  if (expected === undefined) {
    return value === undefined ? [] : [usage(typed, 'It takes no value.', `Write ${typed}.`)];
  }
  if (value === undefined || value === '' || (value.startsWith('-') && isOption(value))) {
    return [usage(typed, 'Its value is missing.', `Write --${name} ${expected}.`)];
  }
  if (name === 'package-manager' && !packageManagers.some((each) => each === value)) {
    return [
      usage(typed, `There is no ${quoted(value)} here.`, `Use ${packageManagers.join(', ')}.`),
    ];
  }
  return [];
}

/** `--spec --yes`: the next option was taken for the value. */
function isOption(value: string): boolean {
  return isOptionName(value.replace(/^-+/, ''));
}

/** What people try first, by what it is called here. */
const synonyms: Readonly<Record<string, OptionName>> = {
  config: 'spec',
  cwd: 'destination',
  dest: 'destination',
  dir: 'destination',
  directory: 'destination',
  file: 'spec',
  input: 'spec',
  'no-install': 'skip-install',
  out: 'destination',
  output: 'destination',
  path: 'destination',
  pm: 'package-manager',
  preview: 'dry-run',
  specification: 'spec',
};

function unknownOption(typed: string): Failure {
  const name = typed.replace(/^-+/, '');
  if (name === 'force') {
    return usage(
      typed,
      'There is no forcing: what you edited is never overwritten.',
      'Run without it; the plan says which files are in the way, and why.',
    );
  }
  if (name === 'kit') {
    return usage(typed, 'Starter kits are not available in this version.', 'Run without it.');
  }
  const meant = Object.hasOwn(synonyms, name) ? synonyms[name] : nearest(name, optionNames);
  const hint = meant === undefined ? 'See resource-service --help.' : `Did you mean --${meant}?`;
  return usage(typed, 'There is no such option.', hint);
}

function repeated(names: readonly string[]): Failure[] {
  const twice = names.filter((name, index) => isOptionName(name) && names.indexOf(name) < index);
  return [...new Set(twice)].map((name) =>
    usage(`--${name}`, 'It is there twice.', 'Give it once.'),
  );
}

function nameFailures([name, ...others]: readonly string[]): Failure[] {
  if (name === undefined) return [];
  if (laterCommands.includes(name)) {
    return [
      usage(
        name,
        'This command is not available in this version.',
        'A service cannot be named so either, because it will be a command.',
      ),
    ];
  }
  const problem = checkServiceName(name);
  return [
    ...(problem === undefined ? [] : [usage(name, problem, 'Give a name such as order-desk.')]),
    ...others.map((other) =>
      usage(other, 'There is one name at most.', `Join the words: ${[name, ...others].join('-')}.`),
    ),
  ];
}

function usage(where: string, what: string, whatToDo: string): Failure {
  return { where, what, whatToDo };
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
