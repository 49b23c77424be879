import { isNode, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import { editSpecification } from '../../specification/index.ts';
import { column, contentEnd, lineEnd, lineStart, spliced } from '../../specification/edit/text.ts';
import { isMapping } from '../../specification/plain.ts';
import { renderInline } from '../../specification/write/render.ts';
import type { Changes } from '../steps/schema.ts';

const modeline = '# yaml-language-server: $schema=../.resource-service/step.schema.json';
/** Where people read what can be written in a step; relative to the service. */
const stepsPage = 'docs/steps.md';

/** The text of a step of which nothing is written. */
export function emptyStep(from: string, to: string): string {
  return (
    `${modeline}\n` +
    `# What differs between version ${from} and version ${to}; ${stepsPage} says what can be written here.\n` +
    `from: '${from}'\nto: '${to}'\n`
  );
}

/**
 * The text of a step with what was drafted besides: comments, order and spacing of what is there stay.
 *
 * @param before what the text says
 */
export function stepText(text: string, before: Changes, after: Changes): string {
  const { resources = {}, ...others } = after;
  let written = text;
  for (const [name, step] of Object.entries(resources)) {
    const was = before.resources?.[name];
    for (const [key, value] of Object.entries(step)) {
      written = withValue(written, ['resources', name, key], value, was?.[key as keyof typeof was]);
    }
  }
  for (const [key, value] of Object.entries(others)) {
    written = withValue(written, [key], value, before[key as keyof typeof others]);
  }
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  for (const key of gone) {
    written = editSpecification(written, [{ path: [key], value: undefined }]);
  }
  return /^#[ \t]*yaml-language-server:/m.test(written) ? written : `${modeline}\n${written}`;
}

function withValue(text: string, path: readonly string[], value: unknown, was: unknown): string {
  if (value === was) return text;
  if (isList(value) && isList(was) && was.some((each) => value.includes(each))) {
    const gone = [...was.keys()].filter((index) => !value.includes(was[index])).toReversed();
    if (gone.length > 0) {
      const edits = gone.map((index) => ({ path: [...path, index], value: undefined }));
      const left = was.filter((each) => value.includes(each));
      return withValue(editSpecification(text, edits), path, value, left);
    }
  }
  const list = listAt(text, path);
  const isOther = !isList(value) || !isList(was) || !was.some((each) => value.includes(each));
  if (isOther || list === undefined || list.flow === true) {
    const written = editSpecification(text, [{ path, value }]);
    return isList(value) && value.some(isMapping) ? inLines(written, path, value) : written;
  }
  const first = value.findIndex((each) => was.includes(each));
  const [above, below] = [value.slice(0, first), value.slice(first + was.length)];
  const start = list.range?.[0] ?? 0;
  const last = list.items.at(-1);
  const spaces = column(text, start);
  const end = isNode(last) ? lineEnd(text, contentEnd(text, last)) : start;
  return withLines(withLines(text, end, below, spaces), keyEndAbove(text, start), above, spaces);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function listAt(text: string, path: readonly string[]): YAMLSeq | undefined {
  const node = parseDocument(text).getIn(path, true);
  return isSeq(node) ? node : undefined;
}

/** The list with a line for each item, however it was written. */
function inLines(text: string, path: readonly string[], value: readonly unknown[]): string {
  const list = listAt(text, path);
  const start = list?.range?.[0];
  if (list === undefined || start === undefined) return text;
  const key = text.lastIndexOf(`${path.at(-1) ?? ''}:`, start);
  const from = text.indexOf(':', key) + 1;
  const rest = spliced(text, from, contentEnd(text, list), '');
  return withLines(rest, from, value, column(text, key) + 2);
}

/** The end of the line of the key that a list belongs to: comments above its first item belong to that. */
function keyEndAbove(text: string, start: number): number {
  let end = lineStart(text, start) - 1;
  while (/^\s*(?:#.*)?$/.test(text.slice(lineStart(text, end), end)))
    end = lineStart(text, end) - 1;
  return end;
}

/** `- rename: { from: a, to: b }` */
function withLines(text: string, at: number, items: readonly unknown[], spaces: number): string {
  const lines = items.map((item) => {
    const inline = renderInline(item);
    const content = isMapping(item) ? inline.replace(/^\{ (.*) \}$/s, '$1') : inline;
    return `\n${' '.repeat(spaces)}- ${content}`;
  });
  return spliced(text, at, at, lines.join(''));
}
