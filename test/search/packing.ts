import { united } from './meetings.ts';
import { PairMatrix } from './pair-matrix.ts';
import { pathsOf, removeAt, repaired, yamlOf } from './repair.ts';
import type { Written } from './values.ts';

/** Lines of YAML beyond which nothing more is put into a specification: its tests would take minutes. */
const mostLines = 900;
/** A specification with so many of the pairs is taken as it is. */
const many = 300;
/** How many guests a host takes, and among how many each is chosen. */
const guests = { most: 16, choice: 90 };
/** How deep in a specification is taken away what no pair needs: a field of a resource is at four. */
const depth = 4;

/**
 * Puts pairs that no proved specification has into few specifications: the one that has most of them takes over, one after another,
 * what others have and their pairs need.
 *
 * @param pool specifications that together have all pairs
 * @param missing which pairs are asked for; those of the result are taken out of it
 */
export function* pack(
  pool: readonly Written[],
  missing: PairMatrix,
): Generator<Written, undefined> {
  const all = pool.map((specification) => ({
    specification,
    has: missing.numbersOf(specification),
  }));
  for (;;) {
    const host = best(all, ({ has }) => missing.countIn(has));
    if (host === undefined) return undefined;
    const isFull = missing.countIn(host.has) >= many;
    const packed = isFull ? host.specification : grow(host, all, missing);
    missing.remove(missing.numbersOf(packed));
    yield packed;
  }
}

interface Member {
  readonly specification: Written;
  readonly has: readonly number[];
}

function grow(host: Member, all: readonly Member[], missing: PairMatrix): Written {
  let grown = needed(host.specification, [], missing);
  let has = missing.numbersOf(grown);
  let count = missing.countIn(has);
  const useful = all.filter((each) => missing.countIn(each.has) > 0);
  for (let round = 0; round < guests.most; round += 1) {
    // Another part of the pool each time: all of it would take longer than the proof.
    const start = (round * guests.choice) % Math.max(1, useful.length);
    const choice = useful.slice(start, start + guests.choice);
    const guest = best(choice, (each) => missing.countIn(sum(has, each.has)) - count);
    if (guest === undefined) continue;
    const added = needed(guest.specification, has, missing);
    const merged = repaired(united(grown, added))?.specification;
    if (merged === undefined) continue;
    const now = missing.numbersOf(merged);
    const found = missing.countIn(now);
    if (found <= count || yamlOf(merged).split('\n').length > mostLines) continue;
    [grown, has, count] = [merged, now, found];
  }
  return grown;
}

/** A legal specification without what no missing pair needs, beside the features that are there already. */
function needed(specification: Written, beside: readonly number[], missing: PairMatrix): Written {
  const countOf = (each: Written) => missing.countIn(sum(beside, missing.numbersOf(each)));
  const wanted = countOf(specification);
  let slimmed = specification;
  for (let length = 1; length <= depth; length += 1) {
    // From the back, so that positions in lists stay right.
    const paths = pathsOf(slimmed).filter((path) => path.length === length);
    slimmed = without(slimmed, paths.toReversed(), (each) => countOf(each) >= wanted);
  }
  return slimmed;
}

/**
 * Takes away as many of the parts as it can. What one part needs of another is not known before the reader says so: so all are taken
 * away together, and in halves where that does not do.
 */
function without(
  specification: Written,
  paths: readonly (readonly (string | number)[])[],
  isEnough: (specification: Written) => boolean,
): Written {
  let left = specification;
  const removed = paths.filter((path) => {
    const less = structuredClone(left) as Record<string, unknown>;
    if (!removeAt(less, path) || !isEnough(less)) return false;
    left = less;
    return true;
  });
  if (removed.length === 0) return specification;
  const legal = repaired(left)?.specification;
  if (legal !== undefined && isEnough(legal)) return legal;
  if (removed.length === 1) return specification;
  const half = Math.ceil(removed.length / 2);
  const first = without(specification, removed.slice(0, half), isEnough);
  return without(first, removed.slice(half), isEnough);
}

function sum(one: readonly number[], other: readonly number[]): number[] {
  return [...new Set([...one, ...other])].toSorted((first, second) => first - second);
}

/** The one with most; undefined where none has any. */
function best<Each>(all: readonly Each[], amount: (each: Each) => number): Each | undefined {
  let found: Each | undefined;
  let most = 0;
  for (const each of all) {
    const count = amount(each);
    if (count > most) [found, most] = [each, count];
  }
  return found;
}
