import type { ResolvedField } from '../../specification/index.ts';
import { capitalized } from '../../specification/names/casing.ts';
import { canonicalDuration } from '../../specification/values/duration.ts';
import { edgesOf } from './edges.ts';
import { numberSample, textNumberSample } from './numbers.ts';
import { nearestToZero } from './grid.ts';
import { supplyOf, type Supply } from './supply.ts';
import { textCandidates } from './texts.ts';

/** By field and by what it is called. */
const supplies = new WeakMap<ResolvedField, Map<string, Supply>>();

/** How many ordinary values are made before those at the ends of what the field permits. */
const ordinary = 200;

/**
 * Distinct values of a field, by its constraints alone: the same for the same field, as many as there are up to the number
 * that is wanted, and each in the spelling that the service answers with. The example is the first of them.
 *
 * @param label what the field is called; text is made of it
 */
export function samplesOf(field: ResolvedField, label: string, wanted: number): readonly unknown[] {
  const byLabel = supplies.get(field) ?? new Map<string, Supply>();
  supplies.set(field, byLabel);
  const supply = byLabel.get(label) ?? supplyOf(field, candidatesOf(field, label));
  byLabel.set(label, supply);
  return supply.first(wanted);
}

/**
 * The n-th sample value of a field, different from its neighbours wherever there are two. Undefined where none can be
 * made up.
 *
 * @param index from 0
 */
export function sampleOf(field: ResolvedField, index: number, label: string): unknown {
  const values = samplesOf(field, label, index + 1);
  return values[index % Math.max(1, values.length)];
}

function* candidatesOf(field: ResolvedField, label: string): Generator {
  const hasExample = field.example !== undefined;
  if (hasExample) yield field.example;
  for (let index = hasExample ? 1 : 0; index < ordinary; index += 1) {
    yield made(field, index, label);
  }
  if (hasExample) yield made(field, 0, label);
  yield* rareValues(field);
  yield field.default;
  yield* edgesOf(field);
}

/** Those beside the ordinary ones, where there are few of these. */
function* rareValues(field: ResolvedField): Generator {
  switch (field.type) {
    case 'string':
    case 'text':
      yield* textCandidates(field);
      return;
    case 'integer':
    case 'number':
    case 'long':
    case 'decimal':
      yield* nearestToZero(field, ordinary);
      return;
    default:
  }
}

function made(field: ResolvedField, index: number, label: string): unknown {
  switch (field.type) {
    case 'string':
    case 'text':
      return textSample(field, index, label);
    case 'integer':
    case 'number':
      return numberSample(field, index);
    case 'long':
      return textNumberSample(field, index, 0, 18);
    case 'decimal':
      return textNumberSample(field, index, field.scale, field.precision);
    case 'boolean':
      return index % 2 === 0;
    case 'date':
      return day(index);
    case 'time':
      return `${two(8 + (index % 12))}:${two(Math.floor(index / 12) % 60)}:00`;
    case 'date-time':
      return `${day(index)}T09:30:00.000Z`;
    case 'duration':
      return canonicalDuration(`PT${String(index + 1)}H`);
    case 'uuid':
      return `00000000-0000-7000-8000-${(index + 1).toString(16).padStart(12, '0')}`;
    case 'uri':
      return fitting(
        [`https://example.com/${String(index + 1)}`, `a:${String(index)}`],
        field.maxLength,
      );
    case 'email':
      return fitting(
        [
          `person${String(index + 1)}@example.com`,
          `p${String(index)}@a.io`,
          `${index.toString(36)}@a.b`,
        ],
        field.maxLength,
      );
    case 'enum':
      return field.values[index % field.values.length];
    case 'json':
      // A list, because a merge patch would merge two objects into a third.
      return field.maxLength >= 20 ? [`sample ${String(index + 1)}`] : index % 10;
    case 'binary':
      return bytesSample(field, index);
    case 'array':
      return arraySample(field, index, label);
    case 'object':
      return objectSample(field, index);
    case 'reference':
      return undefined;
  }
}

/** The number comes first where there is no room for the word. */
function bytesSample(
  { maxLength }: Extract<ResolvedField, { type: 'binary' }>,
  index: number,
): string {
  const text = `sample ${String(index + 1)}`;
  const bytes = text.length <= maxLength ? Buffer.from(text) : Buffer.from([index % 256]);
  return bytes.subarray(0, maxLength).toString('base64');
}

/** A list of as many items as there have to be, and at least one; where items cannot differ, lists differ in length. */
function arraySample(
  field: Extract<ResolvedField, { type: 'array' }>,
  index: number,
  label: string,
): unknown[] | undefined {
  const { items, minItems, maxItems, uniqueItems } = field;
  const least = Math.min(maxItems, Math.max(minItems, 1));
  const values = samplesOf(items, label, index + least);
  if (values.length === 0) return minItems === 0 ? [] : undefined;
  const hasFew = values.length <= index;
  const length = hasFew && !uniqueItems ? least + Math.floor(index / values.length) : least;
  return Array.from(
    { length: Math.min(length, maxItems) },
    (_, position) => values[(index + position) % values.length],
  );
}

/** Every object has the same members, because a merge patch would keep those that it does not have. */
function objectSample(
  { fields }: Extract<ResolvedField, { type: 'object' }>,
  index: number,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, member]) => {
      const value = sampleOf(member, index, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

type TextField = Extract<ResolvedField, { type: 'string' | 'text' }>;

/** Text without a pattern; the others are enumerated. */
function textSample(field: TextField, index: number, label: string): string | undefined {
  if (field.pattern !== undefined) return undefined;
  const length = (text: string) => [...text].length;
  if ('format' in field && field.format === 'hostname') {
    const names = [`host${String(index + 1)}.example.com`, `h${String(index)}`, index.toString(36)];
    return fitting(names, field.maxLength)?.padEnd(field.minLength, 'x');
  }
  const words = label.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const long = `${capitalized(words)} ${String(index + 1)}`;
  const fits = length(long) <= field.maxLength ? long : index.toString(36).slice(-field.maxLength);
  return fits.padEnd(field.minLength, '.');
}

function fitting(texts: readonly string[], maxLength: number): string | undefined {
  return texts.find((text) => text.length <= maxLength);
}

function day(index: number): string {
  return new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
