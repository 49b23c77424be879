import { isCollection, isMap, isScalar, type Document, type Node } from 'yaml';
import type { Path } from '../issue.ts';

/** Longest line of a list or mapping that is written on one line. */
const width = 100;

/** Mappings and lists that always have a line for each member; `*` stands for any name. */
const frames = [
  '',
  'service',
  'service.kits',
  'resources',
  'resources.*',
  'resources.*.fields',
  'resources.*.examples',
  'states',
  'states.*',
  'states.*.transitions',
  'endpoints',
  'endpoints.*',
  'endpoints.*.actions',
  'authentication',
  'authentication.rules',
  'authentication.allow',
  'events',
  'errors',
  'errors.codes',
  'limits',
  'versioning',
  'versioning.versions',
  'versioning.flags',
  'versioning.exceptions',
  'versioning.acknowledged',
].map((frame) => (frame === '' ? [] : frame.split('.')));

/**
 * Puts every member that fits on one line, such as a field, on one line. `path` is where the node stands in the
 * specification; the node itself gets a line for each member.
 */
export function layOut(node: unknown, path: Path, document: Document): void {
  if (!isCollection(node) || node.items.length === 0) return;
  node.flow = false;
  const members = isMap(node)
    ? node.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', value] as const)
    : node.items.map((item, position) => [position, item] as const);
  for (const [key, value] of members) {
    const place = [...path, key];
    if (isCollection(value) && !isFrame(place, value) && fits(value, place, document))
      value.flow = true;
    else layOut(value, place, document);
  }
}

/** What an author named is a mapping; a list beside those is no frame. */
function isFrame(path: Path, node: Node): boolean {
  return frames.some(
    (frame) =>
      frame.length === path.length &&
      (frame.at(-1) !== '*' || isMap(node)) &&
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
