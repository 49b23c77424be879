import { parseArgs } from 'node:util';
import type { Option, Options } from './options.ts';

/** An option as it was given. */
export interface Given {
  readonly name: string;
  /** As it was typed, without the value. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value follows an equals sign. */
  readonly inlineValue?: boolean | undefined;
}

/** What a command line consists of, known or not; a word is what is no option and no value of one. */
export function argumentsIn(
  argv: readonly string[],
  options: Options,
): { readonly given: readonly Given[]; readonly words: readonly string[] } {
  const { tokens } = parseArgs({
    args: argv.map((word, index) => (lacksValue(argv, index, options) ? `${word}=` : word)),
    options: Object.fromEntries(options.names.map((name) => [name, declared(options.get(name))])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return {
    given: tokens.filter((token) => token.kind === 'option'),
    words: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
  };
}

/** Whether an option stands where the value of this one should: it is none, and stays an option. */
function lacksValue(argv: readonly string[], index: number, options: Options): boolean {
  const name = argv[index]?.startsWith('--') === true ? argv[index].slice(2) : '';
  if (!options.has(name) || options.get(name).value === undefined) return false;
  const ended = argv.indexOf('--');
  return argv[index + 1]?.startsWith('-') === true && (ended === -1 || index < ended);
}

function declared({ value, short }: Option) {
  const type = value === undefined ? ('boolean' as const) : ('string' as const);
  return short === undefined ? { type } : { type, short };
}
