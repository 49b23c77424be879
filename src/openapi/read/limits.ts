import { readingLimits } from '../../specification/index.ts';

/** What reading a document stops at. */
export const documentLimits = {
  /** Bytes of the file. */
  size: 8 * 1024 ** 2,
  /** Levels of lists and mappings. */
  depth: readingLimits.depth,
  /** Values that aliases and merge keys of YAML add, all together. */
  aliased: 50_000,
};
