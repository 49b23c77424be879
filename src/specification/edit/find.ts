import {
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Path } from '../issue.ts';

/** The way from the top of a document to a path, as far as the path exists. */
export interface Found {
  /** The collections that were gone through, outermost first. */
  readonly collections: readonly (YAMLMap | YAMLSeq)[];
  /** The value at the end of what exists. */
  readonly node: Node | undefined;
  /** What of the path does not exist. */
  readonly missing: Path;
}

/** Undefined where the way leads through an alias, an anchor or a tag: those are not for splicing. */
export function find(top: unknown, path: Path): Found | undefined {
  const collections: (YAMLMap | YAMLSeq)[] = [];
  let node: unknown = top;
  for (const [position, key] of path.entries()) {
    if (!isPlain(node)) return undefined;
    const missing = { collections, node, missing: path.slice(position) };
    if (!isCollection(node)) return missing;
    const child = isMap(node) ? pairOf(node, key)?.value : isSeq(node) ? itemOf(node, key) : null;
    const exists = isMap(node) ? pairOf(node, key) !== undefined : child !== undefined;
    if (!exists) return missing;
    if (isMap(node) || isSeq(node)) collections.push(node);
    node = child ?? undefined;
  }
  return isPlain(node) ? { collections, node, missing: [] } : undefined;
}

function isPlain(node: unknown): node is Node | undefined {
  if (node === undefined) return true;
  if (!isNode(node) || (!isCollection(node) && !isScalar(node))) return false;
  return node.anchor === undefined && node.tag === undefined;
}

/** The member of a mapping by its key, whether that is text or a number. */
export function pairOf(map: YAMLMap, key: string | number): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
}

function itemOf(list: YAMLSeq, key: string | number): unknown {
  return typeof key === 'number' ? list.items[key] : undefined;
}
