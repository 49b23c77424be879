import type { Found } from '../../change.ts';
import { referenceIn, type Part } from '../../../../openapi/parts.ts';
import type { Comparison, Maybe, Origin } from '../comparison.ts';
import { documentRowOf } from '../table.ts';
import { found, type Side } from '../found.ts';
import { compareArrays } from './arrays.ts';
import { compareBounds } from './bounds.ts';
import { compareChoices } from './choices.ts';
import type { Level } from './level.ts';
import { compareSaid } from './said.ts';
import { compareObjects } from './objects.ts';
import { compareRules } from './rules.ts';
import { isReferenceAlone } from './same.ts';
import { compareKinds } from './types.ts';
import { compareDefaults, compareValues } from './values.ts';

/** Where a schema stands, and what its surroundings say of it. */
export interface Surroundings {
  readonly path: string;
  readonly side: Side;
  readonly isItem?: boolean;
  /** Questions whether something is harmless that it is a part of. */
  readonly depth?: number;
  /** A parameter, of which defaults and types have rows of their own. */
  readonly parameter?: 'path' | 'sort' | 'other';
  /** The body of an error. */
  readonly isError?: boolean;
  /** Members that a resource requires when it is created, where this is what an update sends. */
  readonly requiredOnCreate?: ReadonlySet<string>;
}

/** What the parts of a comparison of schemas share. */
export interface Schemas extends Maybe {
  readonly before: Level;
  readonly after: Level;
  readonly place: Surroundings;
  readonly comparison: Comparison;
  /** Compares what is inside of them. */
  readonly inside: (pair: Maybe, place: Surroundings) => readonly Found[];
  /** Whether it harms no client on that side when the second schema replaces the first; null is left out. */
  readonly isHarmless: (pair: Maybe, side: Side) => boolean;
}

/** What changes for clients; schemas that were compared before are not told twice. */
export function compareSchemas(
  pair: Maybe,
  place: Surroundings,
  comparison: Comparison,
): readonly Found[] {
  const [was, is] = [target(pair.was, comparison.was), target(pair.is, comparison.is)];
  const { side, parameter, isError } = place;
  const key = [keyOf({ was, is }, comparison), side, parameter, isError].join(' ');
  if (comparison.compared.has(key)) return [];
  comparison.compared.add(key);
  const { depth = 0 } = place;
  comparison.was.step();
  const [before, after] = [comparison.was.levels.of(was), comparison.is.levels.of(is)];
  const schemas: Schemas = {
    was,
    is,
    before,
    after,
    place,
    comparison,
    // One after the other, so that no document is too deep, and that the first place of a schema is the nearest.
    inside: (inner, at) => {
      comparison.later.push(() => compareSchemas(inner, { ...at, depth }, comparison));
      return [];
    },
    isHarmless: (inner, side) => isHarmless(inner, side, depth + 1, comparison),
  };
  const choices = compareChoices(schemas);
  if (choices.isWhole) return [...choices.found, ...compareSaid(schemas)];
  const kinds = compareKinds(schemas);
  return [
    ...kinds.found,
    ...choices.found,
    ...(kinds.isOther
      ? []
      : [
          ...compareValues(schemas),
          ...compareDefaults(schemas),
          ...compareBounds(schemas),
          ...compareObjects(schemas),
          ...compareArrays(schemas),
          ...compareRules(schemas),
        ]),
    ...compareSaid(schemas),
    ...renamed(pair, place),
  ];
}

/** With what is found inside of the schemas that were met. */
export function* allFound(
  first: readonly Found[],
  { later }: Pick<Comparison, 'later'>,
): Generator<Found> {
  yield* first;
  for (const task of later) yield* task();
}

/** Questions in questions: each takes a part of the stack. */
const mostQuestions = 40;

/** Whether the change harms no client on that side. A pair that contains itself is harmless where the rest of it is. */
function isHarmless(pair: Maybe, side: Side, depth: number, comparison: Comparison): boolean {
  const [was, is] = [target(pair.was, comparison.was), target(pair.is, comparison.is)];
  const key = `${keyOf({ was, is }, comparison)} ${side}`;
  const known = comparison.harmless.get(key);
  if (known !== undefined) return known;
  if (depth > mostQuestions) return false;
  comparison.harmless.set(key, true);
  const alone = { ...comparison, compared: new Set<string>(), later: [] };
  const first = compareSchemas({ was, is }, { path: '', side, depth }, alone);
  const result = allFound(first, alone).every(
    ({ id, path }) => path === '.nullable' || documentRowOf(id).class === 'non-breaking',
  );
  comparison.harmless.set(key, result);
  return result;
}

function keyOf({ was, is }: Maybe, { identify }: Comparison): string {
  const name = ({ value }: Part) =>
    typeof value === 'object' && value !== null ? identify(value) : String(value);
  return `${was === undefined ? '' : name(was)}:${is === undefined ? '' : name(is)}`;
}

/** Behind references that say nothing beside. */
function target(part: Part | undefined, origin: Origin): Part | undefined {
  return part !== undefined && isReferenceAlone(part) ? origin.deref(part) : part;
}

/** Clients that are generated from the document know schemas by their names. */
function renamed({ was, is }: Maybe, { path }: Surroundings): Found[] {
  const [before, after] = [was, is].map((part) => part && referenceIn(part));
  if (before === undefined || after === undefined || before === after) return [];
  return [found('O07', path, before, after)];
}
