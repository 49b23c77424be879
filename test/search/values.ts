import type { Draw } from './draw.ts';

/** What is known of a field while values of it are drawn. */
export type Written = Readonly<Record<string, unknown>>;

/** A legal value of a field, in any spelling that is accepted; undefined where none is thought of. */
export function valueOf(draw: Draw, field: Written): unknown {
  switch (field['type']) {
    case 'string':
      return textOf(draw, field);
    case 'text':
      return textOf(draw, field);
    case 'integer':
      return Array.isArray(field['enum'])
        ? draw.pick(field['enum'] as number[])
        : numberWithin(draw, field, 1);
    case 'number':
      return numberWithin(draw, field, 0.5);
    case 'long': {
      const value = numberWithin(draw, field, 1);
      return draw.chance(0.5) ? String(value) : value;
    }
    case 'decimal': {
      const { scale = 2 } = field as { scale?: number };
      const value = numberWithin(draw, field, scale === 0 ? 1 : 0.5);
      return draw.pick([value, String(value), value.toFixed(scale)]);
    }
    case 'boolean':
      return draw.chance(0.5);
    case 'date':
      return draw.pick(['2026-02-01', '2024-02-29', '1999-12-31']);
    case 'time':
      return draw.pick(['10:00:00', '23:59:59', '00:00:00']);
    case 'date-time':
      return draw.pick([
        '2026-02-01T10:00:00Z',
        '2026-02-01T10:00:00.5+02:00',
        '2026-02-01t10:00:00z',
        '2026-02-01T10:00:00.000Z',
        '2025-12-31T23:59:59.999-11:30',
      ]);
    case 'duration':
      return draw.pick([
        'PT15M',
        'PT60M',
        'P1W',
        'P1DT2H',
        'PT0S',
        'PT90S',
        'PT3600S',
        'PT0.5S',
        'P14D',
        'PT1.25S',
      ]);
    case 'uuid':
      return draw.pick([
        'a987fbc9-4bed-3078-8f07-9141ba07c9f3',
        'A987FBC9-4BED-3078-8F07-9141BA07C9F3',
        '01890000-0000-7000-8000-000000000001',
      ]);
    case 'uri':
      return draw.pick([
        'https://acme.example/a',
        'urn:isbn:0451450523',
        'https://acme.example/?q=%20&b=1',
        'mailto:a@acme.example',
      ]);
    case 'email':
      return draw.pick(['ada@example.com', 'a+b@sub.example.org', 'A.B@Example.com']);
    case 'enum':
      return draw.pick(field['values'] as unknown[]);
    case 'json':
      return draw.pick([
        { a: 1 },
        [1, 'two', { three: null }],
        'text',
        7,
        true,
        {},
        [],
        { deep: { er: [0.5] } },
      ]);
    case 'binary':
      return draw.pick(['AAE=', '/+8=', 'aGVsbG8=', 'aGVsbG8gd29ybGQ=']);
    case 'array':
      return arrayOf(draw, field);
    case 'object':
      return Object.fromEntries(
        Object.entries((field['fields'] ?? {}) as Record<string, Written>)
          .map(([name, member]) => [name, valueOf(draw, member)] as const)
          .filter(([, value]) => value !== undefined),
      );
    default:
      return undefined;
  }
}

function arrayOf(draw: Draw, field: Written): unknown[] | undefined {
  const {
    minItems = 0,
    maxItems = 3,
    uniqueItems,
    items,
  } = field as {
    minItems?: number;
    maxItems?: number;
    uniqueItems?: boolean;
    items: Written;
  };
  const count = Math.max(minItems, Math.min(maxItems, draw.int(0, 2)));
  const values = Array.from({ length: count }, () => valueOf(draw, items));
  if (values.includes(undefined)) return undefined;
  if (uniqueItems !== true) return values;
  return values.filter(
    (value, position) =>
      values.findIndex((other) => JSON.stringify(other) === JSON.stringify(value)) === position,
  );
}

function textOf(draw: Draw, field: Written): string | undefined {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 255,
  } = field as {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  if (Array.isArray(field['enum'])) return draw.pick(field['enum'] as string[]);
  if (format !== undefined) {
    return {
      email: 'ada@example.com',
      uri: 'https://acme.example/a',
      uuid: 'A987FBC9-4BED-3078-8F07-9141BA07C9F3',
      hostname: 'api.acme.example',
    }[format];
  }
  if (pattern !== undefined) return patternExamples[pattern];
  const text = draw.pick([
    'Word',
    'two words',
    'a',
    '',
    'Größe 価格',
    "it's",
    '<b>',
    'true',
    '7',
    '2026-01-01',
    ' ',
    'null',
    'a,b',
    '🙂',
  ]);
  return text.length >= minLength && [...text].length <= maxLength
    ? text
    : 'x'.repeat(Math.max(1, minLength)).slice(0, maxLength);
}

/** Patterns that fields are drawn with, each with a text that matches. */
export const patternExamples: Readonly<Record<string, string>> = {
  '^[A-Z]{2}-[0-9]{6}$': 'AC-000017',
  '^[0-9]{3,4}$': '123',
  '^[a-z]+(-[a-z]+)*$': 'two-words',
  '^\\p{Lu}': 'Word',
  'a|b': 'b',
  '^(?!0)[0-9]+$': '12',
  '^[A-Z]{3}$': 'EUR',
  '^.{2,5}$': 'four',
  '[.]pdf$': 'note.pdf',
  '^x?$': 'x',
};

interface Bounds {
  minimum?: number | string;
  maximum?: number | string;
  exclusiveMinimum?: number | string;
  exclusiveMaximum?: number | string;
  multipleOf?: number | string;
}

/** A number within the bounds of a field, as far as that is easy to find. */
function numberWithin(draw: Draw, field: Written, grain: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = field as Bounds;
  const step = multipleOf === undefined ? grain : Number(multipleOf);
  const low =
    minimum === undefined
      ? exclusiveMinimum === undefined
        ? -10
        : Number(exclusiveMinimum) + step
      : Number(minimum);
  const high =
    maximum === undefined
      ? exclusiveMaximum === undefined
        ? Math.max(low + 20 * step, 10)
        : Number(exclusiveMaximum) - step
      : Number(maximum);
  const value = Math.ceil(low / step) * step + draw.int(0, 3) * step;
  return value <= high ? value : Math.ceil(low / step) * step;
}
