import * as fc from 'fast-check';

export type Schema = Readonly<Record<string, unknown>>;

/** Lists in proofs have a few items: more of them say nothing new. */
const mostItems = 3;
/** What text is made of: several bytes in UTF-8, two units in UTF-16, and what separates, quotes or escapes. */
const letters = [...'aZ09 -_.,:;/\\\'"<&é'].concat('ß', '日', '😀');

/**
 * Random values of a JSON Schema, in the one form that a service writes them in: instants in UTC with milliseconds, decimals
 * with all their digits.
 *
 * @param follow gives a schema, or what it refers to
 */
export function valuesOf(
  schema: Schema,
  follow: (schema: Schema) => Schema = (each) => each,
): fc.Arbitrary<unknown> {
  const { type, enum: values, const: only, anyOf, oneOf } = follow(schema);
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  const either = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (either !== undefined) return fc.oneof(...either.map((each) => valuesOf(each, follow)));
  const types = [type].flat().filter((each) => typeof each === 'string');
  if (types.length === 0) return fc.constant({});
  return fc.oneof(...types.map((each) => valuesOfType(each, follow(schema), follow)));
}

function valuesOfType(
  type: string,
  schema: Schema,
  follow: (schema: Schema) => Schema,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbers(type, schema);
    case 'string':
      return texts(schema);
    case 'array':
      return lists(schema, follow);
    default:
      return objects(schema, follow);
  }
}

/** Objects with all that is required, and all or some of the rest. */
function objects(schema: Schema, follow: (schema: Schema) => Schema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, Schema>>;
    required?: readonly string[];
  };
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, valuesOf(each, follow)]),
  );
  // Whole ones are as likely as others: what only they have is met early.
  return fc.oneof(
    fc.record(members, { noNullPrototype: true }),
    fc.record(members, { requiredKeys: [...required], noNullPrototype: true }),
  );
}

function lists(schema: Schema, follow: (schema: Schema) => Schema): fc.Arbitrary<unknown> {
  const {
    items = {},
    minItems = 0,
    maxItems = mostItems,
    uniqueItems,
  } = schema as {
    items?: Schema;
    minItems?: number;
    maxItems?: number;
    uniqueItems?: boolean;
  };
  const sizes = {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, mostItems)),
  };
  const values = valuesOf(items, follow);
  return uniqueItems === true
    ? fc.uniqueArray(values, { ...sizes, selector: (value) => JSON.stringify(value) })
    : fc.array(values, sizes);
}

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

function numbers(type: 'integer' | 'number', schema: Schema): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Bounds;
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.001);
  const digits = digitsAfterPoint(String(step));
  const least = Math.ceil((minimum ?? exclusiveMinimum ?? -1e6) / step);
  const most = Math.floor((maximum ?? exclusiveMaximum ?? 1e6) / step);
  return fc
    .integer({ min: Math.max(least, -2_147_483_648), max: Math.min(most, 2_147_483_647) })
    .map((count) => Number((count * step).toFixed(digits)))
    .filter(
      (value) =>
        value >= (minimum ?? -Infinity) &&
        value <= (maximum ?? Infinity) &&
        value > (exclusiveMinimum ?? -Infinity) &&
        value < (exclusiveMaximum ?? Infinity),
    );
}

function digitsAfterPoint(text: string): number {
  const exponent = /e-(\d+)$/.exec(text)?.[1];
  return exponent === undefined ? (/\.(\d+)$/.exec(text)?.[1]?.length ?? 0) : Number(exponent);
}

function texts(schema: Schema): fc.Arbitrary<string> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 40,
    contentEncoding,
    examples = [],
  } = schema as {
    examples?: readonly string[];
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
    contentEncoding?: string;
  };
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength;
  if (contentEncoding === 'base64') return bytes(schema);
  if (format === 'decimal' || format === 'int64') return textNumbers(schema);
  const formatted = format === undefined ? undefined : ofFormat[format];
  if (formatted !== undefined) return formatted.filter(fits);
  if (pattern !== undefined) return matching(pattern, examples).filter(fits);
  return fc
    .array(fc.constantFrom(...letters), {
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, 40)),
    })
    .map((each) => each.join(''));
}

