import { validateAmong, type NamedResource } from '../../specification/validators/collisions.ts';
import {
  validatePlural,
  validateResourceName,
} from '../../specification/validators/resource-name.ts';
import { pluralOf, singularOf } from '../../specification/names.ts';
import { nounAfterVerb } from '../../specification/names/verbs.ts';
import { validateKey } from '../../specification/yaml/keys.ts';
import { squash, kebab } from '../names.ts';
import { referenceIn, type Part, type Source } from '../source.ts';
import { rowsIn } from './collection.ts';
import { answerSchema, shownOperation, type Operation } from './operation.ts';
import type { Collection } from './plan.ts';

/** A collection with the names that it has in `service.yaml`. */
export interface NamedCollection extends Omit<Collection, 'parent'> {
  readonly name: string;
  readonly plural: string;
  readonly parent?: NamedCollection;
  /** The resource above it by its place in the paths, where parents are too many levels already. */
  readonly detachedFrom?: NamedCollection;
}

/** Levels of parents that a resource may have. */
const mostParents = 2;

/** Gives each collection a name; those that show rows of another a second time are left out with a finding. */
export function nameCollections(planned: readonly Collection[], source: Source): NamedCollection[] {
  const named = new Map<Collection, NamedCollection>();
  for (const collection of inOrder(planned)) {
    const above = collection.parent && named.get(collection.parent);
    if (collection.parent !== undefined && above === undefined) {
      drop(collection, source, 'stands below a collection that was left out');
      continue;
    }
    const others = [...named.values()];
    const twin = others.find((other) => isTwin(collection, other, source));
    if (twin !== undefined) {
      drop(
        collection,
        source,
        `shows rows of /${twin.plural} at a second address; filter that list instead`,
      );
      continue;
    }
    const names = namesFor(collection, above, others);
    if (names === undefined) {
      drop(collection, source, 'has no name that is free');
      continue;
    }
    const { parent: _, ...rest } = collection;
    const isDeep = above !== undefined && levelOf(above) >= mostParents;
    const place = above === undefined ? {} : isDeep ? { detachedFrom: above } : { parent: above };
    const result: NamedCollection = { ...rest, ...names, ...place };
    tell(result, above, source);
    named.set(collection, result);
  }
  return [...named.values()];
}

/** Collections of their own before those in others, so that they get the short names. */
function inOrder(planned: readonly Collection[]): Collection[] {
  const level = (each: Collection): number =>
    each.parent === undefined ? 0 : 1 + level(each.parent);
  return [...planned].sort((one, other) => level(one) - level(other));
}

function levelOf({ parent }: NamedCollection): number {
  return parent === undefined ? 0 : 1 + levelOf(parent);
}

export function operationsIn(
  collection: Pick<Collection, 'onCollection' | 'onRow' | 'actions'>,
): Operation[] {
  const { onCollection, onRow, actions } = collection;
  return [...onCollection.values(), ...onRow.values(), ...actions.values()];
}

function drop(collection: Collection, source: Source, why: string): void {
  for (const operation of operationsIn(collection)) {
    source.findings.add('dropped', operation.part.path, `${shownOperation(operation)} ${why}`);
  }
}

/** The same word and the same schema of rows, once in a collection and once alone. */
function isTwin(collection: Collection, other: NamedCollection, source: Source): boolean {
  if (collection.parent === undefined || other.parent !== undefined) return false;
  if (squash(collection.words.join()) !== squash(other.words.join())) return false;
  const [one, two] = [rowOf(collection, source), rowOf(other, source)];
  return one !== undefined && one === two;
}

/** The reference to the schema of a row. */
function rowOf(
  { onCollection, onRow, words }: Pick<Collection, 'onCollection' | 'onRow' | 'words'>,
  source: Source,
) {
  const [list, read, create] = [
    onCollection.get('get'),
    onRow.get('get'),
    onCollection.get('post'),
  ];
  const schemas: (Part | undefined)[] = [
    list && rowsIn(list, words.at(-1) ?? '', source),
    read && answerSchema(read, source),
    create && answerSchema(create, source),
  ];
  const first = schemas.find((schema) => schema !== undefined);
  return first && referenceIn(first);
}

/** The first of the names that come into question which the specification permits and no other resource has. */
function namesFor(
  { words }: Collection,
  above: NamedCollection | undefined,
  others: readonly NamedResource[],
): NamedResource | undefined {
  const full = kebab(words.join('-'), 60);
  const singular = kebab(singularOf(full) ?? full);
  const noun = nounAfterVerb(singular);
  const bases = [
    singular,
    ...(above === undefined ? [] : [kebab(`${above.name}-${singular}`)]),
    ...(noun === undefined ? [] : [noun]),
    `${singular}-entry`,
    `${singular}-resource`,
    'resource',
    ...Array.from({ length: 1000 }, (_, index) => `resource-${index + 2}`),
  ];
  for (const name of bases) {
    if (name === '' || validateKey(name) !== undefined) continue;
    if (validateResourceName(name) !== undefined) continue;
    const plurals =
      name === singular ? [full, pluralOf(name), `${name}-list`] : [pluralOf(name), `${name}-list`];
    const plural = plurals.find(
      (each) =>
        each !== '' &&
        validatePlural(each) === undefined &&
        validateAmong({ name, plural: each }, others) === undefined,
    );
    if (plural !== undefined) return { name, plural };
  }
  return undefined;
}

function tell(named: NamedCollection, above: NamedCollection | undefined, source: Source): void {
  const [first] = operationsIn(named);
  if (first === undefined) return;
  const at = first.part.path.slice(0, -1);
  const written = named.words.join('/');
  if (written !== named.plural) {
    source.findings.add(
      'renamed',
      at,
      `the collection /${written} is /${named.plural}, of the resource ${named.name}`,
    );
  }
  if (named.detachedFrom !== undefined && above !== undefined) {
    source.findings.add(
      'renamed',
      at,
      `/${named.plural} is no child of "${above.name}", because children have at most ${mostParents} levels; it refers to it by the field "${above.name}"`,
    );
  }
  for (const parameter of named.lost) {
    source.findings.add(
      'guessed',
      at,
      `{${parameter}} in front of /${named.plural} stands for nothing that has operations; rows have it as a required field`,
    );
  }
}
