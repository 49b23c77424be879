import { definitions, specificationSchema } from '../../src/specification/schema.ts';

/**
 * A key of the specification, or a key with one of the values that are enumerated for it: `limits.body`,
 * `versioning.strategy=query`, `field.type=decimal`, `field.scale`. Names that a specification chooses are `*`. A key that
 * several types of field have is one key.
 */
export type Feature = string;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
}

/** With each kind of field in full, where the published schema refers to what several have in common. */
const root = { ...specificationSchema, $defs: definitions } as Schema & {
  readonly $defs?: Readonly<Record<string, Schema>>;
};

/** Every feature that the schema of the specification has. */
export function allFeatures(): ReadonlySet<Feature> {
  const features = new Set<Feature>();
  const seen = new Set<string>();
  collect(root, '', features, seen);
  return features;
}

function collect(schema: Schema, place: string, features: Set<Feature>, seen: Set<string>): void {
  const { name, schema: target } = followed(schema, place);
  if (name !== place && seen.has(name)) return;
  seen.add(name);
  for (const value of valuesOf(target)) features.add(`${name}=${value}`);
  if (target.oneOf !== undefined) {
    for (const kind of target.oneOf) {
      features.add(`${name}.type=${String(kind.properties?.['type']?.const)}`);
      members(kind, name, (key, child, at) => {
        if (key === 'type') return;
        features.add(at);
        collect(child, at, features, seen);
      });
    }
    return;
  }
  members(target, name, (_, child, at) => {
    if (!at.endsWith('*')) features.add(at);
    collect(child, at, features, seen);
  });
  if (target.items !== undefined) collect(target.items, `${name}[]`, features, seen);
}

/** Numbers features by their position in a list. */
export function numbering(features: readonly Feature[]): (specification: unknown) => number[] {
  const numbers = new Map(features.map((feature, index) => [feature, index]));
  return (specification) =>
    [...featuresOf(specification)].flatMap((feature) => numbers.get(feature) ?? []);
}

/** The features that a specification has. */
export function featuresOf(specification: unknown): ReadonlySet<Feature> {
  const features = new Set<Feature>();
  visit(specification, root, '', features);
  return features;
}

function visit(value: unknown, schema: Schema, place: string, features: Set<Feature>): void {
  const { name, schema: target } = followed(schema, place);
  const told = `${name}=${String(value)}`;
  if (valuesOf(target).includes(String(value))) features.add(told);
  if (Array.isArray(value)) {
    for (const item of value) {
      if (target.items !== undefined) visit(item, target.items, `${name}[]`, features);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const written = value as Readonly<Record<string, unknown>>;
  const type = String(written['type']);
  const kind = target.oneOf?.find(({ properties }) => properties?.['type']?.const === type);
  if (kind !== undefined) features.add(`${name}.type=${type}`);
  for (const [key, child] of Object.entries(written)) {
    if (kind !== undefined && key === 'type') continue;
    const fixed = (kind ?? target).properties?.[key];
    const path = fixed === undefined ? join(name, '*') : join(name, key);
    const schemaOfChild = fixed ?? openSchema(kind ?? target);
    if (schemaOfChild === undefined) continue;
    if (fixed !== undefined) features.add(path);
    visit(child, schemaOfChild, path, features);
  }
}

/** Definitions contain each other: what is inside of one is told by its name and not by its place. */
function followed(schema: Schema, place: string): { name: string; schema: Schema } {
  const name = schema.$ref?.replace('#/$defs/', '');
  // What a flag replaces is a field too, wherever it is written.
  if (name === undefined) return { name: schema.oneOf === undefined ? place : 'field', schema };
  return { name, schema: root.$defs?.[name] ?? {} };
}

function members(
  schema: Schema,
  place: string,
  each: (key: string, child: Schema, at: Feature) => void,
): void {
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    each(key, child, join(place, key));
  }
  const open = openSchema(schema);
  if (open !== undefined) each('*', open, join(place, '*'));
}

function openSchema({ patternProperties = {}, additionalProperties }: Schema): Schema | undefined {
  const [pattern] = Object.values(patternProperties);
  if (pattern !== undefined) return pattern;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function valuesOf({ enum: values = [], type }: Schema): string[] {
  if (type === 'boolean') return ['true', 'false'];
  return values.map(String);
}

function join(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}
