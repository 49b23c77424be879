import * as forms from './schema/forms.ts';

/** A JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The same schema with each part that is there more than once under `$defs`, where the other parts refer to it. Parts that differ in
 * their wording alone (what editors show) share the rest. Definitions that are there already keep their names; the others are named after
 * the form of their text or the key that they describe, with the names of what is around it where two differ.
 */
export function shareParts(schema: JsonSchema): Record<string, unknown> {
  const { $defs = {}, ...root } = schema as {
    readonly $defs?: Readonly<Record<string, JsonSchema>>;
  };
  const counts = countParts([...Object.values($defs), root]);
  const names = new Map(Object.entries($defs).map(([name, part]) => [JSON.stringify(part), name]));
  const taken = new Set(Object.keys($defs));
  const definitions: Record<string, JsonSchema> = {};

  const share: MapPart = (part, place) => {
    const key = JSON.stringify(part);
    const known = names.get(key);
    if (known !== undefined) return referenceTo(known);
    const isRepeated = (counts.get(key) ?? 0) > 1 && key.length > LONGEST_INLINE;
    // The validator looks for the types of an alternative in the alternative itself.
    if (!isRepeated || place.at(-1) === 'type') return inside(part, place);
    const name = nameFor(place, formNames.get(part['pattern']), taken);
    taken.add(name);
    names.set(key, name);
    definitions[name] = inside(part, place);
    return referenceTo(name);
  };
  const inside: MapPart = (part, place) => {
    const { wording, rest } = apart(part);
    return isEmpty(wording) ? mapParts(part, place, share) : { ...share(rest, place), ...wording };
  };

  for (const [name, part] of Object.entries($defs)) definitions[name] = inside(part, [name]);
  return { ...inside(root, []), $defs: definitions };
}

/** The names of forms by their expressions. */
const formNames: ReadonlyMap<unknown, string> = new Map(
  Object.entries(forms).flatMap(([name, form]) =>
    'pattern' in form ? [[form.pattern, name] as const] : [],
  ),
);

/** About as long as a reference to it would be. */
const LONGEST_INLINE = 60;

/** How often each part is there, by its JSON; a part of one that is there several times counts once. */
function countParts(parts: readonly JsonSchema[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (part: JsonSchema): JsonSchema => {
    const key = JSON.stringify(part);
    const seen = counts.get(key) ?? 0;
    counts.set(key, seen + 1);
    if (seen > 0) return part;
    const { wording, rest } = apart(part);
    return isEmpty(wording) ? mapParts(part, [], count) : count(rest);
  };
  for (const part of parts) count(part);
  return counts;
}

const wordingKeys: ReadonlySet<string> = new Set(['description', 'default', 'examples']);

/** What editors show of a part, and what it demands. */
function apart(part: JsonSchema): { wording: JsonSchema; rest: JsonSchema } {
  const entries = Object.entries(part);
  const pick = (isWording: boolean) =>
    Object.fromEntries(entries.filter(([key]) => wordingKeys.has(key) === isWording));
  return { wording: pick(true), rest: pick(false) };
}

function isEmpty(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

function referenceTo(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

/** The shortest name that is free: that of the form or the key, then with what is around it. */
function nameFor(
  place: readonly string[],
  form: string | undefined,
  taken: ReadonlySet<string>,
): string {
  const words = form === undefined ? place : [...place, form];
  for (let length = 1; length <= words.length; length += 1) {
    const name = words.slice(-length).join('.');
    if (!taken.has(name)) return name;
  }
  // The part itself has the name that it would have, so that this is what is common to it and others.
  return nameFor([...words, 'shape'], undefined, taken);
}

type MapPart = (part: JsonSchema, place: readonly string[]) => JsonSchema;
type Parts = Readonly<Record<string, JsonSchema>>;

/** A schema with each schema directly inside it replaced. */
function mapParts(schema: JsonSchema, place: readonly string[], map: MapPart): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties') return [keyword, mapProperties(value as Parts, place, map)];
    if (keyword === 'oneOf') {
      return [keyword, (value as JsonSchema[]).map((part) => map(part, [...place, kindOf(part)]))];
    }
    const isPart = keyword === 'items' || keyword === 'additionalProperties';
    if (!isPart || typeof value !== 'object') return [keyword, value];
    return [keyword, map(value as JsonSchema, [...place, keyword === 'items' ? 'item' : 'each'])];
  });
  return Object.fromEntries(entries);
}

function mapProperties(parts: Parts, place: readonly string[], map: MapPart): Parts {
  return Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [key, map(part, [...place, key])]),
  );
}

/** The `type` of a value says which alternative of the union it is. */
function kindOf({ properties }: { readonly properties?: Parts }): string {
  const type = properties?.['type'];
  const [first] = [type?.['const'] ?? type?.['enum']].flat();
  return String(first);
}

/** The same schema, where alternatives of a union that have the same keys are one alternative of several types. */
export function joinAlike(schema: JsonSchema): JsonSchema {
  const { $defs = {}, ...root } = schema as { readonly $defs?: Parts };
  const definitions = Object.entries($defs).map(([name, part]) => [name, joinInside(part)]);
  return { ...joinInside(root), $defs: Object.fromEntries(definitions) };
}

function joinInside(part: JsonSchema): JsonSchema {
  const { oneOf, ...others } = mapParts(part, [], joinInside);
  if (oneOf === undefined) return others;
  const groups = Map.groupBy(oneOf as Alternative[], (each) =>
    JSON.stringify(withType(each, {}, '')),
  );
  return { ...others, oneOf: [...groups.values()].map(joined) };
}

/** One alternative of a union in which each alternative has its own single value of `type`. */
type Alternative = JsonSchema & {
  readonly description: string;
  readonly properties: Parts & { readonly type: JsonSchema & { readonly const: string } };
};

function joined(alternatives: readonly Alternative[]): JsonSchema {
  const [first] = alternatives;
  if (first === undefined || alternatives.length === 1) return first ?? {};
  const types = alternatives.map(({ properties }) => properties.type.const);
  const description = alternatives
    .map(({ properties, description: says }) => `${properties.type.const}: ${says}`)
    .join(' ');
  return withType(first, { type: 'string', enum: types, description }, description);
}

function withType(alternative: Alternative, type: JsonSchema, description: string): JsonSchema {
  return { ...alternative, properties: { ...alternative.properties, type }, description };
}
