import { argumentsIn } from '../command/arguments.ts';
import type { Failure } from '../command/failure.ts';
import { optionFailures, repeated, usage } from '../command/usage.ts';
import { options } from './options.ts';

export interface ImportCommandLine {
  readonly file: string;
  readonly destination: string;
  readonly dryRun: boolean;
}

export type ImportReading =
  | { readonly kind: 'read'; readonly commandLine: ImportCommandLine }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly failures: readonly Failure[] };

/** Reads the arguments after the word `import`: what they ask for, or all that is wrong with them. */
export function readImportCommandLine(argv: readonly string[]): ImportReading {
  const { given, words } = argumentsIn(argv, options);
  const names = given.map(({ name }) => name);
  if (names.includes('help') || words[0] === 'help') return { kind: 'help' };
  const [file, ...others] = words;
  const failures = [
    ...given.flatMap((each) => optionFailures(each, options, 'resource-service import')),
    ...repeated(names, options),
    ...others.map((other) => usage(other, 'One document is imported at a time.', 'Leave it out.')),
  ];
  if (file === undefined) {
    const whatToDo = 'Write: resource-service import FILE';
    failures.push(usage('import', 'No document is named.', whatToDo));
  }
  if (failures.length > 0 || file === undefined) return { kind: 'wrong', failures };
  const destination = given.find(({ name }) => name === 'destination')?.value ?? '.';
  return { kind: 'read', commandLine: { file, destination, dryRun: names.includes('dry-run') } };
}
