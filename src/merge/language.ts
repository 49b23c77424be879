/** What a file is written in, as far as merging knows. */
export type Language = 'typescript' | 'json' | 'yaml' | 'text';

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/\.[mc]?[tj]s$/, 'typescript'],
  [/\.json$/, 'json'],
  [/\.ya?ml$/, 'yaml'],
];

/** By the end of the name. */
export function languageOf(path: string): Language {
  return LANGUAGES.find(([pattern]) => pattern.test(path))?.[1] ?? 'text';
}
