import type { Document } from 'yaml';
import { parseYaml } from '../yaml/parse.ts';
import { treeOf } from '../yaml/tree.ts';

/** A text with what it says. */
export interface Readable {
  readonly text: string;
  readonly document: Document.Parsed;
  /** Plain data, `{}` for an empty file. */
  readonly data: unknown;
}

/** Undefined where the text is no YAML that this package reads. */
export function readable(text: string): Readable | undefined {
  const { document, issues } = parseYaml(text);
  if (document === undefined || issues.length > 0) return undefined;
  const tree = treeOf(document);
  return tree.issues.length > 0 ? undefined : { text, document, data: tree.value ?? {} };
}
