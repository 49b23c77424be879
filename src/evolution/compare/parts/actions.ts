import type { ResolvedAction } from '../../../specification/index.ts';
import { own } from '../../../specification/plain.ts';
import type { Found } from '../change.ts';
import { compareFields } from '../fields/compare-fields.ts';
import { compareNamed, ifChanged } from '../lists.ts';
import { finding, harmless, row } from '../row.ts';
import { compareGuards } from './guards.ts';
import type { Part } from './part.ts';

const rows = {
  X01: harmless('action added'),
  X02: row('action removed', 'breaking', 'n/a', {
    lens: 'automatic',
    harm: 'Requests for it are answered with 404.',
  }),
  X06: row('action response structure changed', 'n/a', 'breaking', {
    lens: 'not-bridgeable',
    harm: 'It is done after the answer, or before it, unlike what clients expect.',
  }),
  X12: harmless('description of an action changed'),
} as const;
const found = finding(rows);

function compareAction(path: string, was: ResolvedAction, is: ResolvedAction): readonly Found[] {
  return [
    ...ifChanged(was.description, is.description, (before, after) =>
      found('X12', `${path}.description`, before, after),
    ),
    ...ifChanged(was.async, is.async, (before, after) =>
      found('X06', `${path}.async`, before, after),
    ),
    ...compareGuards(`${path}.when`, was.when, is.when),
    ...compareFields(`${path}.input`, was.input, is.input, { side: 'request', isInput: true }),
  ];
}

/** What clients can have done with a row. */
export const actions: Part = {
  title: 'Actions',
  rows,
  compare: (was, is) =>
    compareNamed('endpoints', was.endpoints, is.endpoints, {
      kept: (path, before, after, name) =>
        own(was.resources, name)?.historyOf === undefined
          ? compareNamed(`${path}.actions`, before.actions, after.actions, {
              added: (at) => [found('X01', at)],
              removed: (at) => [found('X02', at)],
              kept: compareAction,
            })
          : [],
    }),
  keys: {
    'endpoints.*.actions': ['X01', 'X02'],
    'endpoints.*.actions.*.description': ['X12'],
    'endpoints.*.actions.*.async': ['X06'],
  },
};
