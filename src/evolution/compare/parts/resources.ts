import type { ResolvedResource, ResolvedSpecification } from '../../../specification/index.ts';
import { own } from '../../../specification/plain.ts';
import type { Found } from '../change.ts';
import { compareFields } from '../fields/compare-fields.ts';
import { isSent } from '../fields/direction.ts';
import { compareNamed, compareSets, ifChanged } from '../lists.ts';
import { finding, harmless, row } from '../row.ts';
import type { Part } from './part.ts';

const rows = {
  R01: harmless('resource (collection) added'),
  R02: row('resource removed', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'All requests to it are answered with 404.',
  }),
  R05: row('path of the collection changed', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Requests to the path of before are answered with 404.',
  }),
  R08: harmless('description of a resource changed'),
  R09: row('parent changed', 'breaking', 'breaking', {
    lens: 'not-bridgeable',
    harm: 'Addresses of before cannot be made of the new ones.',
  }),
  R10: harmless('example rows changed'),
  R14: row('resource renamed', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Clients know it by its former name.',
  }),
  C42: row('fields have to be unique together', 'edge-case', 'non-breaking', {
    action: 'version',
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests with values that another row has are refused with 409.',
  }),
  C43: row('fields need not be unique together any more', 'non-breaking', 'edge-case', {
    trend: 'looser',
    harm: 'Clients may find several rows where there was one at most.',
  }),
} as const;
export const foundResource = finding(rows);
const found = foundResource;

function compareResource(
  path: string,
  was: ResolvedResource,
  is: ResolvedResource,
  sent: boolean,
): Found[] {
  const segment = ({ segment: own, plural }: ResolvedResource) => own ?? plural;
  return [
    ...ifChanged(was.description, is.description, (before, after) =>
      found('R08', `${path}.description`, before, after),
    ),
    ...ifChanged(segment(was), segment(is), (before, after) =>
      found('R05', `${path}.plural`, before, after),
    ),
    ...ifChanged(was.parent, is.parent, (before, after) =>
      found('R09', `${path}.parent`, before, after),
    ),
    ...ifChanged(was.examples, is.examples, () => found('R10', `${path}.examples`)),
    ...compareSets(`${path}.unique`, sortedLists(was), sortedLists(is), {
      added: (place, fields) => [found('C42', place, undefined, fields)],
      removed: (place, fields) => [found('C43', place, fields)],
    }),
    ...compareFields(`${path}.fields`, was.fields, is.fields, { side: sent ? 'both' : 'response' }),
  ];
}

/** Which fields are unique together does not depend on their order. */
function sortedLists({ unique }: ResolvedResource): string[][] {
  return unique.map((fields) => fields.toSorted());
}

/**
 * The field of a state and the rows of a history follow from the machine: the part about states reports its changes. The same holds for
 * a field that becomes the state.
 */
function withoutStates(
  { resources }: ResolvedSpecification,
  ...both: readonly ResolvedSpecification[]
): Record<string, ResolvedResource> {
  return Object.fromEntries(
    Object.entries(resources)
      .filter(([, { historyOf }]) => historyOf === undefined)
      .map(([name, resource]) => {
        const states = new Set(both.map((each) => own(each.states, name)?.field));
        const fields = Object.entries(resource.fields).filter(([key]) => !states.has(key));
        return [name, { ...resource, fields: Object.fromEntries(fields) }];
      }),
  );
}

/** What the service keeps. */
export const resources: Part = {
  title: 'Resources',
  rows,
  compare: (was, is) =>
    compareNamed('resources', withoutStates(was, was, is), withoutStates(is, was, is), {
      added: (path) => [found('R01', path)],
      removed: (path) => [found('R02', path)],
      kept: (path, before, after, name) =>
        compareResource(path, before, after, isSent(was, name) || isSent(is, name)),
    }),
  keys: {
    resources: ['R01', 'R02'],
    'resources.*.description': ['R08'],
    'resources.*.plural': ['R05'],
    'resources.*.parent': ['R09'],
    'resources.*.fields': ['F01', 'F02', 'F04', 'F06', 'F07', 'F08', 'F09', 'L01', 'L02', 'L03'],
    'resources.*.unique': ['C42', 'C43'],
    'resources.*.examples': ['R10'],
    'resources.*.renamedFrom': ['R14'],
  },
};
