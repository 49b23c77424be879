import { isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Path } from '../issue.ts';
import { addItem, addMember } from './add.ts';
import { find, pairOf, type Found } from './find.ts';
import type { Readable } from './readable.ts';
import { removeFrom } from './remove.ts';
import { replaceInline, replaceMember } from './replace.ts';

interface Change {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * The text with one value changed, put together from the old text and the new part. Undefined where that cannot be done
 * without losing a comment. The caller checks what comes of it.
 */
export function editBySplice(file: Readable, { path, value }: Change): string | undefined {
  const found = find(file.document.contents, path);
  if (found === undefined || path.length === 0) return undefined;
  if (value === undefined) return remove(file, found, path);
  return found.missing.length > 0
    ? add(file, found, path, value)
    : replace(file.text, found, path, value);
}

function remove(file: Readable, { collections }: Found, path: Path): string | undefined {
  const key = path.at(-1) ?? '';
  const parent = collections.at(-1);
  if (parent === undefined) return undefined;
  if (parent.items.length > 1) return removeFrom(file.text, parent, positionOf(parent, key));
  return editBySplice(file, { path: path.slice(0, -1), value: isMap(parent) ? {} : [] });
}

function positionOf(parent: YAMLMap | YAMLSeq, key: string | number): number {
  if (isSeq(parent)) return Number(key);
  const pair = pairOf(parent, key);
  return pair === undefined ? -1 : parent.items.indexOf(pair);
}

/** Puts a new key into the last mapping that exists, with all that is missing on the way to it. */
function add(file: Readable, { node, missing }: Found, path: Path, value: unknown) {
  const [key = '', ...rest] = missing;
  const place = path.slice(0, path.length - missing.length);
  const part = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  if (isMap(node) && node.items.length > 0) return addMember(file.text, node, place, key, part);
  if (isSeq(node) && node.items.length > 0 && node.items.length === key)
    return addItem(file.text, node, part);
  const whole = typeof key === 'number' ? [part] : { [key]: part };
  return editBySplice(file, { path: place, value: whole });
}

function replace(text: string, { collections, node }: Found, path: Path, value: unknown) {
  const key = path.at(-1) ?? '';
  const parent = collections.at(-1);
  const pair = isMap(parent) ? pairOf(parent, key) : undefined;
  const isInside = collections.some((collection) => collection.flow === true);
  const inline =
    node === undefined || !(isInside || fitsInline(value))
      ? undefined
      : replaceInline(text, node, value);
  if (inline !== undefined || isInside || pair === undefined) return inline;
  return replaceMember(text, pair, path.slice(0, -1), { key, value });
}

function fitsInline(value: unknown): boolean {
  const text = JSON.stringify(value) ?? '';
  return text.length <= 100 && !text.includes('\\n');
}
