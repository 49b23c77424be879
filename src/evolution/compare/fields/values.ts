import type { ResolvedField } from '../../../specification/index.ts';
import { only } from '../../../specification/plain.ts';
import type { Found } from '../change.ts';
import { compareSets } from '../lists.ts';
import { compareDeprecations } from '../parts/deprecations.ts';
import type { Part } from '../parts/part.ts';
import { finding, harmless, row } from '../row.ts';
import type { Side } from './direction.ts';

const rows = {
  E01: row(
    'enum value added, request side only (write-only field or filter)',
    'non-breaking',
    'n/a',
    { trend: 'looser' },
  ),
  E02: row('enum value added', 'non-breaking', 'edge-case', {
    lens: 'automatic-with-one-declared-value',
    trend: 'looser',
    harm: 'Readers may meet a value that they do not know.',
  }),
  E04: row('enum value removed (request accepted it)', 'breaking', 'non-breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'tighter',
    harm: 'Requests with it are refused.',
  }),
  E05: row('enum value removed that only the service set', 'n/a', 'non-breaking', {
    trend: 'tighter',
  }),
  E07: row('number restricted to a list of values', 'breaking', 'non-breaking', {
    lens: 'hook',
    trend: 'tighter',
    harm: 'Requests with other numbers are refused.',
  }),
  E08: row('number no longer restricted to a list of values', 'non-breaking', 'edge-case', {
    lens: 'hook',
    trend: 'looser',
    harm: 'Readers may meet a number that they do not know.',
  }),
  E09: harmless('order of the values of an enumeration changed'),
  E10: harmless('enum value marked deprecated'),
  E11: harmless('deprecation of an enum value taken back'),
  E12: harmless('days or successor of a deprecated enum value changed'),
} as const;
const found = finding(rows);

/** The values of an enumeration, of text or of numbers. */
export function compareValues(
  path: string,
  was: ResolvedField,
  is: ResolvedField,
  side: Side,
): readonly Found[] {
  const [before, after] = [valuesOf(was), valuesOf(is)];
  const place = `${path}.values`;
  if (before === undefined && after === undefined) return [];
  if (before === undefined) {
    return [found(side === 'response' ? 'E05' : 'E07', place, undefined, after)];
  }
  if (after === undefined) return [found(side === 'request' ? 'E01' : 'E08', place, before)];
  const others = compareSets(place, before, after, {
    added: (at, value) => [found(side === 'request' ? 'E01' : 'E02', at, undefined, value)],
    removed: (at, value) => [found(side === 'response' ? 'E05' : 'E04', at, value)],
  });
  const deprecated = compareDeprecations(
    `${path}.deprecatedValues`,
    // Of a value that is gone, that is reported.
    only(deprecatedIn(was) ?? {}, after.map(String)),
    deprecatedIn(is),
    ['E10', 'E11', 'E12'],
    found,
  );
  if (others.length > 0 || before.every((value, index) => value === after[index])) {
    return [...others, ...deprecated];
  }
  return [found('E09', place, before, after), ...deprecated];
}

function deprecatedIn(field: ResolvedField) {
  return field.type === 'enum' ? field.deprecatedValues : undefined;
}

function valuesOf(field: ResolvedField): readonly unknown[] | undefined {
  return field.type === 'enum' || field.type === 'integer' ? field.values : undefined;
}

/** Enumerations. */
export const values: Part = {
  title: 'Enumerations',
  rows,
  keys: {
    'field.values': ['E01', 'E02', 'E04', 'E05', 'E09'],
    'field.deprecatedValues.**': ['E10', 'E11', 'E12'],
    'field.enum': ['E01', 'E02', 'E04', 'E05', 'E07', 'E08', 'E09'],
  },
};
