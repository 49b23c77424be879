import { isDeepStrictEqual } from 'node:util';
import type { Path } from '../../specification/issue.ts';
import { isMapping, own } from '../../specification/plain.ts';
import { itemsOf, memberOf, membersOf, referenceIn, type Part, type Source } from '../source.ts';

const kinds = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const;
export type Kind = (typeof kinds)[number];

/** A JSON Schema with its references followed and its `allOf` merged: one level of it. */
export interface Shape {
  /** Where it is used. */
  readonly at: Path;
  /** Types that a value may have; none: any. */
  readonly kinds: readonly Kind[];
  readonly nullable: boolean;
  /** Keywords that are about one level, such as `format` and `maxLength`. */
  readonly keywords: Readonly<Record<string, unknown>>;
  readonly properties: ReadonlyMap<string, Part>;
  readonly required: ReadonlySet<string>;
  readonly items?: Part;
  /** Other names than the properties have a schema of their own, as in a mapping. */
  readonly isOpen: boolean;
  /** Alternatives that could not be merged, with the keyword that they are under. */
  readonly alternatives?: { readonly keyword: string; readonly at: Path; readonly shapes: Shape[] };
  /** References on the way here, the part itself included: what leads to one of them again is a circle. */
  readonly open: ReadonlySet<string>;
  /** The shape contains itself, and is cut. */
  readonly isCircle: boolean;
  /** So much was read before that it is cut. */
  readonly isCut: boolean;
}

/** Schemas that one shape is put together of. */
const mostParts = 1000;

interface Draft {
  readonly parts: Part[];
  readonly open: Set<string>;
  isCircle: boolean;
  isCut: boolean;
}

/**
 * @param open references that the schema stands in
 */
export function shapeOf(part: Part, source: Source, open: ReadonlySet<string> = new Set()): Shape {
  const draft: Draft = { parts: [], open: new Set(open), isCircle: false, isCut: false };
  gather(part, source, open, draft);
  const merged = mergedOf(draft.parts);
  const { isCircle, isCut } = draft;
  const shape: Shape = { ...merged, at: part.path, open: draft.open, isCircle, isCut };
  return withAlternatives(shape, draft.parts, source);
}

/** The schema, behind what it refers to and what it is all of: later ones say more about the same. */
function gather(part: Part, source: Source, outer: ReadonlySet<string>, draft: Draft): void {
  const properties = isMapping(part.value) ? own(part.value, 'properties') : undefined;
  const amount = 1 + outer.size + (isMapping(properties) ? Object.keys(properties).length : 0);
  if (draft.parts.length >= mostParts || !source.mayRead(amount)) {
    draft.isCut = true;
    return;
  }
  const reference = referenceIn(part);
  if (reference !== undefined) {
    if (outer.has(reference)) draft.isCircle = true;
    else if (!draft.open.has(reference)) {
      draft.open.add(reference);
      const target = followed(part, reference, source);
      if (target !== undefined) gather(target, source, outer, draft);
    }
  }
  for (const each of itemsOf(memberOf(part, 'allOf'))) gather(each, source, outer, draft);
  draft.parts.push(part);
}

/** One reference, not those behind it: each of them may be a part of a circle. */
function followed(part: Part, reference: string, source: Source): Part | undefined {
  return source.deref({ value: { $ref: reference }, path: part.path });
}

type Merged = Omit<Shape, 'at' | 'open' | 'isCircle' | 'isCut' | 'alternatives'>;

function mergedOf(parts: readonly Part[]): Merged {
  const keywords = new Map<string, unknown>();
  const properties = new Map<string, Part>();
  const required = new Set<string>();
  let items: Part | undefined;
  let isOpen = false;
  for (const part of parts) {
    if (!isMapping(part.value)) continue;
    for (const [key, value] of Object.entries(part.value)) {
      if (!structural.has(key)) keywords.set(key, value);
    }
    for (const [name, property] of membersOf(memberOf(part, 'properties'))) {
      properties.set(name, property);
    }
    for (const { value } of itemsOf(memberOf(part, 'required'))) {
      if (typeof value === 'string') required.add(value);
    }
    items = memberOf(part, 'items') ?? items;
    const others = own(part.value, 'additionalProperties') ?? own(part.value, 'patternProperties');
    if (others === true || isMapping(others)) isOpen = true;
  }
  const type = keywords.get('type');
  const written = Array.isArray(type) ? (type as unknown[]) : [type];
  const values = valuesIn(keywords);
  const nullable =
    keywords.get('nullable') === true || written.includes('null') || values.includes(null);
  const named = kinds.filter((kind) => written.includes(kind));
  const found =
    named.length > 0 ? named : meantBy(keywords, values, properties.size > 0 || isOpen, items);
  return {
    kinds: found,
    nullable,
    keywords: Object.fromEntries(keywords),
    properties,
    required,
    isOpen,
    ...(items === undefined ? {} : { items }),
  };
}

