import type { ResolvedField } from '../../specification/index.ts';
import { canonicalDuration } from '../../specification/values/duration.ts';
import { patternSamples } from './pattern.ts';
import { numberSample, textNumberSample } from './numbers.ts';

/**
 * The n-th sample value of a field, by its constraints alone: the same for the same field, different from its
 * neighbours wherever the type has that many values. Undefined where none can be made up.
 *
 * @param index from 0
 * @param label what the field is called; text is made of it
 */
export function sampleOf(field: ResolvedField, index: number, label: string): unknown {
  if (index === 0 && field.example !== undefined) return field.example;
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
        `https://example.com/${String(index + 1)}`,
        `a:${String(index)}`,
        field.maxLength,
      );
    case 'email':
      return fitting(
        `person${String(index + 1)}@example.com`,
        `p${String(index)}@a.io`,
        field.maxLength,
      );
    case 'enum':
      return field.values[index % field.values.length];
    case 'json':
      // A list, because a merge patch would merge two objects into a third.
      return field.maxLength >= 20 ? [`sample ${String(index + 1)}`] : index % 10;
    case 'binary':
      return Buffer.from(`sample ${String(index + 1)}`)
        .subarray(0, field.maxLength)
        .toString('base64');
    case 'array':
      return arraySample(field, index, label);
    case 'object':
      return Object.fromEntries(
        Object.entries(field.fields).flatMap(([name, member]) => {
          const value = sampleOf(member, index, name);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    case 'reference':
      return undefined;
  }
}

function arraySample(
  field: Extract<ResolvedField, { type: 'array' }>,
  index: number,
  label: string,
): unknown[] {
  const length = Math.min(field.maxItems, Math.max(field.minItems, 1));
  return Array.from({ length }, (_, position) =>
    sampleOf(field.items, field.uniqueItems || position > 0 ? index + position : index, label),
  );
}

type TextField = Extract<ResolvedField, { type: 'string' | 'text' }>;

function textSample(field: TextField, index: number, label: string): string | undefined {
  const length = (text: string) => [...text].length;
  if (field.pattern !== undefined) {
    const pattern = new RegExp(field.pattern, 'u');
    return patternSamples(
      field.pattern,
      index + 1,
      (text) =>
        pattern.test(text) && length(text) >= field.minLength && length(text) <= field.maxLength,
    )[index];
  }
  if ('format' in field && field.format === 'hostname')
    return `host${String(index + 1)}.example.com`;
  const words = label.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const long = `${words.charAt(0).toUpperCase()}${words.slice(1)} ${String(index + 1)}`;
  const fits = length(long) <= field.maxLength ? long : index.toString(36).slice(-field.maxLength);
  return fits.padEnd(field.minLength, '.');
}

function fitting(text: string, short: string, maxLength: number): string | undefined {
  return [text, short].find((each) => each.length <= maxLength);
}

function day(index: number): string {
  return new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
