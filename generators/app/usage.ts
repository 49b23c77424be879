import { checkServiceName } from '../../src/specification/index.ts';
import { nearest } from '../../src/specification/nearest.ts';
import type { Given } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { usage, valueFailures } from '../command/usage.ts';
import { commands, options, packageManagers, type OptionName } from './options.ts';

export function optionFailures(given: Given): Failure[] {
  const { name, rawName: typed, value } = given;
  if (!options.has(name)) return [unknownOption(typed)];
  const failures = valueFailures({ ...given, name }, options);
  if (failures.length > 0) return failures;
  if (name === 'package-manager' && !packageManagers.some((each) => each === value)) {
    const supported = packageManagers.join(', ');
    return [usage(typed, `${JSON.stringify(value)} is not supported.`, `Use ${supported}.`)];
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
      'Run without it; the plan says which files are in the way, and why. Conflicts are decided by --keep FILE and --take FILE.',
    );
  }
  const meant = Object.hasOwn(synonyms, name) ? synonyms[name] : nearest(name, options.names);
  const hint = meant === undefined ? 'See resource-service --help.' : `Did you mean --${meant}?`;
  return usage(typed, 'There is no such option.', hint);
}

/** `isSure`: no option is unknown, so that nothing here may be the value of one. */
export function nameFailures([name, ...others]: readonly string[], isSure: boolean): Failure[] {
  if (name === undefined) return [];
  if (commands.includes(name)) {
    return [
      usage(
        name,
        'It is a command of its own.',
        `Run: resource-service ${name}, or yo resource-service:${name}`,
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
