import { words } from '../../../specification/names/casing.ts';
import { nearest } from '../../../specification/nearest.ts';
import { containerOf, lastName } from '../../compose/members.ts';
import type { Choice } from '../../asking.ts';
import { placeOf, type About } from '../about.ts';
import { leavesOf, type Found } from './differences.ts';
import { converterOf } from './retyped.ts';

/** What became of a field that the newer version has not: nothing, another path, or several. */
export type Destiny = string | readonly string[] | null;

/**
 * What became of each field that is gone, by its path; those that wait for an answer are not among them.
 * Leaves of an object are asked for one by one where it has not become another object as a whole.
 */
export function destiniesOf(
  gone: readonly Found[],
  fresh: readonly Found[],
  about: About,
): { readonly destinies: ReadonlyMap<string, Destiny>; readonly isOpen: boolean } {
  const destinies = new Map<string, Destiny>();
  let isOpen = false;
  const decide = (found: Found, all: readonly Found[]): Destiny | undefined => {
    const said = saidOf(found, all, about);
    const destiny =
      said ?? askDestiny(found, all, { gone: gone.flatMap(leavesOf), destinies }, about);
    if (destiny === undefined) isOpen = true;
    else destinies.set(found.path, destiny);
    return destiny;
  };
  for (const found of gone) {
    const isGroup = found.field.type === 'object';
    const destiny = decide(found, isGroup ? fresh : fresh.flatMap(leavesOf));
    if (!isGroup || destiny !== null) continue;
    const leaves = leavesOf(found).filter(({ path }) => path !== found.path);
    for (const leaf of leaves) decide(leaf, fresh.flatMap(leavesOf));
  }
  return { destinies, isOpen };
}

/** By `renamedFrom`. */
function saidOf({ path }: Found, fresh: readonly Found[], about: About): string | undefined {
  return fresh.find((each) => about.formerName(each.path) === path)?.path;
}

interface Known {
  /** Every field that the newer version has not. */
  readonly gone: readonly Found[];
  /** What became of those that were decided before. */
  readonly destinies: ReadonlyMap<string, Destiny>;
}

/** What else became something of an answer; undefined: nothing, or texts that are merged. */
function takenBy(
  found: Found,
  answer: string | readonly string[],
  { gone, destinies }: Known,
): string | undefined {
  const wanted = new Set([answer].flat());
  const [taker] =
    [...destinies].find(([path, destiny]) => {
      const other = gone.find((each) => each.path === path);
      const isMerged =
        typeof answer === 'string' &&
        destiny === answer &&
        other !== undefined &&
        [found, other].every((each) => isTextual(each) && !inList(each));
      return !isMerged && [destiny ?? []].flat().some((each) => wanted.has(each));
    }) ?? [];
  return taker;
}

