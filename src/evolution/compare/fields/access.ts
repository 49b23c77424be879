import type { ResolvedField, ResolvedGrants } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import { ifChanged } from '../lists.ts';
import type { Part } from '../parts/part.ts';
import { finding, harmless, row } from '../row.ts';
import type { Side } from './direction.ts';

const rows = {
  U01: row('writable -> readOnly', 'breaking', 'non-breaking', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests with it are refused.',
  }),
  U02: row('readOnly -> writable', 'edge-case', 'non-breaking', {
    lens: 'automatic',
    trend: 'looser',
    harm: 'Clients that send back what they read set it.',
  }),
  U03: row('readable -> writeOnly', 'non-breaking', 'breaking', {
    lens: 'not-bridgeable',
    harm: 'Clients that read it miss it.',
  }),
  U04: row('writeOnly -> readable', 'non-breaking', 'edge-case', {
    harm: 'Readers see a value that was secret.',
  }),
  U05: row('mutable -> immutable', 'breaking', 'non-breaking', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests that change it are refused.',
  }),
  U06: row('immutable -> mutable', 'non-breaking', 'edge-case', {
    trend: 'looser',
    harm: 'Clients that keep a value may keep an outdated one.',
  }),
  A20: row('fewer callers see a field', 'n/a', 'breaking', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Callers without these grants miss it.',
  }),
  A21: row('more callers see a field', 'n/a', 'edge-case', {
    trend: 'looser',
    harm: 'Callers see a value that was kept from them.',
  }),
  A22: row('fewer callers may write a field', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests with it of other callers are refused.',
  }),
  A23: harmless('more callers may write a field'),
} as const;
const found = finding(rows);

/** Who sees a field, who writes it, and when. */
export function compareAccess(
  path: string,
  was: ResolvedField,
  is: ResolvedField,
  side: Side,
): readonly Found[] {
  return [
    ...ifChanged(was.readOnly, is.readOnly, (before, after) =>
      found(after ? 'U01' : 'U02', `${path}.readOnly`, before, after),
    ),
    ...ifChanged(was.writeOnly, is.writeOnly, (before, after) =>
      found(after ? 'U03' : 'U04', `${path}.writeOnly`, before, after),
    ),
    ...ifChanged(was.immutable, is.immutable, (before, after) =>
      found(after ? 'U05' : 'U06', `${path}.immutable`, before, after),
    ),
    ...compareGrants(`${path}.readableBy`, was.readableBy, is.readableBy, ['A20', 'A21']),
    ...(side === 'response'
      ? []
      : compareGrants(`${path}.writableBy`, was.writableBy, is.writableBy, ['A22', 'A23'])),
  ];
}

/** Callers that lose the field come first; a list that takes and gives is reported as both. */
function compareGrants(
  path: string,
  was: ResolvedGrants | undefined,
  is: ResolvedGrants | undefined,
  [fewer, more]: readonly ['A20', 'A21'] | readonly ['A22', 'A23'],
): Found[] {
  const lost = is !== undefined && (was === undefined || was.some((each) => !is.includes(each)));
  const won = was !== undefined && (is === undefined || is.some((each) => !was.includes(each)));
  return [
    ...(lost ? [found(fewer, path, was, is)] : []),
    ...(won ? [found(more, path, was, is)] : []),
  ];
}

/** What clients may do with a field. */
export const access: Part = {
  title: 'Access to fields',
  rows,
  keys: {
    'field.readOnly': ['U01', 'U02'],
    'field.writeOnly': ['U03', 'U04'],
    'field.immutable': ['U05', 'U06'],
    'field.readableBy': ['A20', 'A21'],
    'field.writableBy': ['A22', 'A23'],
  },
};
