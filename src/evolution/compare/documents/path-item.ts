import type { Found } from '../change.ts';
import { memberOf, type Part } from '../../../openapi/parts.ts';
import type { Comparison, Origin, Pair } from './comparison.ts';
import type { Side } from './found.ts';

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** What is at one address, and where that is. */
export interface Item {
  readonly path: string;
  readonly item: Pair;
  /** Positions of placeholders, by their names. */
  readonly positions: Record<'was' | 'is', ReadonlyMap<string, string>>;
  /** `request`: clients call it; `response`: the service calls clients, as webhooks do. */
  readonly side: Side;
  /** The collection that it is a row of, in the newer document. */
  readonly collection?: Part;
}

/** Callbacks have items inside of operations, so that the one comparison is handed to the other. */
export type CompareItem = (item: Item, comparison: Comparison) => readonly Found[];

export function operationsIn(item: Part): Part[] {
  return methods.flatMap((method) => memberOf(item, method) ?? []);
}

/** A path item behind its reference, with what is written beside. */
export function itemOf(part: Part, origin: Origin): Part {
  const target = origin.deref(part);
  if (target === part) return part;
  const { $ref: _, ...beside } = part.value as Record<string, unknown>;
  return { value: { ...(target.value as object), ...beside }, path: target.path };
}
