import type { NamedCollection } from '../paths/name-collections.ts';
import { rowIn, rowsIn } from '../paths/collection.ts';
import {
  answerSchema,
  bodyContent,
  bodySchema,
  shownOperation,
  type Operation,
} from '../paths/operation.ts';
import { squash } from '../names.ts';
import { shapeOf, type Shape } from '../schema/shape.ts';
import type { Part, Source } from '../source.ts';

/** What the document says of the rows of a collection: in answers, and in each kind of request. */
export interface Sides {
  readonly answer?: Shape;
  readonly create?: Shape;
  readonly replace?: Shape;
  readonly update?: Shape;
}

export type Side = keyof Sides;

/** One property of the rows, under whatever spelling each side has for it. */
export interface Property {
  /** As the first side writes it. */
  readonly written: string;
  readonly parts: ReadonlyMap<Side, Part>;
  /** Sides that cannot be without it. */
  readonly requiredIn: ReadonlySet<Side>;
}

/** Requests come first: they have the rules. */
const order: readonly Side[] = ['create', 'replace', 'update', 'answer'];

export function sidesOf(collection: NamedCollection, source: Source): Sides {
  const { onCollection, onRow, words } = collection;
  const word = words.at(-1) ?? '';
  const [create, replace] = [onCollection.get('post'), onRow.get('put')];
  const update = onRow.get('patch') ?? onRow.get('post');
  return {
    ...named('create', create && bodyOf(create, word, source)),
    ...named('replace', replace && bodyOf(replace, word, source)),
    ...named('update', update && bodyOf(update, word, source)),
    ...named('answer', answerOf(collection, source)),
  };
}

function named(side: Side, shape: Shape | undefined): Sides {
  return shape === undefined ? {} : { [side]: shape };
}

function bodyOf(operation: Operation, collection: string, source: Source): Shape | undefined {
  const content = bodyContent(operation, source);
  const schema = bodySchema(operation, source);
  if (content === undefined || schema === undefined) return undefined;
  if (!/json|\*/.test(content.type)) {
    source.findings.add(
      'renamed',
      content.part.path,
      `the body of ${shownOperation(operation)} is JSON here, not ${content.type}`,
    );
  }
  const { row, wrapper } = rowIn(schema, collection, source);
  if (wrapper !== undefined) tellWrapper(operation, wrapper, row, source);
  return rowShape(row, source);
}

function tellWrapper(operation: Operation, wrapper: string, row: Part, source: Source): void {
  source.findings.add(
    'guessed',
    row.path,
    `the only member "${wrapper}" in ${shownOperation(operation)} is the row itself, and a row stands alone here`,
  );
}

function answerOf(
  { onCollection, onRow, words }: NamedCollection,
  source: Source,
): Shape | undefined {
  const collection = words.at(-1) ?? '';
  const [list, create] = [onCollection.get('get'), onCollection.get('post')];
  for (const operation of [
    onRow.get('get'),
    create,
    onRow.get('put'),
    onRow.get('patch'),
    onRow.get('post'),
  ]) {
    const schema = operation && answerSchema(operation, source);
    if (operation === undefined || schema === undefined) continue;
    const { row, wrapper } = rowIn(schema, collection, source);
    const shape = rowShape(row, source);
    if (shape === undefined) continue;
    if (wrapper !== undefined) tellWrapper(operation, wrapper, row, source);
    return shape;
  }
  const rows = list && rowsIn(list, collection, source);
  return rows && rowShape(rows, source);
}

/** The schema of a row with the properties of all its alternatives; undefined where it is no object. */
function rowShape(part: Part, source: Source): Shape | undefined {
  const shape = shapeOf(part, source);
  const { alternatives } = shape;
  if (alternatives === undefined) {
    if (shape.properties.size > 0) return shape;
    if (shape.kinds.length > 0 && shape.kinds.join() !== 'object') {
      source.findings.add(
        'dropped',
        part.path,
        `a row is an object here, and this is of the type ${shape.kinds.join(', ')}`,
      );
    }
    return undefined;
  }
  const objects = alternatives.shapes.filter(({ properties }) => properties.size > 0);
  const properties = new Map([
    ...objects.flatMap((each) => [...each.properties]),
    ...shape.properties,
  ]);
  if (properties.size === 0) return undefined;
  const required = [...properties.keys()].filter(
    (name) => objects.length > 0 && objects.every((each) => each.required.has(name)),
  );
  source.findings.add(
    'guessed',
    alternatives.at,
    `a row has the fields of all alternatives of ${alternatives.keyword}, and only those of every one of them are required`,
  );
  return { ...shape, properties, required: new Set([...shape.required, ...required]) };
}

/** The properties of all sides; those whose names differ in casing and separators only are one. */
export function propertiesOf(sides: Sides): Property[] {
  const found = new Map<
    string,
    { written: string; parts: Map<Side, Part>; requiredIn: Set<Side> }
  >();
  for (const side of order) {
    const shape = sides[side];
    for (const [written, part] of shape?.properties ?? []) {
      const key = squash(written) || written;
      const property = found.get(key) ?? { written, parts: new Map(), requiredIn: new Set() };
      found.set(key, property);
      if (!property.parts.has(side)) property.parts.set(side, part);
      if (shape?.required.has(written) === true) property.requiredIn.add(side);
    }
  }
  return [...found.values()];
}

export const sideOrder = order;
