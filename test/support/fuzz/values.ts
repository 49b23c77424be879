import { isObject, list, object, type Json, type OpenApi } from './document.ts';
import type { Random } from './random.ts';
import { formatted, matching, textOf, type Bounds } from './texts.ts';

/** What a value is made for. */
export interface Scene {
  readonly document: OpenApi;
  readonly random: Random;
  /** Identifiers of stored resources, those of a collection first if there is one of that name. */
  identifier(name: string): string;
  /** Identifier of the resource at the address. */
  readonly id?: string;
  /** The resource itself, if it is known: what may not change is taken from it. */
  readonly stored?: Json;
  /** Whether the body is a patch: what it changes must be whole afterwards, whatever was there before. */
  readonly isPatch?: boolean;
}

type Schema = Json;

const attempts = 40;
/** Members that the service sets itself are in every schema of a whole resource. */
const omitted = Symbol('omitted');

/** A value that a schema permits, with a taste for what lies on its bounds. */
export function valueOf(scene: Scene, schema: unknown, name = '', depth = 0): unknown {
  const { random, document } = scene;
  const resolved = document.resolve(schema);
  if ('const' in resolved) return resolved['const'];
  const variants = list(resolved['anyOf'] ?? resolved['oneOf']);
  if (variants.length > 0) return valueOf(scene, random.any(variants), name, depth);
  const types = [resolved['type']].flat().map(String);
  if (types.every((type) => type === 'null')) return null;
  const isNullable = types.includes('null');
  // A patch sets null to remove, which what is stored may not permit below the first level.
  if (isNullable && !(scene.isPatch && depth > 1) && random.chance(0.15)) return null;
  if (Array.isArray(resolved['enum'])) {
    return random.any(list(resolved['enum']).filter((value) => value !== null));
  }
  const maxJson = resolved['x-maxLength'];
  if (typeof maxJson === 'number') {
    // An object would be merged with the stored one, and might be too long then.
    const value = scene.isPatch === true ? random.int(-1000, 1000) : freeJson(random, maxJson);
    return types.length === 1 && types[0] === 'string' ? JSON.stringify(value) : value;
  }
  switch (types.find((type) => type !== 'null')) {
    case 'object':
      return objectOf(scene, resolved, depth);
    case 'array':
      return arrayOf(scene, resolved, name, depth);
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return numberOf(random, resolved, true);
    case 'number':
      return numberOf(random, resolved, false);
    case 'string':
      return stringOf(scene, resolved, name);
    default:
      return freeJson(random, 200);
  }
}

function objectOf(scene: Scene, schema: Schema, depth: number): Json {
  const { random, stored, document } = scene;
  const required = new Set(list(schema['required']).map(String));
  const collection = object(object(schema['properties'])['type'])['const'];
  const isWhole = scene.isPatch === true && depth > 0;
  const members = Object.entries(object(schema['properties'])).map(([name, property]) => {
    const resolved = document.resolve(property);
    // A resource identifier of JSON:API.
    if (name === 'id' && typeof collection === 'string') {
      const isOwn = 'attributes' in object(schema['properties']);
      return [name, (isOwn ? scene.id : undefined) ?? scene.identifier(collection)] as const;
    }
    if (resolved['x-immutable'] === true && (stored !== undefined || scene.isPatch === true)) {
      const isKnown = stored !== undefined && Object.hasOwn(stored, name);
      return [name, isKnown ? stored[name] : omitted] as const;
    }
    const isLeftOut = !required.has(name) && !isWhole && !random.chance(0.6);
    if (resolved['readOnly'] === true || isLeftOut) return [name, omitted] as const;
    return [name, valueOf(scene, resolved, name, depth + 1)] as const;
  });
  return Object.fromEntries(members.filter(([, value]) => value !== omitted));
}

function arrayOf(scene: Scene, schema: Schema, name: string, depth: number): unknown[] {
  const { random } = scene;
  const minimum = numberIn(schema, 'minItems') ?? 0;
  const maximum = numberIn(schema, 'maxItems') ?? minimum + 5;
  const length = random.chance(0.05)
    ? Math.min(maximum, 100)
    : random.int(minimum, Math.max(minimum, Math.min(maximum, minimum + 4)));
  const items = Array.from({ length }, () => valueOf(scene, schema['items'], name, depth + 1));
  if (schema['uniqueItems'] !== true) return items;
  const distinct = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  return distinct.length >= minimum ? distinct : items.slice(0, 1);
}

