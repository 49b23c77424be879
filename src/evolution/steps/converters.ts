import { canonicalDuration } from '../../specification/values/duration.ts';
import { converterNames, type ConverterName } from '../../specification/schema/converter-names.ts';

/** A function of `versioning/converters.ts`, and what it does. */
export interface Converter {
  readonly name: string;
  apply(value: never, ...parameters: never[]): unknown;
}

/** One with its further parameters. */
export interface ConverterCall {
  readonly converter: { readonly name: string; apply(...values: unknown[]): unknown };
  readonly parameters: readonly unknown[];
  /** What takes a value back; absent: nothing does, or nothing has to. */
  readonly inverse?: {
    readonly name: string;
    readonly parameters: readonly unknown[];
    apply(...values: unknown[]): unknown;
  };
  /** Whether the inverse finds all values that this one gives. */
  readonly isExact: boolean;
  /** Whether it keeps the order of values. */
  readonly keepsOrder: boolean;
}

type Apply = (...values: unknown[]) => unknown;
interface Function {
  readonly name: string;
  readonly apply: Apply;
}

/** A number as JSON writes one: other texts, such as an empty one, are none. */
const numeral = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const wholeOf: Function = { name: 'wholeOf', apply: (value) => Math.round(Number(value)) + 0 };
// Adding 0 takes the sign of -0, which JSON does not keep.
const numberOf: Function = {
  name: 'numberOf',
  apply: (value) =>
    typeof value === 'string' && !numeral.test(value) ? Number.NaN : Number(value) + 0,
};
const textOf: Function = { name: 'textOf', apply: String };
const decimalOf: Function = {
  name: 'decimalOf',
  apply: (value, scale) =>
    Number(value)
      .toFixed(Number(scale))
      .replace(/^-(?=0(?:\.0*)?$)/, ''),
};
const startOfDay: Function = {
  name: 'startOfDay',
  apply: (value) => `${String(value)}T00:00:00.000Z`,
};
const dayOf: Function = {
  name: 'dayOf',
  apply: (value) => new Date(String(value)).toISOString().slice(0, 10),
};
const durationOf: Function = {
  name: 'durationOf',
  apply: (value) => canonicalDuration(`PT${String(value)}S`) ?? `PT${String(value)}S`,
};
const secondsOf: Function = { name: 'secondsOf', apply: (value) => seconds(String(value)) };
const listOf: Function = { name: 'listOf', apply: (value) => [value] };
const firstOf: Function = {
  name: 'firstOf',
  apply: (value) => (Array.isArray(value) ? value[0] : undefined),
};

const unit = [604_800, 86_400, 3600, 60, 1];

function seconds(text: string): number {
  const [, years = 0, months = 0, ...rest] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(
      text,
    ) ?? [];
  const days = Number(years) * 365 + Number(months) * 30;
  return rest.reduce(
    (sum, each, index) => sum + Number((each as string | undefined) ?? 0) * (unit[index] ?? 0),
    days * 86_400,
  );
}

interface Conversion {
  /** Types in the older version and in the newer one. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Absent: the value stays as it is. */
  readonly up?: Function;
  readonly down?: Function;
  readonly isExact: boolean;
  readonly keepsOrder: boolean;
}

const strings = [
  'string',
  'text',
  'uri',
  'email',
  'uuid',
  'enum',
  'date',
  'time',
  'date-time',
  'duration',
  'long',
  'decimal',
];
const exact = { isExact: true, keepsOrder: true };
const unordered = { isExact: true, keepsOrder: false };
const inexact = { isExact: false, keepsOrder: true };
const neither = { isExact: false, keepsOrder: false };

/** Of booleans and enums there is a table instead. */
export const conversions: Readonly<
  Record<Exclude<ConverterName, 'boolean-to-enum' | 'enum-to-boolean'>, Conversion>
