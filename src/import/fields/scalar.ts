import { checkEnumValue, checkPattern } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { shown } from '../../specification/shown.ts';
import type { Context, Draft } from '../context.ts';
import { amount, isSet, valuesIn, word, type Kind, type Shape } from '../schema/shape.ts';

/** Types that a format of a text is. */
const types: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'date-time',
  datetime: 'date-time',
  time: 'time',
  duration: 'duration',
  uuid: 'uuid',
  guid: 'uuid',
  email: 'email',
  uri: 'uri',
  url: 'uri',
  byte: 'binary',
  base64: 'binary',
  binary: 'binary',
};

/** Formats that say nothing of the value. */
const silent = new Set([
  'string',
  'text',
  'password',
  'int32',
  'int64',
  'integer',
  'float',
  'double',
  'number',
  'hostname',
]);

/** Names of fields whose texts are long, where nothing says how long. */
const longNames =
  /(description|notes?|comments?|message|body|content|text|html|markdown|summary|biography|bio)$/i;

const most = {
  string: 100_000,
  text: 1_000_000,
  words: 200,
  whole: Number.MAX_SAFE_INTEGER,
} as const;

/** A field of a type that holds no other fields. */
export function scalarField(kind: Kind, shape: Shape, name: string, context: Context): Draft {
  switch (kind) {
    case 'boolean':
      if (valuesOf(shape).length > 0)
        drop(shape, context, 'a boolean has both values here, and its enum is not kept');
      return { type: 'boolean' };
    case 'integer':
    case 'number':
      return numberField(kind, shape, context);
    default:
      return textField(shape, name, context);
  }
}

function drop({ at }: Shape, { source }: Context, message: string): void {
  source.findings.add('dropped', at, message);
}

function valuesOf({ keywords }: Shape): readonly unknown[] {
  return valuesIn(new Map(Object.entries(keywords))).filter((value) => value !== null);
}

function textField(shape: Shape, name: string, context: Context): Draft {
  const values = valuesOf(shape);
  if (values.length > 0) return wordField(values, shape, context);
  const format = word(shape, 'format') ?? word(shape, 'contentEncoding') ?? '';
  const type = own(types, format.toLowerCase());
  const pattern = word(shape, 'pattern');
  if (type !== undefined) {
    if (pattern !== undefined)
      drop(
        shape,
        context,
        `the pattern ${shown(pattern)}: the format ${format} says what the text looks like`,
      );
    return { type, ...boundOf(type, shape, context) };
  }
  if (format === 'hostname') return { type: 'string', format: 'hostname' };
  if (!silent.has(format) && format !== '') {
    drop(shape, context, `the format ${shown(format)}: it is kept as a text without it`);
  }
  return { ...lengthsOf(shape, name, context), ...patternOf(shape, context) };
}

function wordField(values: readonly unknown[], shape: Shape, context: Context): Draft {
  const words = values.filter((value) => typeof value === 'string');
  const isKept = words.length === values.length && new Set(words).size <= most.words;
  if (isKept && words.every((value) => checkEnumValue(value) === undefined)) {
    return { type: 'enum', values: [...new Set(words)] };
  }
  drop(
    shape,
    context,
    `the enum, because its values are not 1 to ${most.words} different texts of 1 to 100 characters`,
  );
  return { type: 'string' };
}

/** The longest value of a type that has such a bound. */
function boundOf(type: string, shape: Shape, context: Context): Draft {
  const limits: Readonly<Record<string, number>> = { uri: 8192, email: 254, binary: 10_485_760 };
  const [limit, maxLength] = [own(limits, type), amount(shape, 'maxLength')];
  if (limit === undefined || maxLength === undefined) return {};
  if (maxLength > limit) {
    drop(shape, context, `maxLength ${maxLength}: ${limit} is the most here`);
    return { maxLength: limit };
  }
  return maxLength < (type === 'email' ? 3 : 1) ? {} : { maxLength };
}

