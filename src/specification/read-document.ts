import type { Issue } from './issue.ts';
import type { Mistake } from './mistake.ts';
import { isMapping } from './plain.ts';
import { offsetOf } from './positions.ts';
import { atOffset, linesOf, mistakesOf } from './read.ts';
import { parseYaml } from './yaml/parse.ts';
import { checkText, withoutMark } from './yaml/text.ts';
import { treeOf } from './yaml/tree.ts';

export type DocumentReading =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Issues with their places in the file, beside those of reading it. */
      readonly mistakes: (issues: readonly Issue[]) => Mistake[];
      /** Something in it could not be read, and nothing of it is left to check. */
      readonly isBroken: boolean;
    }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** Reads the text of a small YAML file that is no specification, such as a step or a starter kit. Never throws. */
export function readDocument(text: string, file: string): DocumentReading {
  const source = withoutMark(text);
  const lines = linesOf(source);
  const unreadable = checkText(source);
  if (unreadable.length > 0) {
    return { ok: false, mistakes: mistakesOf(unreadable.map(atOffset), file, lines) };
  }
  const { document, issues } = parseYaml(source);
  if (document === undefined) {
    return { ok: false, mistakes: mistakesOf(issues.map(atOffset), file, lines) };
  }
  const tree = treeOf(document);
  const reading = [...issues, ...tree.issues];
  const mistakes = (found: readonly Issue[]) =>
    mistakesOf(
      [...reading, ...found].map((issue) => ({ issue, offset: offsetOf(issue, tree.place) })),
      file,
      lines,
    );
  const isBroken = reading.length > 0 && !isMapping(tree.value);
  return { ok: true, value: tree.value, mistakes, isBroken };
}