> = {
  'integer-to-long': { from: ['integer'], to: ['long'], up: textOf, down: numberOf, ...exact },
  'long-to-integer': { from: ['long'], to: ['integer'], up: numberOf, down: textOf, ...exact },
  'integer-to-number': { from: ['integer'], to: ['number'], down: wholeOf, ...inexact },
  'number-to-integer': { from: ['number'], to: ['integer'], up: wholeOf, ...inexact },
  'integer-to-string': {
    from: ['integer'],
    to: ['string', 'text'],
    up: textOf,
    down: numberOf,
    ...unordered,
  },
  'string-to-integer': {
    from: ['string', 'text'],
    to: ['integer'],
    up: numberOf,
    down: textOf,
    ...neither,
  },
  'integer-to-decimal': {
    from: ['integer'],
    to: ['decimal'],
    up: decimalOf,
    down: wholeOf,
    ...inexact,
  },
  'decimal-to-integer': {
    from: ['decimal'],
    to: ['integer'],
    up: wholeOf,
    down: decimalOf,
    ...inexact,
  },
  'number-to-decimal': {
    from: ['number'],
    to: ['decimal'],
    up: decimalOf,
    down: numberOf,
    ...exact,
  },
  'decimal-to-number': {
    from: ['decimal'],
    to: ['number'],
    up: numberOf,
    down: decimalOf,
    ...exact,
  },
  'number-to-string': {
    from: ['number'],
    to: ['string', 'text'],
    up: textOf,
    down: numberOf,
    ...unordered,
  },
  'string-to-number': {
    from: ['string', 'text'],
    to: ['number'],
    up: numberOf,
    down: textOf,
    ...neither,
  },
  'decimal-to-string': { from: ['decimal'], to: ['string', 'text'], ...unordered },
  'string-to-decimal': { from: ['string', 'text'], to: ['decimal'], ...neither },
  'long-to-string': { from: ['long'], to: ['string', 'text'], ...unordered },
  'string-to-long': { from: ['string', 'text'], to: ['long'], ...neither },
  'enum-to-string': { from: ['enum'], to: ['string', 'text'], ...exact },
  'string-to-enum': { from: ['string', 'text'], to: ['enum'], ...exact },
  'date-to-date-time': {
    from: ['date'],
    to: ['date-time'],
    up: startOfDay,
    down: dayOf,
    ...inexact,
  },
  'date-time-to-date': {
    from: ['date-time'],
    to: ['date'],
    up: dayOf,
    down: startOfDay,
    ...inexact,
  },
  'seconds-to-duration': {
    from: ['integer', 'number'],
    to: ['duration'],
    up: durationOf,
    down: secondsOf,
    ...neither,
  },
  'duration-to-seconds': {
    from: ['duration'],
    to: ['integer', 'number'],
    up: secondsOf,
    down: durationOf,
    ...neither,
  },
  'text-to-text': { from: strings, to: strings, ...exact },
  'value-to-list': { from: [], to: ['array'], up: listOf, down: firstOf, ...neither },
  'list-to-value': { from: ['array'], to: [], up: firstOf, down: listOf, ...neither },
};

/** What is written of a value, in one direction; undefined: it stays as it is. */
export function conversionCall(
  name: keyof typeof conversions,
  direction: 'up' | 'down',
  scales: { readonly older: number; readonly newer: number },
): ConverterCall | undefined {
  const { up, down, isExact, keepsOrder } = conversions[name];
  const [converter, back] = direction === 'up' ? [up, down] : [down, up];
  if (converter === undefined) return undefined;
  const [to, from] =
    direction === 'up' ? [scales.newer, scales.older] : [scales.older, scales.newer];
  const parameters = (of: Function, scale: number) => (of === decimalOf ? [scale] : []);
  return {
    converter,
    parameters: parameters(converter, to),
    ...(back === undefined ? {} : { inverse: { ...back, parameters: parameters(back, from) } }),
    isExact,
    keepsOrder,
  };
}

/** The converters that fit the types of both versions, for mistakes. */
export function fitting(from: string, to: string): ConverterName[] {
  if (from === 'boolean' && to === 'enum') return ['boolean-to-enum'];
  if (from === 'enum' && to === 'boolean') return ['enum-to-boolean'];
  return converterNames.filter((name) => {
    if (name === 'boolean-to-enum' || name === 'enum-to-boolean') return false;
    const { from: older, to: newer } = conversions[name];
    return (
      (older.length === 0 ? from !== 'array' : older.includes(from)) &&
      (newer.length === 0 ? to !== 'array' : newer.includes(to))
    );
  });
}
