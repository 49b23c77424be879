import { isMapping } from '../../../../specification/plain.ts';
import type { Part } from '../../../../openapi/parts.ts';

/** A bound of numbers; an open one is not reached. */
export interface Edge {
  readonly value: number;
  readonly isOpen: boolean;
}

export interface Edges {
  readonly lower?: Edge;
  readonly upper?: Edge;
}

/** The narrowest bounds. Up to OpenAPI 3.0 `exclusiveMinimum` is true or false, since 3.1 it is a number. */
export function edgesOf(parts: readonly Part[]): Edges {
  const of = (key: string, exclusive: string) =>
    parts.flatMap(({ value }): Edge[] => {
      if (!isMapping(value)) return [];
      const [bound, open] = [value[key], value[exclusive]];
      return [
        ...(typeof bound === 'number' ? [{ value: bound, isOpen: open === true }] : []),
        ...(typeof open === 'number' ? [{ value: open, isOpen: true }] : []),
      ];
    });
  const narrowest = (edges: Edge[], sign: number) =>
    edges.toSorted((one, other) => sign * order(one, other, sign)).at(-1);
  const lower = narrowest(of('minimum', 'exclusiveMinimum'), 1);
  const upper = narrowest(of('maximum', 'exclusiveMaximum'), -1);
  return { ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) };
}

/** Whether the first is below (negative) or above the second, where `inward` is the direction to the values. */
export function order(one: Edge, other: Edge, inward: number): number {
  return one.value - other.value || inward * (Number(one.isOpen) - Number(other.isOpen));
}

export function shownEdge(edge: Edge | undefined): unknown {
  return edge?.isOpen === true ? `${edge.value} (excluded)` : edge?.value;
}
