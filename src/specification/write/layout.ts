import { isCollection, isMap, isScalar, type Document, type Node } from 'yaml';
import type { Path } from '../fault.ts';

/** Longest line of a list or mapping that is written on one line. */
const width = 100;

/** Mappings and lists that always have a line for each member; `*` stands for any name. */
const frames = [
  '',
  'service',
  'resources',
  'resources.*',
  'resources.*.fields',
  'resources.*.examples',
  'endpoints',
  'endpoints.*',
  'authentication',
  'errors',
  'errors.codes',
  'limits',
  'versioning',
  'versioning.versions',
].map((frame) => (frame === '' ? [] : frame.split('.')));

/** Puts what fits on one line, such as a field, on one line. `path` is where the node stands in the specification. */
export function layOut(node: unknown, path: Path, document: Document): void {
  if (!isCollection(node)) return;
  if (!isFrame(path) && fits(node, path, document)) {
    node.flow = true;
    return;
  }
  node.flow = false;
  if (isMap(node)) {
    for (const pair of node.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      layOut(pair.value, [...path, key], document);
    }
    return;
  }
  for (const [position, item] of node.items.entries()) layOut(item, [...path, position], document);
}

function isFrame(path: Path): boolean {
  return frames.some(
    (frame) =>
      frame.length === path.length &&
      frame.every((part, position) => part === '*' || part === path[position]),
  );
}

function fits(node: Node, path: Path, document: Document): boolean {
  const text = JSON.stringify(node.toJS(document));
  const quotes = text.match(/"/g)?.length ?? 0;
  const spaces = text.match(/[:,{}]/g)?.length ?? 0;
  const before = 2 * path.length + String(path.at(-1) ?? '').length;
  return before + text.length - quotes + spaces <= width && !text.includes('\\n');
}
