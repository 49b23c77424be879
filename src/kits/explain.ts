import { keysAt, keySchemaAt } from '../specification/key-schema.ts';
import type { Reading } from '../specification/index.ts';
import { atKey } from '../specification/issue.ts';
import { nearest } from '../specification/nearest.ts';
import { isMapping } from '../specification/plain.ts';
import { layerOf, originOf } from './apply.ts';
import { shownKit, type KeyPath, type Kit } from './kit.ts';
import { alone, valueAt } from './values.ts';

/** Where one value comes from. */
export interface Explained {
  readonly key: string;
  /** Absent: nothing holds. */
  readonly value?: unknown;
  readonly source: 'specification' | 'kit' | 'locked' | 'default' | 'none';
  /** Of the specification: where it is written, counted from 1. */
  readonly line?: number;
  /** Of a kit: which one, and why it locks the value. */
  readonly kit?: string;
  readonly reason?: string;
}

export interface Explanation {
  readonly key: string;
  /** What the key is for. */
  readonly description?: string;
  /** The key itself, or what is in it, each with where it comes from. */
  readonly values: readonly Explained[];
  /** Of a mapping: the keys that it can have. */
  readonly keys: readonly string[];
}

export type Explaining =
  | { readonly ok: true; readonly explanation: Explanation }
  | { readonly ok: false; readonly message: string };

type Read = Extract<Reading, { ok: true }>;

/** Where the effective value of a key comes from: the generator's default, a kit, or the specification. */
export function explain(key: string, reading: Read, kits: readonly Kit[]): Explaining {
  const path = key.split('.');
  const schema = keySchemaAt(path);
  if (schema === undefined) return { ok: false, message: unknown(path) };
  const { description } = schema;
  const held = valueAt(reading.specification, path);
  const leaves = leavesOf(held, path);
  const values = (leaves.length === 0 ? [path] : leaves).map((leaf) =>
    explained(leaf, reading, kits),
  );
  return {
    ok: true,
    explanation: {
      key,
      values,
      keys: keysAt(path),
      ...(description === undefined ? {} : { description }),
    },
  };
}

function explained(path: KeyPath, reading: Read, kits: readonly Kit[]): Explained {
  const key = path.join('.');
  const { written, specification, placed } = reading;
  const value = valueAt(specification, path);
  const lock = layerOf(kits, written).locks.find(
    (each) => valueAt(alone(each.path, each.value), path) !== undefined,
  );
  if (lock !== undefined) {
    return { key, value, source: 'locked', kit: shownKit(lock.kit), reason: lock.reason };
  }
  if (valueAt(written, path) !== undefined) {
    const [place] = placed([atKey(path, { code: 'written', message: key })]);
    return { key, value, source: 'specification', ...(place && { line: place.line }) };
  }
  const kit = originOf(kits, written, path);
  if (kit !== undefined) return { key, value, source: 'kit', kit: shownKit(kit) };
  const defaultValue = keySchemaAt(path)?.default;
  return defaultValue === undefined
    ? { key, source: 'none' }
    : { key, value: defaultValue, source: 'default' };
}

function leavesOf(value: unknown, path: KeyPath): KeyPath[] {
  if (value === undefined) return [];
  if (!isMapping(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** The first part of a path that no key has, and what was probably meant. */
function unknown(path: KeyPath): string {
  const end = path.findIndex(
    (_, position) => keySchemaAt(path.slice(0, position + 1)) === undefined,
  );
  const names = keysAt(path.slice(0, end));
  const meant = nearest(path[end] ?? '', names);
  const where = end === 0 ? 'service.yaml' : path.slice(0, end).join('.');
  const hint = meant === undefined ? `it has ${names.join(', ')}` : `did you mean ${meant}?`;
  return names.length === 0
    ? `${where} is no mapping, so nothing in it can be explained`
    : `there is no key ${JSON.stringify(path[end])} in ${where}; ${hint}`;
}
