import { argumentsIn } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { optionFailures, repeated, usage } from '../command/usage.ts';
import { options } from './options.ts';

export type ClassifyReading =
  | { readonly kind: 'read'; readonly old: string; readonly new: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly failures: readonly Failure[] };

/** Reads the arguments after the word `classify`: what they ask for, or all that is wrong with them. */
export function readClassifyCommandLine(argv: readonly string[]): ClassifyReading {
  const { given, words } = argumentsIn(argv, options);
  if (given.some(({ name }) => name === 'help') || words[0] === 'help') return { kind: 'help' };
  const [old, is, ...others] = words;
  const names = given.map(({ name }) => name);
  const failures = [
    ...given.flatMap((each) => optionFailures(each, options, 'resource-service classify')),
    ...repeated(names, options),
    ...others.map((other) => usage(other, 'Two files are compared.', 'Leave it out.')),
  ];
  if (old === undefined || is === undefined) {
    const what =
      old === undefined ? 'No file is named.' : 'The file to compare it with is missing.';
    failures.push(usage(old ?? 'classify', what, 'Write: resource-service classify OLD NEW'));
  }
  if (failures.length > 0 || old === undefined || is === undefined) {
    return { kind: 'wrong', failures };
  }
  return { kind: 'read', old, new: is };
}