function numberOf(random: Random, schema: Schema, isWhole: boolean): number {
  const step = numberIn(schema, 'multipleOf') ?? (isWhole ? 1 : undefined);
  const low = numberIn(schema, 'minimum') ?? -1e6;
  const high = numberIn(schema, 'maximum') ?? 1e6;
  const above = numberIn(schema, 'exclusiveMinimum') ?? -Infinity;
  const below = numberIn(schema, 'exclusiveMaximum') ?? Infinity;
  const permits = (value: number) =>
    value >= low && value <= high && value > above && value < below && Number.isFinite(value);
  const from = Math.max(low, above, -1e15);
  const to = Math.min(high, below, 1e15);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const near = random.pick([low, high, 0, 1, random.int(-100, 100), low + 1, high - 1]);
    const drawn = isWhole
      ? random.int(Math.ceil(from), Math.floor(to))
      : from + ((to - from) * random.int(0, 1000)) / 1000;
    const value = random.chance(0.3) ? near : drawn;
    const stepped = step === undefined ? value : Math.round(value / step) * step;
    if (permits(stepped)) return stepped;
  }
  return Number.isFinite(above) ? (above + Math.min(to, above + 1)) / 2 : from;
}

function stringOf(scene: Scene, schema: Schema, name: string): string {
  const { random } = scene;
  const bounds: Bounds = {
    minimum: numberIn(schema, 'minLength') ?? 0,
    maximum: numberIn(schema, 'maxLength') ?? 255,
  };
  const { format, pattern } = schema;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const text =
      format === 'uuid'
        ? random.chance(0.7)
          ? scene.identifier(name)
          : random.uuid()
        : format === 'decimal'
          ? decimalOf(random, schema)
          : ((typeof format === 'string' ? formatted(random, format) : undefined) ??
            (typeof pattern === 'string'
              ? (matching(random, pattern, bounds) ?? textOf(random, bounds))
              : textOf(random, bounds)));
    if (text.length <= bounds.maximum * 2 && permitsText(schema, text, bounds)) return text;
  }
  const [example = 'x'] = list(schema['examples']).concat(schema['default'] ?? []);
  return String(example);
}

function permitsText(schema: Schema, text: string, { minimum, maximum }: Bounds): boolean {
  const { pattern, format } = schema;
  const length = [...text].length;
  if (length < minimum || length > maximum) return false;
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text)) return false;
  const maxBytes = numberIn(schema, 'x-maxBytes');
  if (maxBytes !== undefined && Buffer.from(text, 'base64').length > maxBytes) return false;
  if (format !== 'int64' && format !== 'decimal') return true;
  const units = scaled(text);
  const within = (keyword: string, holds: (bound: bigint) => boolean) =>
    schema[keyword] === undefined || holds(scaled(String(schema[keyword])));
  return (
    within('x-minimum', (bound) => units >= bound) &&
    within('x-maximum', (bound) => units <= bound) &&
    within('x-exclusiveMinimum', (bound) => units > bound) &&
    within('x-exclusiveMaximum', (bound) => units < bound) &&
    within('x-multipleOf', (bound) => bound === 0n || units % bound === 0n)
  );
}

/** A decimal within the bounds, often on one of them. */
function decimalOf(random: Random, schema: Schema): string {
  const minimum = String(schema['x-minimum'] ?? schema['x-exclusiveMinimum'] ?? '-1000');
  const maximum = String(schema['x-maximum'] ?? schema['x-exclusiveMaximum'] ?? '1000');
  if (random.chance(0.1)) return random.pick([minimum, maximum, '0']);
  const step = scaled(String(schema['x-multipleOf'] ?? '0'));
  const [low, high] = [scaled(minimum), scaled(maximum)];
  const places = /\[0-9\]\{1,(\d+)\}\)\?\$$/.exec(String(schema['pattern']))?.[1] ?? '0';
  const unit = step > 0n ? step : 10n ** BigInt(scale - Number(places));
  const span = high - low;
  const within = (span * BigInt(random.int(0, 1_000_000))) / 1_000_000n;
  const small = unit * BigInt(random.int(0, 5000));
  const drawn = low + (random.chance(0.5) ? within : small);
  const units = drawn - (drawn % unit);
  return unscaled(units, random.int(0, Number(places)));
}

/** Digits behind the point that are calculated with. */
const scale = 30;

function scaled(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.slice(0, 60)) ?? [];
  return BigInt(sign + whole + fraction.slice(0, scale).padEnd(scale, '0'));
}

/** @param zeros how many zeros at the end may stay */
function unscaled(units: bigint, zeros: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '').padEnd(zeros, '0');
  const text = `${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
  return units < 0n ? `-${text}` : text;
}

/** @param maxLength of its JSON text */
function freeJson(random: Random, maxLength: number): unknown {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const value = random.pick([
      () => random.int(-1000, 1000),
      () => random.chance(0.5),
      () => random.int(1, 999) / 8,
      () => textOf(random, { minimum: 0, maximum: 20 }),
      () => Array.from({ length: random.int(0, 4) }, () => random.int(0, 9)),
      () => ({ a: [1, null, { b: random.chance(0.5) }] }),
      () => ({ [textOf(random, { minimum: 1, maximum: 5 })]: null, constructor: 1 }),
    ])();
    if (JSON.stringify(value).length <= maxLength) return value;
  }
  return 0;
}

function numberIn(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}

/** The members of a body that are the resource's own, whatever the representation wraps around them. */
export function membersOf(body: unknown): Json {
  const { data } = object(body);
  return isObject(data) && isObject(data['attributes']) ? data['attributes'] : object(body);
}
