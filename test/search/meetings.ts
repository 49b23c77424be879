import { isMapping } from '../../src/specification/plain.ts';
import { numbering, type Feature } from './features.ts';
import { repaired } from './repair.ts';
import type { Written } from './values.ts';

/** Two features that no specification was found to have together. */
export interface Apart {
  readonly pair: readonly [Feature, Feature];
  /** What the reader said to the last attempt, or the pair that such a specification would have as well. */
  readonly reason: string;
}

export interface Meetings {
  /** Specifications, each put together of two, in which further features meet. */
  readonly found: readonly Written[];
  readonly apart: readonly Apart[];
}

/** How many times two specifications are put together until a pair is given up. */
const attempts = 6;
/** A feature that occurs this often, and always beside another one, needs it. */
const often = 6;

/**
 * Looks for specifications in which features meet that none of the candidates has together: one with the first feature takes over
 * what one with the second has, and what the reader refuses of it is taken away again.
 */
export function meet(candidates: readonly Written[], features: readonly Feature[]): Meetings {
  const known = new Occurrences(features);
  for (const candidate of candidates) known.addHolder(candidate);
  const needs = features.map((_, one) => known.neededBy(one));
  const found: Written[] = [];
  const reasons = new Map<string, string>();
  const nameOf = (one: number) => features[one] ?? '';
  // Pairs of frequent features first: they explain why others cannot meet.
  for (const [one, other] of known.apart()) {
    if (known.together(one, other) > 0) continue;
    const implied = [one, ...(needs[one] ?? [])]
      .flatMap((first) => [other, ...(needs[other] ?? [])].map((second) => ({ first, second })))
      .find(({ first, second }) => reasons.has(keyOf(first, second)));
    const met = implied === undefined ? attempt(known, one, other) : undefined;
    if (met?.specification !== undefined) {
      known.add(met.specification);
      found.push(met.specification);
      continue;
    }
    const reason =
      implied === undefined
        ? (met?.reason ?? '')
        : `as ${nameOf(implied.first)} and ${nameOf(implied.second)}`;
    reasons.set(keyOf(one, other), reason);
  }
  const apart = [...reasons]
    .map(([key, reason]) => ({ numbers: key.split(' ').map(Number), reason }))
    .filter(({ numbers: [one = 0, other = 0] }) => known.together(one, other) === 0)
    .map(({ numbers: [one = 0, other = 0], reason }): Apart => ({
      pair: [nameOf(one), nameOf(other)],
      reason,
    }));
  return { found, apart };
}

/** Which features occur in which specifications; features are told by their position. */
class Occurrences {
  readonly featuresOf: (specification: Written) => number[];
  readonly #counts: readonly Uint32Array[];
  readonly #holders: readonly Written[][];

  constructor(features: readonly Feature[]) {
    this.featuresOf = numbering(features);
    this.#counts = features.map(() => new Uint32Array(features.length));
    this.#holders = features.map(() => []);
  }

  /** One to put together with others. What was put together is none: they would grow without end. */
  addHolder(specification: Written): void {
    this.add(specification);
    for (const one of this.featuresOf(specification)) this.#holders[one]?.push(specification);
  }

  add(specification: Written): void {
    const has = this.featuresOf(specification);
    for (const one of has) {
      const row = this.#counts[one];
      for (const other of has) if (row !== undefined) row[other] = (row[other] ?? 0) + 1;
    }
  }

  together(one: number, other: number): number {
    return this.#counts[one]?.[other] ?? 0;
  }

  /** One of the specifications with a feature: another one for each choice. */
  holder(feature: number, choice: number): Written | undefined {
    const all = this.#holders[feature] ?? [];
    return all[choice % Math.max(1, all.length)];
  }

  /** Features that were always there where this one was. */
  neededBy(one: number): number[] {
    const count = this.together(one, one);
    if (count < often) return [];
    return [...this.#counts.keys()].filter(
      (other) => other !== one && this.together(one, other) === count,
    );
  }

  /** Pairs that never met, those of frequent features first. */
  apart(): (readonly [number, number])[] {
    const all = [...this.#counts.keys()];
    const weight = ([one, other]: readonly [number, number]) =>
      this.together(one, one) * this.together(other, other);
    return all
      .flatMap((one) => all.slice(one + 1).map((other) => [one, other] as const))
      .filter(([one, other]) => this.together(one, other) === 0)
      .toSorted((first, second) => weight(second) - weight(first));
  }
}

function attempt(
  known: Occurrences,
  one: number,
  other: number,
): { readonly specification?: Written; readonly reason: string } {
  let reason = 'no specification has one of them';
  for (let round = 0; round < attempts; round += 1) {
    const [host, guest] = round % 2 === 0 ? [one, other] : [other, one];
    const base = known.holder(host, round * 7 + one);
    const added = known.holder(guest, round * 5 + other);
    if (base === undefined || added === undefined) break;
    const merged = repaired(united(base, added));
    if (merged === undefined) continue;
    const has = known.featuresOf(merged.specification);
    if (has.includes(one) && has.includes(other)) {
      return { specification: merged.specification, reason };
    }
    reason = merged.refused.at(-1)?.message ?? 'one of them takes the place of the other';
  }
  return { reason };
}

/** What the first one writes stays, and what only the other one writes comes to it. */
export function united(one: Written, other: Written): Written {
  return union(one, other) as Written;
}

function union(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    const written = new Set(one.map((item) => JSON.stringify(item)));
    const added = other.filter((item) => !written.has(JSON.stringify(item)));
    return [...(one as unknown[]), ...(added as unknown[])];
  }
  if (!isMapping(one) || !isMapping(other)) return one;
  const added = Object.entries(other).map(([key, value]) => [
    key,
    key in one ? union(one[key], value) : value,
  ]);
  return { ...one, ...(Object.fromEntries(added) as Written) };
}

function keyOf(one: number, other: number): string {
  return one < other ? `${String(one)} ${String(other)}` : `${String(other)} ${String(one)}`;
}
