import { isDeepStrictEqual } from 'node:util';
import type { Found } from '../../change.ts';
import { isMapping, own } from '../../../../specification/plain.ts';
import { referenceIn, type Part } from '../../../../openapi/parts.ts';
import { bySide, found } from '../found.ts';
import type { Schemas } from './compare-schemas.ts';
import { valueOf, type Choice, type Level } from './level.ts';
import { matched } from './match-alternatives.ts';
import { isSame } from './same.ts';
import { compareNull } from './types.ts';

/** What happened to the alternatives of a schema. */
export interface ChoicesCompared {
  readonly found: readonly Found[];
  /** The one is a single shape and the other has alternatives: nothing else of them can be compared. */
  readonly isWhole: boolean;
}

export function compareChoices(schemas: Schemas): ChoicesCompared {
  const { before, after } = schemas;
  const [was, is] = [before.choices, after.choices];
  const said = compareDiscriminator(schemas);
  const isOnOneSide = (was.length === 0) !== (is.length === 0);
  if (isOnOneSide) {
    const found = [...said, ...compareNull(schemas), ...toOrFromSingle(schemas)];
    return { found, isWhole: true };
  }
  const [one, other] = [was[0], is[0]];
  if (one === undefined || other === undefined) return { found: said, isWhole: false };
  if (was.length > 1 || is.length > 1) {
    return { found: [...said, ...compareSeveral(schemas)], isWhole: false };
  }
  return { found: [...said, ...compareOne(schemas, one, other)], isWhole: false };
}

/** Pairs of alternatives of which it is asked whether the one stands for the other. */
const mostPairs = 1000;

/** Several choices hold together; only those at the same position are compared. */
function compareSeveral(schemas: Schemas): readonly Found[] {
  const [was, is] = [schemas.before.choices, schemas.after.choices];
  const isAlike =
    was.length === is.length && was.every(({ keyword }, index) => keyword === is[index]?.keyword);
  if (!isAlike) return [found('O06', `${schemas.place.path}.oneOf`)];
  return was.flatMap((choice, index) => compareOne(schemas, choice, is[index] ?? choice));
}

function compareOne(schemas: Schemas, one: Choice, other: Choice): readonly Found[] {
  const { place, comparison, inside } = schemas;
  const keyword = one.keyword < other.keyword ? one.keyword : other.keyword;
  const path = `${place.path}.${keyword}`;
  const { pairs, removed, added } = matched(one.alternatives, other.alternatives, comparison);
  const { requiredOnCreate: _, ...rest } = place;
  // A discriminator tells alternatives apart by their names, whatever their shapes are.
  const isNamed = valueOf(schemas.before, 'discriminator') !== undefined;
  const isMany = one.alternatives.length * other.alternatives.length > mostPairs;
  return [
    ...(one.keyword === other.keyword ? [] : [found('O06', path, one.keyword, other.keyword)]),
    ...pairs.flatMap(([was, is, name]) =>
      inside({ was, is }, { ...rest, path: `${path}.${name}` }),
    ),
    ...removed.map(([part, name]) => {
      // Requests of its shape may fit another alternative.
      const isTaken =
        !isNamed &&
        !isMany &&
        other.alternatives.some((is) => fits(schemas, { was: part, is }, 'request'));
      const id = place.side === 'request' && isTaken ? 'O73' : bySide('O71', place.side);
      return found(id, `${path}.${name}`, shownAs(part));
    }),
    ...added.map(([part, name]) => {
      const isKnown =
        !isNamed &&
        !isMany &&
        one.alternatives.some((was) => fits(schemas, { was, is: part }, 'response'));
      const id = place.side === 'response' && isKnown ? 'O73' : bySide('O70', place.side);
      return found(id, `${path}.${name}`, undefined, shownAs(part));
    }),
  ];
}

function fits(
  { isHarmless }: Schemas,
  pair: { readonly was: Part; readonly is: Part },
  side: 'request' | 'response',
): boolean {
  return isHarmless(pair, side);
}

/** Each shape of before has to be taken by one of now, and each shape of now to be known by one of before. */
function toOrFromSingle(schemas: Schemas): Found[] {
  const { before, after, was, is, place, isHarmless, comparison } = schemas;
  const list = (level: Level, part: Part, age: 'was' | 'is') =>
    level.choices.length === 0
      ? [part]
      : (level.choices[0]?.alternatives ?? []).map((each) =>
          comparison[age].levels.withChosen(part, each),
        );
  const empty: Part = { value: true, path: [] };
  const former = list(before, was ?? empty, 'was');
  const present = list(after, is ?? empty, 'is');
  const isFine =
    place.side === 'request'
      ? former.every((one) =>
          present.some((other) => isHarmless({ was: one, is: other }, 'request')),
        )
      : present.every((other) =>
          former.some((one) => isHarmless({ was: one, is: other }, 'response')),
        );
  const isToVariants = before.choices.length === 0;
  const path = `${place.path}.${(isToVariants ? after : before).choices[0]?.keyword}`;
  const shown = (level: Level) => level.choices[0]?.alternatives.map(shownAs);
  // What more than one alternative of oneOf takes, none of them may take.
  const isUnclear =
    isToVariants &&
    place.side === 'request' &&
    after.choices[0]?.keyword === 'oneOf' &&
    former.some(
      (one) => present.filter((is) => isHarmless({ was: one, is }, 'request')).length > 1,
    );
  if (isFine && isUnclear) return [found('O06', path, shown(before), shown(after))];
  const id = isFine
    ? 'O73'
    : isToVariants
      ? harmfulVariants(place.side)
      : harmfulSingle(place.side);
  return [found(id, path, shown(before), shown(after))];
}

/** Variants that do not take what the single shape did are fewer shapes for requests. */
function harmfulVariants(side: string): string {
  return side === 'request' ? 'O71' : 'T19';
}

function harmfulSingle(side: string): string {
  return side === 'request' ? 'O72' : 'O70';
}

/** An alternative as a message names it. */
function shownAs(part: Part): unknown {
  const reference = referenceIn(part)?.split('/').at(-1);
  if (reference !== undefined) return reference;
  if (!isMapping(part.value)) return part.value;
  return own(part.value, 'title') ?? own(part.value, 'type') ?? part.value;
}

function compareDiscriminator({ before, after, place, comparison }: Schemas): Found[] {
  const [was, is] = [valueOf(before, 'discriminator'), valueOf(after, 'discriminator')];
  if (isDeepStrictEqual(was, is)) return [];
  const path = `${place.path}.discriminator`;
  const nameIn = (value: unknown) => (isMapping(value) ? own(value, 'propertyName') : undefined);
  if (was === undefined || is === undefined) return [found('O06', path, was, is)];
  if (nameIn(was) !== nameIn(is)) {
    return [found('O74', `${path}.propertyName`, nameIn(was), nameIn(is))];
  }
  const part = (value: unknown): Part => ({ value, path: [] });
  if (isSame({ was: part(was), is: part(is) }, comparison)) return [];
  const mapping = (value: unknown) => (isMapping(value) ? own(value, 'mapping') : undefined);
  return [found('O75', `${path}.mapping`, mapping(was), mapping(is))];
}
