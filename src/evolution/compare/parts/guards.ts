import { isDeepStrictEqual } from 'node:util';
import type { ResolvedCondition, ResolvedGuard } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import { compareNamed } from '../lists.ts';
import { finding, row } from '../row.ts';
import type { Part } from './part.ts';

const rows = {
  X09: row('condition of a transition or action added', 'edge-case', 'n/a', {
    action: 'version',
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests for rows that do not meet it are refused with 409.',
  }),
  X10: row('condition of a transition or action removed', 'non-breaking', 'n/a', {
    trend: 'looser',
  }),
  X11: row('condition of a transition or action changed', 'edge-case', 'n/a', {
    action: 'version',
    lens: 'not-bridgeable',
    harm: 'Requests for rows that met the condition of before may be refused with 409.',
  }),
} as const;
const found = finding(rows);

/** What has to hold for a row before something is done with it. */
export function compareGuards(path: string, was: ResolvedGuard, is: ResolvedGuard): Found[] {
  return compareNamed<ResolvedCondition>(path, was, is, {
    added: (at, condition) => [found('X09', at, undefined, condition)],
    removed: (at, condition) => [found('X10', at, condition)],
    kept: (at, before, after) =>
      isDeepStrictEqual(before, after) ? [] : [found('X11', at, before, after)],
  });
}

/** Conditions. */
export const guards: Part = {
  title: 'Conditions of transitions and actions',
  rows,
  keys: {
    'states.*.transitions.*.when.**': ['X09', 'X10', 'X11'],
    'endpoints.*.actions.*.when.**': ['X09', 'X10', 'X11'],
  },
};