function lengthsOf(shape: Shape, name: string, context: Context): Draft {
  const [minLength, maxLength] = [amount(shape, 'minLength'), amount(shape, 'maxLength')];
  const least = minLength === undefined || minLength === 0 ? {} : { minLength };
  if (maxLength === undefined) {
    const isLong = longNames.test(name) || (minLength ?? 0) > 255;
    const holds = isLong ? 'text of at most 10000 characters' : 'string of at most 255 characters';
    context.source.findings.add('guessed', shape.at, `"${name}" has no maxLength: ${holds}`);
    return { type: isLong ? 'text' : 'string', ...least };
  }
  if (maxLength <= most.string)
    return { type: 'string', ...least, maxLength: Math.max(1, maxLength) };
  if (maxLength > most.text)
    drop(shape, context, `maxLength ${maxLength}: ${most.text} is the most here`);
  return { type: 'text', ...least, maxLength: Math.min(maxLength, most.text) };
}

/** The pattern, if need be without the escapes that a regular expression with the flag u has not. */
function patternOf(shape: Shape, context: Context): Draft {
  const pattern = word(shape, 'pattern');
  if (pattern === undefined || pattern === '' || pattern === '.*' || pattern === '^.*$') return {};
  const spellings = [pattern, pattern.replace(/\\([^\w\s^$\\.*+?()[\]{}|/-])/g, '$1')];
  const usable = spellings.find((each) => checkPattern(each) === undefined);
  if (usable !== undefined) return { pattern: usable };
  drop(shape, context, `the pattern ${shown(pattern)}: ${checkPattern(pattern) ?? ''}`);
  return {};
}

const bounds = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
] as const;

function numberField(kind: 'integer' | 'number', shape: Shape, context: Context): Draft {
  const values = valuesOf(shape);
  const whole = values.filter((value) => Number.isSafeInteger(value));
  if (values.length > 0) {
    if (kind === 'integer' && whole.length === values.length && values.length <= most.words) {
      return { type: 'integer', enum: [...new Set(whole)] };
    }
    drop(shape, context, 'the enum, because only whole numbers have one here');
  }
  const written = boundsOf(shape);
  if (kind === 'number') return { type: 'number', ...written };
  const kept = Object.fromEntries(
    Object.entries(written).filter(([key, value]) => {
      const isKept = Number.isSafeInteger(value);
      if (!isKept)
        drop(shape, context, `${key} ${value}: whole numbers are within ±${most.whole} here`);
      return isKept;
    }),
  );
  const isWide = word(shape, 'format') !== 'int32';
  const low = 'minimum' in kept || 'exclusiveMinimum' in kept;
  const high = 'maximum' in kept || 'exclusiveMaximum' in kept;
  if (!isWide || (low && high)) return { type: 'integer', ...kept };
  context.source.findings.add(
    'guessed',
    shape.at,
    `whole numbers without bounds are within ±${most.whole} here`,
  );
  return {
    type: 'integer',
    ...kept,
    ...(low ? {} : { minimum: -most.whole }),
    ...(high ? {} : { maximum: most.whole }),
  };
}

/** OpenAPI 3.0 says by a boolean that a bound is exclusive, 3.1 by a number of its own. */
function boundsOf(shape: Shape): Record<string, number> {
  const found: Record<string, number> = {};
  for (const key of bounds) {
    const value = amount(shape, key);
    if (value !== undefined && (key !== 'multipleOf' || value > 0)) found[key] = value;
  }
  for (const [key, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const [edge, open] = [found[key], found[exclusive]];
    if (edge === undefined) continue;
    if (isSet(shape, exclusive)) {
      found[exclusive] = edge;
      delete found[key];
    } else if (open !== undefined) {
      const isStricter = key === 'minimum' ? open >= edge : open <= edge;
      delete found[isStricter ? key : exclusive];
    }
  }
  return found;
}
