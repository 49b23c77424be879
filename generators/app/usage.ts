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
} from './options.ts';

/** An option as it was given. */
export interface Given {
  readonly name: string;
  /** As it was typed, without the value. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value follows an equals sign. */
  readonly inlineValue?: boolean | undefined;
}

export function optionFailures({ name, rawName: typed, value, inlineValue }: Given): Failure[] {
  if (!isOptionName(name)) return [unknownOption(typed)];
  const { value: expected } = optionOf(name);
  if (expected === undefined) {
    return value === undefined ? [] : [usage(typed, 'It takes no value.', `Write ${typed}.`)];
  }
  // `--spec --yes`: the next option was taken for the value.
  const isNext = inlineValue !== true && value?.startsWith('-');
  if (value === undefined || value === '' || isNext) {
    return [usage(typed, 'Its value is missing.', `Write --${name} ${expected}.`)];
  }
  if (name === 'package-manager' && !packageManagers.some((each) => each === value)) {
    return [
      usage(typed, `${quoted(value)} is not supported.`, `Use ${packageManagers.join(', ')}.`),
    ];
  }
  return [];
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

export function repeated(names: readonly string[]): Failure[] {
  const twice = names.filter((name, index) => isOptionName(name) && names.indexOf(name) < index);
  return [...new Set(twice)].map((name) =>
    usage(`--${name}`, 'It is there twice.', 'Give it once.'),
  );
}

/** `isSure`: no option is unknown, so that nothing here may be the value of one. */
export function nameFailures([name, ...others]: readonly string[], isSure: boolean): Failure[] {
  if (name === undefined) return [];
  if (name === 'version') {
    return [usage(name, 'It is a command of its own.', 'Run: yo resource-service:version')];
  }
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
    ...(isSure ? others : []).map((other) =>
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
