import { isDeepStrictEqual } from 'node:util';
import { editByDocument } from './edit/document.ts';
import { withValueAt } from './edit/data.ts';
import { singleChanges } from './edit/changes.ts';
import { editBySplice } from './edit/splice.ts';
import type { Path } from './fault.ts';
import { shownPath } from './shown.ts';
import { parseYaml } from './yaml/parse.ts';
import { withoutMark } from './yaml/text.ts';
import { treeOf } from './yaml/tree.ts';

/** A change of one value: `undefined` takes the key, or the item of a list, away. */
export interface Edit {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * Changes values in the text of a specification and leaves everything else as it is: comments, order, spacing, quotes.
 * Mappings on the way that do not exist are made. A mapping as the new value changes only those of its members that
 * differ, so that comments between them stay.
 *
 * Throws an Error where the text is no YAML mapping, and where a value comes from an alias, which cannot change in one
 * place alone.
 */
export function editSpecification(text: string, edits: readonly Edit[]): string {
  const source = withoutMark(text);
  const mark = text.slice(0, text.length - source.length);
  return mark + edits.reduce(applied, source);
}

function applied(text: string, edit: Edit): string {
  return singleChanges(dataOf(text), edit).reduce(changed, text);
}

function changed(text: string, edit: Edit): string {
  const before = dataOf(text);
  const after = withValueAt(before, edit.path, edit.value);
  if (isDeepStrictEqual(before, after)) return text;
  for (const attempt of [editBySplice, editByDocument]) {
    const result = attempt(text, edit);
    if (result !== undefined && isDeepStrictEqual(tryDataOf(result), after)) return result;
  }
  throw new Error(`cannot change ${shownPath(edit.path)} in the file; change it by hand`);
}

function dataOf(text: string): unknown {
  const data = tryDataOf(text);
  if (data === undefined) throw new Error('the file is not readable YAML; correct it first');
  return data;
}

/** The plain data of a text, `{}` for an empty one; undefined where it is no YAML. */
function tryDataOf(text: string): unknown {
  const { document, faults } = parseYaml(text);
  if (document === undefined || faults.length > 0) return undefined;
  const tree = treeOf(document);
  return tree.faults.length > 0 ? undefined : (tree.value ?? {});
}