/** What a pattern looks for ahead or behind, without parentheses in it but one level of them. */
const lookaround = /\(\?<?[=!](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/g;

/** Texts that a pattern describes. One that looks ahead or behind cannot be made as it is: what it rules out is left out. */
function matching(pattern: string, examples: readonly string[]): fc.Arbitrary<string> {
  const whole = new RegExp(pattern, 'u');
  if (pattern.search(lookaround) === -1) return fc.stringMatching(whole);
  if (examples.length > 0) return fc.constantFrom(...examples);
  const rest = new RegExp(pattern.replaceAll(lookaround, ''), 'u');
  return fc.stringMatching(rest).filter((text) => whole.test(text));
}

const days = fc.date({
  min: new Date('1971-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
});

const ofFormat: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: days.map((day) => day.toISOString().slice(0, 10)),
  'date-time': days.map((day) => day.toISOString()),
  'time-local': days.map((day) => day.toISOString().slice(11, 19)),
  duration: fc.constantFrom('PT20M', 'P2D', 'PT1H30M', 'P7D'),
  'iso-duration': fc.constantFrom('PT20M', 'P2D', 'PT1H30M', 'P7D', 'PT0.5S'),
  uuid: fc.uuid({ version: 7 }),
  uri: fc.stringMatching(/^https:\/\/[a-z]{1,8}\.example\/[a-z0-9]{0,8}$/),
  email: fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,8})?@[a-z]{1,8}\.example$/),
  hostname: fc.stringMatching(/^[a-z]{1,8}\.example$/),
};

/** Numbers that are text on the wire, with as many digits after the point as the schema lets them have. */
function textNumbers(schema: Schema): fc.Arbitrary<string> {
  const { pattern = '', maxLength = 20 } = schema as { pattern?: string; maxLength?: number };
  const isWhole = schema['format'] === 'int64';
  const digits = isWhole ? 0 : scaleOf(pattern);
  // A decimal has three characters besides its digits: a sign, a point, and a zero before it.
  const all = 10n ** BigInt(isWhole ? 18 : maxLength - 3) - 1n;
  const bound = (name: string) => {
    const text = schema[name];
    return typeof text === 'string' ? unitsOf(text, digits) : undefined;
  };
  const above = bound('x-exclusiveMinimum');
  const below = bound('x-exclusiveMaximum');
  const least = greatest(-all, bound('x-minimum'), above === undefined ? undefined : above + 1n);
  const most = -greatest(
    -all,
    negated(bound('x-maximum')),
    below === undefined ? undefined : 1n - below,
  );
  const step = bound('x-multipleOf') ?? 1n;
  return fc
    .bigInt({ min: ceilingOf(least, step), max: most / step })
    .map((count) => textOf(count * step, digits));
}

function scaleOf(pattern: string): number {
  return Number(/\[0-9\]\{1,(\d+)\}\)\?\$$/.exec(pattern)?.[1] ?? 0);
}

function unitsOf(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return text.startsWith('-') ? -units : units;
}

function textOf(units: bigint, scale: number): string {
  const text = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  const whole = text.slice(0, text.length - scale);
  return scale === 0 ? sign + text : `${sign}${whole}.${text.slice(text.length - scale)}`;
}

function greatest(first: bigint, ...others: readonly (bigint | undefined)[]): bigint {
  return others.reduce<bigint>(
    (most, each) => (each !== undefined && each > most ? each : most),
    first,
  );
}

function negated(value: bigint | undefined): bigint | undefined {
  return value === undefined ? undefined : -value;
}

function ceilingOf(value: bigint, step: bigint): bigint {
  const count = value / step;
  return count * step < value ? count + 1n : count;
}

function bytes(schema: Schema): fc.Arbitrary<string> {
  const most = Math.min(Number(schema['x-maxBytes'] ?? 16), 16);
  return fc.uint8Array({ maxLength: most }).map((each) => Buffer.from(each).toString('base64'));
}
