import { isMapping, own } from '../../../../specification/plain.ts';
import { itemsOf, memberOf, membersOf, referenceIn, type Part } from '../../../../openapi/parts.ts';
import type { Origin } from '../comparison.ts';
import { edgesOf, type Edge } from './edges.ts';
import { kindsOf, type Kinds } from './kinds.ts';

/** A choice of `oneOf` or `anyOf`. */
export interface Choice {
  readonly keyword: 'oneOf' | 'anyOf';
  readonly alternatives: readonly Part[];
}

/** One level of a schema: its references followed, its `allOf` merged, its members as schemas. */
export interface Level extends Kinds {
  /** What it is put together of. */
  readonly parts: readonly Part[];
  /** The different values that its parts give a keyword. */
  readonly keywords: ReadonlyMap<string, readonly unknown[]>;
  readonly lower?: Edge;
  readonly upper?: Edge;
  readonly properties: ReadonlyMap<string, Part>;
  readonly patternProperties: ReadonlyMap<string, Part>;
  readonly required: ReadonlySet<string>;
  readonly prefixItems: readonly Part[];
  readonly items: Part | undefined;
  readonly propertyNames: Part | undefined;
  readonly others: Part | undefined;
  readonly choices: readonly Choice[];
}

/** Reads the levels of the schemas of one document, each once. */
export interface Levels {
  of(part: Part | undefined): Level;
  /** The schema without its choice, together with one of its alternatives. */
  withChosen(part: Part, alternative: Part): Part;
}

const keywordsOfChoice = ['oneOf', 'anyOf'] as const;

/** A schema that permits everything. */
const anything = {};
/** One that permits nothing. */
const nothing = { not: {} };

