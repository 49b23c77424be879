import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type Pair,
  type Scalar,
} from 'yaml';
import type { Issue, Path } from '../issue.ts';
import { checkKey } from './keys.ts';
import { readingLimits } from './options.ts';
import { unusableCharacter, unusableMessage } from './text.ts';

/** Where a value stands in the text: offsets in UTF-16 code units. */
export interface Place {
  readonly key?: number;
  readonly start: number;
  readonly end: number;
  readonly children: Map<string | number, Place>;
}

/** A document as plain data, and where each part of it stands. */
export interface Tree {
  readonly value: unknown;
  readonly place: Place;
  readonly issues: Issue[];
}

interface Part {
  /** Undefined for what has an issue of its own and is left out. */
  readonly value: unknown;
  readonly place: Place;
}

/**
 * Turns a document into plain objects, lists and scalars. What must not become data is left out with an issue: keys
 * that are no text, are written twice or reach into prototypes, aliases that never end, text that cannot be stored.
 */
export function treeOf(document: Document.Parsed): Tree {
  const issues: Issue[] = [];
  const anchors = new Map<string, Node>();
  const open = new Set<Node>();
  let aliased = 0;
  let aliasDepth = 0;
  let isCrowded = false;

  function part(node: unknown, path: Path, key?: number): Part {
    if (isAlias(node)) return aliasPart(node.source, node.range?.[0] ?? 0, path, key);
    if (!isMap(node) && !isSeq(node) && !isScalar(node))
      return { value: null, place: nowhere(key) };
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (aliasDepth > 0) aliased += 1;
    const place = placeOf(node, key);
    if (isScalar(node)) return { value: scalarValue(node, path, place), place };
    open.add(node);
    const value = isMap(node)
      ? mapValue(node.items, path, place.children)
      : node.items.map((item, position) => {
          const child = part(item, [...path, position]);
          place.children.set(position, child.place);
          return child.value ?? null;
        });
    open.delete(node);
    return { value, place };
  }

  function mapValue(pairs: readonly Pair[], path: Path, children: Map<string | number, Place>) {
    const entries: [string, unknown][] = [];
    for (const pair of pairs) {
      const key = checkKey(pair.key, path);
      if ('code' in key) {
        issues.push(key);
        continue;
      }
      if (children.has(key.name)) {
        const message = `the key "${key.name}" is written twice`;
        const at = { path: [...path, key.name], at: 'key', offset: key.offset } as const;
        issues.push({ ...at, code: 'duplicate-key', message });
        continue;
      }
      const child = part(pair.value, [...path, key.name], key.offset);
      children.set(key.name, child.place);
      if (child.value !== undefined) entries.push([key.name, child.value]);
    }
    return Object.fromEntries(entries);
  }

  function aliasPart(name: string, offset: number, path: Path, key?: number): Part {
    const place = { ...nowhere(key), start: offset, end: offset };
    const refuse = (code: string, message: string): Part => {
      issues.push({ path, at: 'value', code, message, offset });
      return { value: undefined, place };
    };
    const target = anchors.get(name);
    if (target === undefined) return refuse('unknown-alias', `no anchor &${name} comes before`);
    if (open.has(target)) return refuse('endless-alias', `*${name} stands inside of &${name}`);
    if (aliased > readingLimits.aliased) {
      if (isCrowded) return { value: undefined, place };
      isCrowded = true;
      return refuse('too-many-aliases', `aliases repeat more than ${readingLimits.aliased} values`);
    }
    aliasDepth += 1;
    const copy = part(target, path, key);
    aliasDepth -= 1;
    return copy;
  }

  function scalarValue(scalar: Scalar, path: Path, place: Place): unknown {
    const { value } = scalar;
    if (typeof value !== 'string' || unusableCharacter(value) === -1) return value;
    const at = { path, at: 'value', offset: place.start } as const;
    issues.push({ ...at, code: 'unusable-text', message: unusableMessage });
    return undefined;
  }

  return { ...part(document.contents, []), issues };
}

function placeOf(node: Node, key: number | undefined): Place {
  const [start, end] = node.range ?? [0, 0];
  return { ...(key === undefined ? {} : { key }), start, end, children: new Map() };
}

function nowhere(key: number | undefined): Place {
  const start = key ?? 0;
  return { ...(key === undefined ? {} : { key }), start, end: start, children: new Map() };
}
