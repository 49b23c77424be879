import { singularOf } from '../../specification/names.ts';
import { verbOf } from '../../specification/names/verbs.ts';
import { isSameName, kebab } from '../names.ts';
import { shapeOf, type Shape } from '../schema/shape.ts';
import type { Part, Source } from '../source.ts';
import type { Segment } from './addresses.ts';
import { answerSchema, statusesOf, type Operation } from './operation.ts';

/** What a page calls the rows in it. */
const envelopes = new Set([
  'data',
  'items',
  'results',
  'result',
  'entries',
  'records',
  'list',
  'values',
  'content',
  'elements',
]);

/** The schema of the rows of a list: of the array that the answer is, or that is in it. */
export function rowsIn(operation: Operation, collection: string, source: Source): Part | undefined {
  const schema = answerSchema(operation, source);
  if (schema === undefined) return undefined;
  const shape = shapeOf(schema, source);
  if (shape.kinds.join() === 'array') return shape.items;
  const arrays = [...shape.properties].flatMap(([name, property]) => {
    const inside = shapeOf(property, source, shape.open);
    return inside.kinds.join() === 'array' ? [{ name, inside }] : [];
  });
  const named = arrays.filter(
    ({ name }) => envelopes.has(name.toLowerCase()) || isSameName(name, collection),
  );
  const only =
    named.length > 0
      ? named[0]
      : isPlural(collection) && arrays.length === 1
        ? arrays[0]
        : undefined;
  return only?.inside.items;
}

/** Members that pages have beside their rows. */
const paging =
  /^_?(links?|meta|metadata|pagination|paging|page|pages?_?(size|token)|next.*|prev.*|previous.*|first.*|last.*|has_?more|total.*|count|limit|offset|cursor|marker|object|kind|self|url)$/i;

/** Whether the answer is a list beyond doubt: one row may have a list in it as well. */
export function isPage(operation: Operation, collection: string, source: Source): boolean {
  const schema = answerSchema(operation, source);
  if (schema === undefined || rowsIn(operation, collection, source) === undefined) return false;
  const shape = shapeOf(schema, source);
  if (shape.kinds.join() === 'array') return true;
  const names = [...shape.properties.keys()];
  return names.filter((name) => !paging.test(name)).length === 1;
}

/** What the only member of a body may be called that is the row itself. */
const wrappers = new Set(['data', 'entity', 'item', 'record', 'result']);

/** The schema of one row: the body, or the only object in it if its name says that it is the row. */
export function rowIn(
  schema: Part,
  collection: string,
  source: Source,
): { row: Part; wrapper?: string } {
  const shape = shapeOf(schema, source);
  const [[name, property] = []] = shape.properties;
  if (shape.properties.size !== 1 || name === undefined || property === undefined) {
    return { row: schema };
  }
  const word = kebab(collection);
  const isWrapper = [collection, singularOf(word) ?? word].some((each) => isSameName(name, each));
  if (!wrappers.has(name.toLowerCase()) && !isWrapper) return { row: schema };
  const inside: Shape = shapeOf(property, source, shape.open);
  return inside.properties.size > 0 && inside.kinds.join() === 'object'
    ? { row: property, wrapper: name }
    : { row: schema };
}

/** Whether a word of a path is that of a collection, for whatever of it is known. */
export function isCollection(literal: Segment, item: Segment | undefined, source: Source): boolean {
  if (item !== undefined) return true;
  const name = literal.literal ?? '';
  const get = literal.operations.get('get');
  if (get !== undefined && rowsIn(get, name, source) !== undefined) return true;
  const post = literal.operations.get('post');
  if (post === undefined || verbOf(kebab(name)) !== undefined || !isPlural(name)) return false;
  return (
    get !== undefined || statusesOf(post).some((status) => status === '201' || status === '202')
  );
}

export function isPlural(name: string): boolean {
  return singularOf(kebab(name)) !== undefined;
}

/** Whether anything stands below a segment. */
export function hasOperations(segment: Segment): boolean {
  return (
    segment.operations.size > 0 ||
    [...segment.literals.values()].some(hasOperations) ||
    (segment.below !== undefined && hasOperations(segment.below))
  );
}