export function levelsOf(origin: Origin): Levels {
  const levels = new WeakMap<object, Level>();
  const joined = new Map<string, object>();
  const chosen = new WeakMap<object, Map<object, object>>();
  /** Schemas of which one alternative was chosen: an alternative that is all of them again asks for no other choice. */
  const spent = new WeakMap<object, ReadonlySet<object>>();
  const identify = identities();

  return {
    of(part) {
      const value = schemaOf(part);
      const known = levels.get(value);
      if (known !== undefined) return known;
      const level = read({ value, path: part?.path ?? [] });
      levels.set(value, level);
      return level;
    },
    withChosen(part, alternative) {
      const [base, other] = [schemaOf(part), schemaOf(alternative)];
      const known = chosen.get(base) ?? new Map<object, object>();
      chosen.set(base, known);
      const value = known.get(other) ?? choose(part, other);
      known.set(other, value);
      return { value, path: alternative.path };
    },
  };

  function read(whole: Part): Level {
    const { parts, isNull } = gather(whole);
    const list = (key: string) => parts.flatMap((part) => memberOf(part, key) ?? []);
    const mapping = (key: string) => {
      const all = list(key).flatMap(membersOf);
      const names = [...new Set(all.map(([name]) => name))];
      origin.step(names.length);
      const grouped = Map.groupBy(all, ([name]) => name);
      return new Map(
        names.map(
          (name) => [name, join((grouped.get(name) ?? []).map(([, part]) => part))] as const,
        ),
      );
    };
    const one = (key: string) => {
      const all = list(key);
      return all.length === 0 ? undefined : join(all);
    };
    const choices = choicesIn(parts.filter(({ value }) => !isSpent(whole, value)));
    const prefixes = list('prefixItems').map(itemsOf);
    const length = Math.max(0, ...prefixes.map((prefix) => prefix.length));
    return {
      parts,
      ...kindsOf(parts, { isNull, isChoice: choices.length > 0 }),
      ...edgesOf(parts),
      keywords: keywordsIn(parts),
      properties: mapping('properties'),
      patternProperties: mapping('patternProperties'),
      required: new Set(
        list('required').flatMap((part) =>
          itemsOf(part).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
        ),
      ),
      prefixItems: Array.from({ length }, (_, position) =>
        join(prefixes.flatMap((prefix) => prefix[position] ?? [])),
      ),
      items: one('items'),
      propertyNames: one('propertyNames'),
      others: one('additionalProperties'),
      choices,
    };
  }

  /** The schema, behind what it refers to and what it is all of, and the one alternative that is not null. */
  function gather(whole: Part): { readonly parts: readonly Part[]; readonly isNull: boolean } {
    const parts: Part[] = [];
    const seen = new Set<object>();
    let isNull = false;
    const add = (part: Part, depth = 0): void => {
      origin.checkDepth(depth);
      const value = schemaOf(part);
      if (seen.has(value)) return;
      seen.add(value);
      origin.step();
      const self = { value, path: part.path };
      const reference = referenceIn(self);
      if (reference !== undefined) add(origin.target(self, reference), depth + 1);
      for (const each of itemsOf(memberOf(self, 'allOf'))) add(each, depth + 1);
      parts.push(self);
      for (const keyword of keywordsOfChoice) {
        const all = itemsOf(memberOf(self, keyword));
        const real = all.filter((each) => !isNullOnly(each));
        if (real.length < all.length) isNull = true;
        if (real.length === 1 && real[0] !== undefined) add(real[0], depth + 1);
      }
    };
    add(whole);
    return { parts, isNull };
  }

  function choicesIn(parts: readonly Part[]): Choice[] {
    return parts.flatMap((part) =>
      keywordsOfChoice.flatMap((keyword): Choice[] => {
        const all = itemsOf(memberOf(part, keyword)).filter((each) => !isNullOnly(each));
        return all.length > 1 ? [{ keyword, alternatives: all }] : [];
      }),
    );
  }

  function isNullOnly(part: Part): boolean {
    const { value } = referenceIn(part) === undefined ? part : origin.deref(part);
    if (!isMapping(value)) return false;
    const [type, list] = [own(value, 'type'), own(value, 'enum')];
    const only = (all: unknown) => Array.isArray(all) && all.length === 1 && all[0];
    return (
      type === 'null' ||
      only(type) === 'null' ||
      only(list) === null ||
      ('const' in value && value['const'] === null)
    );
  }

  function isSpent({ value }: Part, schema: unknown): boolean {
    return (
      spent.get(schemaOf({ value, path: [] }))?.has(schemaOf({ value: schema, path: [] })) === true
    );
  }

  function choose(part: Part, alternative: object): object {
    const value = { allOf: [withoutChoices(part), alternative] };
    const before = spent.get(schemaOf(part)) ?? [];
    const bases = gather(part).parts.map((each) => schemaOf(each));
    spent.set(value, new Set([...before, ...bases]));
    return value;
  }

  /** Schemas that hold for the same value, as one. */
  function join(all: readonly Part[]): Part {
    const [first] = all;
    const values = [...new Set(all.map(schemaOf))];
    if (first === undefined || values.length === 1) return first ?? { value: true, path: [] };
    const key = values.map(identify).join();
    const value = joined.get(key) ?? { allOf: values };
    joined.set(key, value);
    return { value, path: first.path };
  }

  /** The same without its choices, whose other rules stay. */
  function withoutChoices(part: Part): object {
    const { parts } = gather(part);
    return {
      allOf: parts.map(({ value }) => {
        const {
          oneOf: _,
          anyOf: __,
          allOf: ___,
          $ref: ____,
          ...rest
        } = value as Record<string, unknown>;
        return rest;
      }),
    };
  }
}

/** The mapping that a schema is: true and what is no schema permit everything, false nothing. */
function schemaOf(part: Part | undefined): object {
  if (part?.value === false) return nothing;
  return isMapping(part?.value) ? part.value : anything;
}

/** Numbers for objects, so that a pair of them is a key. */
export function identities(): (value: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (value) => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(value, last);
    return last;
  };
}

function keywordsIn(parts: readonly Part[]): Map<string, unknown[]> {
  const keywords = new Map<string, unknown[]>();
  for (const part of parts) {
    for (const [key, { value }] of membersOf(part)) {
      const values = keywords.get(key) ?? [];
      keywords.set(key, [...values, value]);
    }
  }
  return keywords;
}

/** The one value of a keyword; of several the last. */
export function valueOf({ keywords }: Level, key: string): unknown {
  return keywords.get(key)?.at(-1);
}

export function isOn({ keywords }: Level, key: string): boolean {
  return keywords.get(key)?.includes(true) === true;
}
