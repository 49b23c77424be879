import type { ResolvedField } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import { ifChanged } from '../lists.ts';
import type { Part } from '../parts/part.ts';
import { finding, harmless, row } from '../row.ts';
import { foundRelation } from './relations.ts';
import type { Side } from './direction.ts';

const rows = {
  Q01: row('optional -> required', 'breaking', 'non-breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'tighter',
    harm: 'Requests without it are refused.',
  }),
  Q02: row('required -> optional', 'non-breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'looser',
    harm: 'Clients that read it may find no value.',
  }),
  Q03: row('read-only field: optional -> required', 'n/a', 'non-breaking', {
    trend: 'tighter',
  }),
  Q04: row('read-only field: required -> optional', 'n/a', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'looser',
    harm: 'Clients that read it may find no value.',
  }),
  Q05: row('null permitted', 'non-breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'looser',
    harm: 'Clients that read it may find null.',
  }),
  Q06: row('default of a body field added', 'edge-case', 'edge-case', {
    lens: 'automatic',
    harm: 'Clients that leave it out get the default, where there was no value before.',
  }),
  Q07: row('default of a body field changed', 'edge-case', 'non-breaking', {
    action: 'version',
    lens: 'automatic',
    harm: 'Clients that leave it out get another value.',
  }),
  Q08: row('default of a body field removed', 'edge-case', 'breaking', {
    lens: 'automatic',
    harm: 'Clients that leave it out get no value any more.',
  }),
  Q11: row('null no longer permitted', 'breaking', 'non-breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'tighter',
    harm: 'Requests with null are refused.',
  }),
  Q12: row('read-only field: null no longer possible', 'n/a', 'non-breaking', {
    trend: 'tighter',
  }),
  Q13: row('write-only field: required -> optional', 'non-breaking', 'n/a', { trend: 'looser' }),
  Q14: row('write-only field: null permitted', 'non-breaking', 'n/a', { trend: 'looser' }),
  Q15: harmless('default of a field that clients do not send changed'),
  Q16: row('write-only field: default removed', 'edge-case', 'n/a', {
    action: 'version',
    lens: 'automatic',
    harm: 'Clients that leave it out get no value any more.',
  }),
} as const;
const found = finding(rows);

/** Whether a value has to be there, may be null, and what is taken where it is not sent. */
export function comparePresence(
  path: string,
  was: ResolvedField,
  is: ResolvedField,
  side: Side,
): readonly Found[] {
  return [
    ...ifChanged(was.required, is.required, (before, after) => {
      const place = `${path}.required`;
      if (side === 'response') return found(after ? 'Q03' : 'Q04', place, before, after);
      if (after && is.type === 'reference') return foundRelation('L08', place, before, after);
      if (after) return found('Q01', place, before, after);
      return found(side === 'request' ? 'Q13' : 'Q02', place, before, after);
    }),
    ...ifChanged(was.nullable, is.nullable, (before, after) => {
      const looser = side === 'request' ? 'Q14' : 'Q05';
      const tighter = side === 'response' ? 'Q12' : 'Q11';
      return found(after ? looser : tighter, `${path}.nullable`, before, after);
    }),
    ...ifChanged<unknown>(was.default, is.default, (before, after) => {
      const removed = side === 'request' ? 'Q16' : 'Q08';
      const id = before === undefined ? 'Q06' : after === undefined ? removed : 'Q07';
      return found(side === 'response' ? 'Q15' : id, `${path}.default`, before, after);
    }),
  ];
}

/** Required, nullable, default. */
export const presence: Part = {
  title: 'Values that may be missing',
  rows,
  keys: {
    'field.required': ['Q01', 'Q02', 'Q03', 'Q04', 'Q13', 'L08'],
    'field.nullable': ['Q05', 'Q11', 'Q12', 'Q14'],
    'field.default': ['Q06', 'Q07', 'Q08', 'Q15', 'Q16'],
  },
};
