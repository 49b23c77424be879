import type { DocumentOptions, ParseOptions, SchemaOptions } from 'yaml';

/**
 * YAML 1.2 and nothing that makes a reader do more than read: no merge keys, no tags beyond the core schema. Keys
 * written twice are found by `tree.ts`, because the parser compares every key with every other.
 */
export const readingOptions: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  strict: true,
  prettyErrors: false,
  logLevel: 'silent',
};

/** What reading stops at. */
export const readingLimits = {
  /** Bytes of the file. */
  size: 1024 ** 2,
  /** Levels of lists and mappings. */
  depth: 50,
  /** Values that aliases add, all together. */
  aliased: 10_000,
  /** Errors of syntax that are reported; those after them are consequences. */
  syntaxErrors: 100,
};