/** What is not merged by taking the last one. */
const structural = new Set(['$ref', 'allOf', 'oneOf', 'anyOf', 'properties', 'required', 'items']);

/** The values of `enum` and `const`. */
export function valuesIn(keywords: ReadonlyMap<string, unknown>): readonly unknown[] {
  const list: unknown = keywords.get('enum');
  if (Array.isArray(list)) return list as unknown[];
  return keywords.has('const') ? [keywords.get('const')] : [];
}

/** The types that a schema without any is about. */
function meantBy(
  keywords: ReadonlyMap<string, unknown>,
  values: readonly unknown[],
  hasProperties: boolean,
  items: Part | undefined,
): Kind[] {
  if (hasProperties) return ['object'];
  if (items !== undefined) return ['array'];
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const [only] = types;
  if (types.size === 1 && (only === 'string' || only === 'number' || only === 'boolean')) {
    const isWhole = only === 'number' && values.every((value) => Number.isInteger(value ?? 0));
    return [isWhole ? 'integer' : only];
  }
  const text = ['pattern', 'minLength', 'maxLength'].some((key) => keywords.has(key));
  return text ? ['string'] : [];
}

const keywordsOfChoice = ['oneOf', 'anyOf'] as const;

/** Takes in alternatives of which one is null, or only one is left, or all are words. */
function withAlternatives(shape: Shape, parts: readonly Part[], source: Source): Shape {
  let result = shape;
  if (shape.isCut) return shape;
  for (const part of parts) {
    for (const keyword of keywordsOfChoice) {
      const list = memberOf(part, keyword);
      if (list === undefined) continue;
      const all = itemsOf(list)
        .slice(0, 200)
        .map((each) => shapeOf(each, source, result.open));
      const real = all.filter(({ kinds: found, nullable, properties }) => {
        return found.length > 0 || !nullable || properties.size > 0;
      });
      const nullable =
        result.nullable || real.length < all.length || all.some((each) => each.nullable);
      result = chosen({ ...result, nullable }, real, { keyword, at: list.path });
    }
  }
  return result;
}

function chosen(
  shape: Shape,
  shapes: Shape[],
  where: { readonly keyword: string; readonly at: Path },
): Shape {
  const [only] = shapes;
  if (only === undefined) return shape;
  if (shapes.length === 1) return overlaid(only, shape);
  const words = shapes.map(({ keywords }) => valuesIn(new Map(Object.entries(keywords))));
  const isWords = shapes.every(
    ({ kinds: found }, index) => found.join() === 'string' && (words[index] ?? []).length > 0,
  );
  if (isWords) {
    const values = [...new Set(words.flat())];
    return { ...shape, kinds: ['string'], keywords: { ...shape.keywords, enum: values } };
  }
  return { ...shape, alternatives: { ...where, shapes } };
}

/** The one schema with what is written beside it. */
function overlaid(under: Shape, over: Shape): Shape {
  return {
    ...under,
    ...over,
    kinds: over.kinds.length > 0 ? over.kinds : under.kinds,
    nullable: under.nullable || over.nullable,
    keywords: { ...under.keywords, ...over.keywords },
    properties: new Map([...under.properties, ...over.properties]),
    required: new Set([...under.required, ...over.required]),
    isOpen: under.isOpen || over.isOpen,
    open: new Set([...under.open, ...over.open]),
    isCircle: under.isCircle || over.isCircle,
    isCut: under.isCut || over.isCut,
  };
}

/** Keywords that say which values there are. */
const ofValues = [
  'format',
  'enum',
  'const',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

/** What two schemas say otherwise of the values themselves, not of their members or items. */
export function differencesOf(one: Shape, other: Shape): string[] {
  const isOther = (key: string) =>
    !isDeepStrictEqual(own(one.keywords, key), own(other.keywords, key));
  const hasType = isDeepStrictEqual(one.kinds, other.kinds);
  return [...(hasType ? [] : ['type']), ...ofValues.filter(isOther)];
}

/** A keyword of text. */
export function word({ keywords }: Shape, key: string): string | undefined {
  const value = own(keywords, key);
  return typeof value === 'string' ? value : undefined;
}

/** A keyword that is a number. */
export function amount({ keywords }: Shape, key: string): number | undefined {
  const value = own(keywords, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function isSet({ keywords }: Shape, key: string): boolean {
  return own(keywords, key) === true;
}
