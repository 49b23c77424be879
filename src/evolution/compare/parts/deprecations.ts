import {
  deprecationInShort,
  type ResolvedDeprecation,
  type ResolvedEndpoint,
} from '../../../specification/index.ts';
import { only, own } from '../../../specification/plain.ts';
import type { Found } from '../change.ts';
import { compareNamed } from '../lists.ts';
import { finding, harmless } from '../row.ts';
import type { Part } from './part.ts';

const rows = {
  M03: harmless('method marked deprecated'),
  M11: harmless('deprecation of a method taken back'),
  M13: harmless('days or successor of a deprecated method changed'),
  P22: harmless('filter marked deprecated'),
  P23: harmless('deprecation of a filter taken back'),
  P26: harmless('days or successor of a deprecated filter changed'),
  R11: harmless('resource marked deprecated'),
  R12: harmless('deprecation of a resource taken back'),
  R13: harmless('days or successor of a deprecated resource changed'),
  S24: harmless('transition marked deprecated'),
  S25: harmless('deprecation of a transition taken back'),
  S26: harmless('days or successor of a deprecated transition changed'),
  X13: harmless('action marked deprecated'),
  X14: harmless('deprecation of an action taken back'),
  X15: harmless('days or successor of a deprecated action changed'),
} as const;
const found = finding(rows);

/** The rows of one kind of feature: marked, taken back, changed. */
type Ids = readonly [
  marked: keyof typeof rows,
  back: keyof typeof rows,
  changed: keyof typeof rows,
];

interface Deprecatable {
  readonly deprecated?: ResolvedDeprecation;
}

/** What is said of features by name, before and now. */
export function compareDeprecations<Id extends string>(
  path: string,
  was: Readonly<Record<string, ResolvedDeprecation>> | undefined,
  is: Readonly<Record<string, ResolvedDeprecation>> | undefined,
  [marked, back, changed]: readonly [Id, Id, Id],
  report: (id: Id, path: string, was?: unknown, is?: unknown) => Found,
): Found[] {
  return compareNamed(path, was, is, {
    added: (at, deprecation) => [report(marked, at, undefined, deprecationInShort(deprecation))],
    removed: (at, deprecation) => [report(back, at, deprecationInShort(deprecation))],
    kept: (at, before, after) => {
      const [one, other] = [deprecationInShort(before), deprecationInShort(after)];
      return one === other ? [] : [report(changed, at, one, other)];
    },
  });
}

/** The deprecations of named things that both have. */
function compareAll(
  path: string,
  was: Readonly<Record<string, Deprecatable>>,
  is: Readonly<Record<string, Deprecatable>>,
  ids: Ids,
): Found[] {
  return compareNamed(path, was, is, {
    kept: (at, before, after) => {
      const said = ({ deprecated }: Deprecatable) =>
        deprecated === undefined ? {} : { deprecated };
      return compareDeprecations(at, said(before), said(after), ids, found);
    },
  });
}

function compareEndpoint(path: string, was: ResolvedEndpoint, is: ResolvedEndpoint): Found[] {
  const [before, after] = [was.deprecated, is.deprecated];
  const place = `${path}.deprecated`;
  // Of a method or a filter that is gone, that is reported.
  return [
    ...compareDeprecations(
      `${place}.methods`,
      only(before?.methods ?? {}, is.methods),
      after?.methods,
      ['M03', 'M11', 'M13'],
      found,
    ),
    ...compareDeprecations(
      `${place}.filter`,
      only(before?.filter ?? {}, is.filter),
      after?.filter,
      ['P22', 'P23', 'P26'],
      found,
    ),
    ...compareAll(`${path}.actions`, was.actions, is.actions, ['X13', 'X14', 'X15']),
  ];
}

/** What clients are asked to stop using; what is said of fields and values is compared with them. */
export const deprecations: Part = {
  title: 'Deprecated features',
  rows,
  compare: (was, is) => [
    // A history follows from its machine.
    ...compareAll('resources', written(was.resources), written(is.resources), [
      'R11',
      'R12',
      'R13',
    ]),
    ...compareNamed('states', was.states, is.states, {
      kept: (path, before, after) =>
        compareAll(`${path}.transitions`, before.transitions, after.transitions, [
          'S24',
          'S25',
          'S26',
        ]),
    }),
    ...compareNamed('endpoints', was.endpoints, is.endpoints, {
      kept: (path, before, after, name) =>
        own(was.resources, name)?.historyOf === undefined
          ? compareEndpoint(path, before, after)
          : [],
    }),
  ],
  keys: {
    'resources.*.deprecated.**': ['R11', 'R12', 'R13'],
    'states.*.transitions.*.deprecated.**': ['S24', 'S25', 'S26'],
    'endpoints.*.deprecated.**': ['M03', 'M11', 'M13', 'P22', 'P23', 'P26'],
    'endpoints.*.actions.*.deprecated.**': ['X13', 'X14', 'X15'],
  },
};

function written<T extends { readonly historyOf?: string }>(
  resources: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(resources).filter(([, { historyOf }]) => historyOf === undefined),
  );
}