function askDestiny(
  found: Found,
  fresh: readonly Found[],
  { gone, destinies }: Known,
  about: About,
): Destiny | undefined {
  const free = fresh.filter(({ path }) => about.formerName(path) === undefined);
  const others = free.filter((each) => mayBe(found, each));
  const parts = isTextual(found) ? free.filter((each) => isTextual(each) && !inList(each)) : [];
  const isSplit = parts.length > 1 && !inList(found);
  if (others.length === 0 && !isSplit) return null;
  const isMerged = isTextual(found) && gone.filter(isTextual).length > 1;
  const { path } = found;
  // What something else became already is hardly meant, and may be all the same: texts can be merged.
  const used = new Set([...destinies.values()].flatMap((destiny) => destiny ?? []));
  const unused = (each: Found) => !used.has(each.path);
  const likely = inOrder(path, others);
  const freeParts = parts.filter(unused);
  // Names that have a word in common are more likely than all that are free.
  const namedAlike = freeParts.filter((each) => sharesWord(path, each.path));
  const isFewer = namedAlike.length > 1 && namedAlike.length < freeParts.length;
  return about.asked.ask<Destiny>(
    {
      place: placeOf(about, path, 'became'),
      text: `What became of "${path}" ${about.whose}, which the newer version has not?`,
      help:
        'The path that it has now; a list of paths that it is split into, in their order; or null where it is gone. ' +
        'Several fields with the same answer are merged into that one.',
      choices: [
        ...likely.filter(unused).map((each) => choiceOf(path, each, isMerged)),
        ...(isSplit && isFewer ? splits(namedAlike) : []),
        ...(isSplit && freeParts.length > 1 ? splits(freeParts) : []),
        { value: null, says: 'it is gone' },
        ...likely.filter((each) => !unused(each)).map((each) => choiceOf(path, each, isMerged)),
      ],
      isOpen: isSplit && parts.length > 2,
    },
    (given) => {
      if (given === null) return { value: null };
      const answer = listedIn(given);
      const isOne = typeof answer === 'string' && others.some((each) => each.path === answer);
      const isList =
        Array.isArray(answer) &&
        answer.length > 1 &&
        new Set(answer).size === answer.length &&
        answer.every((each) => parts.some((part) => part.path === each));
      const destiny = isOne ? answer : isList ? answer.map(String) : undefined;
      if (destiny !== undefined) {
        const taker = takenBy(found, destiny, { gone, destinies });
        if (taker === undefined) return { value: destiny };
        return { problem: `${JSON.stringify(answer)} is what became of "${taker}"` };
      }
      const paths = [...new Set([...others, ...parts].map((each) => each.path))].join(', ');
      return {
        problem: `${JSON.stringify(answer)} is neither null nor one or a list of ${paths} (several with commas between them)`,
      };
    },
  );
}

/** What a person typed as a list, `first, last`, as one. */
function listedIn(answer: unknown): unknown {
  if (typeof answer !== 'string' || !answer.includes(',')) return answer;
  return answer.split(',').map((part) => part.trim());
}

function sharesWord(one: string, other: string): boolean {
  const known = new Set(words(lastName(one)));
  return words(lastName(other)).some((word) => known.has(word));
}

/** Whether one may be the other under another name or in another place. */
function mayBe(older: Found, newer: Found): boolean {
  const isBeside = containerOf(older.path) === containerOf(newer.path);
  if (!isBeside && (inList(older) || inList(newer))) return false;
  const [was, is] = [older.field, newer.field];
  if (was.type === 'enum' && is.type === 'enum') {
    return was.values.some((value) => is.values.includes(value));
  }
  if (was.type === is.type) return true;
  const converter = converterOf(was, is);
  return isBeside && converter !== undefined && !isLoose(converter);
}

/** Whether nearly everything converts so: that says nothing of what became of a field. */
function isLoose(converter: string): boolean {
  return (
    converter === 'text-to-text' ||
    converter.endsWith('-to-string') ||
    converter.startsWith('string-to-') ||
    converter.includes('list')
  );
}

function isTextual({ field }: Found): boolean {
  return field.type === 'string' || field.type === 'text';
}

function inList({ path }: Found): boolean {
  return path.includes('[]');
}

function choiceOf(path: string, other: Found, isMerged: boolean): Choice {
  const isBeside = containerOf(path) === containerOf(other.path);
  const verb = isBeside ? 'is called' : 'has moved to';
  const part = isMerged && isTextual(other) ? ', or is a part of it' : '';
  return { value: other.path, says: `it ${verb} "${other.path}" now${part}` };
}

/** The likeliest name first. */
function inOrder(path: string, others: readonly Found[]): readonly Found[] {
  const names = others.map((each) => lastName(each.path));
  const likely = nearest(lastName(path), names);
  return others.toSorted(
    (a, b) => Number(lastName(b.path) === likely) - Number(lastName(a.path) === likely),
  );
}

function splits(parts: readonly Found[]): Choice[] {
  const paths = parts.map(({ path }) => path);
  const [one, other] = paths;
  const orders = paths.length === 2 ? [paths, [other ?? '', one ?? '']] : [paths];
  return orders.map((order) => ({
    value: order,
    says: `it is split into ${order.map((each) => `"${each}"`).join(', then ')}`,
  }));
}
