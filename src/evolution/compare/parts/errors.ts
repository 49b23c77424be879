import type { ResolvedProblemCode } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import { compareNamed, ifChanged } from '../lists.ts';
import { finding, row } from '../row.ts';
import { notContract, type Part } from './part.ts';

const rows = {
  Z01: row('status of a problem changed', 'n/a', 'breaking', {
    lens: 'automatic',
    harm: 'Clients that decide by the status do something else.',
  }),
  Z02: row('documented 4xx/5xx removed', 'n/a', 'non-breaking'),
  Z03: row('documented 4xx/5xx added', 'n/a', 'non-breaking'),
  Z04: row('title of a problem changed', 'n/a', 'non-breaking'),
  Z05: row('description of a problem changed', 'n/a', 'non-breaking'),
  Z06: row('status of validation problems changed', 'n/a', 'breaking', {
    lens: 'automatic',
    harm: 'Clients that decide by the status do something else.',
  }),
} as const;
const found = finding(rows);

function compareCode(
  path: string,
  was: ResolvedProblemCode,
  is: ResolvedProblemCode,
): readonly Found[] {
  return [
    ...ifChanged(was.status, is.status, (before, after) =>
      found('Z01', `${path}.status`, before, after),
    ),
    ...ifChanged(was.title, is.title, (before, after) =>
      found('Z04', `${path}.title`, before, after),
    ),
    ...ifChanged(was.description, is.description, (before, after) =>
      found('Z05', `${path}.description`, before, after),
    ),
  ];
}

/** The catalogue of problems. */
export const errors: Part = {
  title: 'Errors',
  rows,
  compare: ({ errors: was }, { errors: is }) => [
    ...compareNamed('errors.codes', was.codes, is.codes, {
      added: (at, { status }) => [found('Z03', at, undefined, status)],
      removed: (at, { status }) => [found('Z02', at, status)],
      kept: compareCode,
    }),
    ...ifChanged(was.validationStatus, is.validationStatus, (before, after) =>
      found('Z06', 'errors.validationStatus', before, after),
    ),
  ],
  keys: {
    errors: notContract('a group of keys'),
    'errors.validationStatus': ['Z06'],
    'errors.codes': ['Z02', 'Z03'],
    'errors.codes.*.status': ['Z01'],
    'errors.codes.*.title.**': ['Z04'],
    'errors.codes.*.description.**': ['Z05'],
  },
};
