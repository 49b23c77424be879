import { isAlias, isMap, isScalar, isSeq, type Document, type Node, type Pair } from 'yaml';
import type { Place } from '../../specification/yaml/tree.ts';
import { documentLimits } from './limits.ts';
import { Unreadable } from './unreadable.ts';

interface Part {
  readonly value: unknown;
  readonly place: Place;
}

/**
 * A YAML document as plain data, and where each part of it stands. Other than in `service.yaml`, keys may be numbers (`200:`) and
 * merge keys are read, because documents of the wild have both.
 *
 * @throws {Unreadable} where aliases have no end, or keys are written twice
 */
export function plainTree(document: Document.Parsed): Part {
  const anchors = new Map<string, Node>();
  const open = new Set<Node>();
  let aliased = 0;
  let aliasDepth = 0;

  function part(node: unknown, key?: number): Part {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      const offset = node.range?.[0] ?? 0;
      if (target === undefined)
        throw new Unreadable(`no anchor &${node.source} comes before`, offset);
      if (open.has(target)) {
        throw new Unreadable(`*${node.source} stands inside of &${node.source}`, offset);
      }
      aliasDepth += 1;
      const copy = part(target, key);
      aliasDepth -= 1;
      return copy;
    }
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) {
      const start = key ?? 0;
      return { value: null, place: { start, end: start, children: new Map() } };
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (aliasDepth > 0) aliased += 1;
    const [start, end] = node.range ?? [0, 0];
    if (aliased > documentLimits.aliased) {
      throw new Unreadable(`aliases repeat more than ${documentLimits.aliased} values`, start);
    }
    const children = new Map<string | number, Place>();
    const place = { ...(key === undefined ? {} : { key }), start, end, children };
    if (isScalar(node)) return { value: node.value, place };
    open.add(node);
    const value = isMap(node)
      ? Object.fromEntries(entries(node.items, children))
      : node.items.map((item, position) => {
          const child = part(item);
          children.set(position, child.place);
          return child.value;
        });
    open.delete(node);
    return { value, place };
  }

  function entries(pairs: readonly Pair[], children: Map<string | number, Place>) {
    const written = new Map<string, unknown>();
    const merged: Part[] = [];
    for (const pair of pairs) {
      const { name, offset } = keyOf(pair.key);
      const child = part(pair.value, offset);
      if (name === '<<') merged.push(child);
      else if (written.has(name)) {
        throw new Unreadable(`the key ${JSON.stringify(name)} is written twice`, offset);
      } else {
        written.set(name, child.value);
        children.set(name, child.place);
      }
    }
    for (const { value, place } of merged) takeIn(value, place, written, children);
    return written;
  }

  return part(document.contents);
}

/** The members of a merge key, of which those that are written beside it are not taken. */
function takeIn(
  value: unknown,
  place: Place,
  written: Map<string, unknown>,
  children: Map<string | number, Place>,
): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [position, each] of value.entries()) {
      takeIn(each, place.children.get(position) ?? place, written, children);
    }
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (written.has(name)) continue;
    written.set(name, member);
    const child = place.children.get(name);
    if (child !== undefined) children.set(name, child);
  }
}

/** Keys are text: that of `200:` is its spelling. */
function keyOf(key: unknown): { name: string; offset: number } {
  if (!isScalar(key)) throw new Unreadable('a key is no text');
  const offset = key.range?.[0] ?? 0;
  const { value, source } = key;
  return { name: typeof value === 'string' ? value : (source ?? String(value)), offset };
}
