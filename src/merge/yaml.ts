import { isCollection, isMap, isPair, isScalar, isSeq, parseDocument, type Node } from 'yaml';
import type { Split, Unit } from './types.ts';

/** Takes YAML apart by key and entry; undefined if its syntax is broken, or it is no map and no list. */
export function splitYaml(text: string): Split | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  return splitNode(text, document.contents, [0, text.length]);
}

/** Only what stands in lines of its own: `{ a: 1 }` and `[a]` are taken as a whole. */
function splitNode(
  text: string,
  node: Node | null | undefined,
  [start, end]: readonly [number, number],
): Split | undefined {
  if (!isCollection(node) || node.flow === true || node.items.length === 0) return undefined;
  const entries = node.items.map((item) => entryOf(item, isSeq(node)));
  const starts = entries.map((entry) => (entry === undefined ? -1 : lineOf(text, entry.at)));
  // Two entries on one line, or one that begins above: nothing that lines can take apart.
  if (starts.some((at, index) => at < start || at <= (starts[index - 1] ?? -1))) return undefined;
  const bounds = starts.map((at, index) =>
    index === 0 ? at : withComments(text, at, starts[index - 1] ?? 0),
  );
  const units = entries.map((entry, index): Unit => {
    const range = [bounds[index] ?? start, bounds[index + 1] ?? end] as const;
    const unitText = text.slice(...range);
    return {
      key: entry?.name ?? `=${unitText.replaceAll(/\s+/g, ' ').trim()}`,
      text: unitText,
      formatted: unitText,
      rest: '',
      inner: () => splitNode(text, entry?.value, range),
    };
  });
  const head = text.slice(start, bounds[0]);
  const kind = isMap(node) ? 'map' : 'list';
  return { kind, head, formattedHead: head, units, tail: '', formattedTail: '' };
}

interface Entry {
  readonly at: number;
  readonly name: string | undefined;
  readonly value: Node | undefined;
}

function entryOf(item: unknown, isListed: boolean): Entry | undefined {
  if (isPair<Node, Node | null>(item)) {
    const at = item.key.range?.[0];
    const name = isScalar(item.key) ? String(item.key.value) : undefined;
    return at === undefined || name === undefined
      ? undefined
      : { at, name: `:${name}`, value: item.value ?? undefined };
  }
  if (!isListed || !isNode(item)) return undefined;
  const at = item.range?.[0];
  return at === undefined ? undefined : { at, name: nameOfEntry(item), value: item };
}

function isNode(item: unknown): item is Node {
  return isScalar(item) || isCollection(item);
}

function nameOfEntry(node: Node): string | undefined {
  if (!isMap(node)) return undefined;
  for (const known of ['name', 'id', 'uses', 'image']) {
    const value = node.get(known);
    if (typeof value === 'string') return `${known} ${value}`;
  }
  return undefined;
}

function lineOf(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** The comments and blank lines right above an entry belong to it. */
function withComments(text: string, at: number, after: number): number {
  let start = at;
  while (start > after) {
    const above = lineOf(text, start - 1);
    if (above <= after || !/^[ \t]*(#|\r?$)/.test(text.slice(above, start - 1))) break;
    start = above;
  }
  return start;
}
