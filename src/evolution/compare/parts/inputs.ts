import { finding, harmless, row } from '../row.ts';
import type { Part } from './part.ts';

const rows = {
  X03: harmless('optional action input added'),
  X04: row('required action input added', 'breaking', 'n/a', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests without it are refused.',
  }),
  X05: row('action input removed', 'breaking', 'n/a', {
    lens: 'automatic',
    harm: 'Requests with it are refused.',
  }),
} as const;

export const foundInput = finding(rows);

/** What is sent along with a transition or an action. */
export const inputs: Part = {
  title: 'Input of transitions and actions',
  rows,
  keys: {
    'states.*.transitions.*.input': ['X03', 'X04', 'X05'],
    'endpoints.*.actions.*.input': ['X03', 'X04', 'X05'],
  },
};
