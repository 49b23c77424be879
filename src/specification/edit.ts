import { isDeepStrictEqual } from 'node:util';
import { editByDocument } from './edit/document.ts';
import { withValueAt } from './edit/data.ts';
import { singleChanges } from './edit/changes.ts';
import { readable, type Readable } from './edit/readable.ts';
import { editBySplice } from './edit/splice.ts';
import type { Path } from './issue.ts';
import { shownPath } from './shown.ts';
import { withoutMark } from './yaml/text.ts';

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
  const file = readable(source);
  if (file === undefined) throw new Error('the file is not readable YAML; correct it first');
  return mark + edits.reduce(applied, file).text;
}

/** The smallest changes that make one specification of another. */
export function editsBetween(before: unknown, after: unknown): Edit[] {
  return singleChanges(before, { path: [], value: after });
}

function applied(file: Readable, edit: Edit): Readable {
  return singleChanges(file.data, edit).reduce(changed, file);
}

function changed(file: Readable, edit: Edit): Readable {
  const data = withValueAt(file.data, edit.path, edit.value);
  if (isDeepStrictEqual(file.data, data)) return file;
  for (const attempt of [editBySplice, editByDocument]) {
    const text = attempt(file, edit);
    const result = text === undefined ? undefined : readable(text);
    if (result !== undefined && isDeepStrictEqual(result.data, data)) return result;
  }
  throw new Error(`cannot change ${shownPath(edit.path)} in the file; change it by hand`);
}
