import { nearest } from '../../src/specification/nearest.ts';
import type { Given } from './arguments.ts';
import type { Failure } from './failure.ts';
import type { Options } from './options.ts';

export function usage(where: string, what: string, whatToDo: string): Failure {
  return { where, what, whatToDo };
}

/** Of an option as it was typed. `command`: as it is called, for the hint. */
export function optionFailures(given: Given, options: Options, command: string): Failure[] {
  const { name, rawName: typed } = given;
  if (options.has(name)) return valueFailures({ ...given, name }, options);
  const meant = nearest(typed.replace(/^-+/, ''), options.names);
  const hint = meant === undefined ? `See ${command} --help.` : `Did you mean --${meant}?`;
  return [usage(typed, 'There is no such option.', hint)];
}

/** Of the arguments of a command that takes none. */
export function wordFailures(words: readonly string[], command: string): Failure[] {
  return words.map((word) =>
    usage(word, `${command} takes no argument.`, 'Name another directory by --destination DIR.'),
  );
}

/** Of an option that takes no value, or lacks its own. */
export function valueFailures<Name extends string>(
  { name, rawName: typed, value, inlineValue }: Given & { readonly name: Name },
  options: Options<Name>,
): Failure[] {
  const { value: expected } = options.get(name);
  if (expected === undefined) {
    return value === undefined ? [] : [usage(typed, 'It takes no value.', `Write ${typed}.`)];
  }
  // `--spec --yes`: the next option was taken for the value.
  const isNext = inlineValue !== true && value?.startsWith('-');
  return value === undefined || value === '' || isNext
    ? [usage(typed, 'Its value is missing.', `Write --${name} ${expected}.`)]
    : [];
}

/** Of options that are given more than once and are no lists. */
export function repeated(names: readonly string[], options: Options): Failure[] {
  const twice = names.filter(
    (name, index) =>
      options.has(name) && options.get(name).isList !== true && names.indexOf(name) < index,
  );
  return [...new Set(twice)].map((name) =>
    usage(`--${name}`, 'It is there twice.', 'Give it once.'),
  );
}
