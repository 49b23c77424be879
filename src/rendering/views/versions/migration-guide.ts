import { composeVersion } from '../../../evolution/compose/chain.ts';
import { evaluateAll } from '../../../evolution/compose/evaluate.ts';
import { fieldsOf } from '../../../evolution/compose/shape.ts';
import {
  compareSpecifications,
  rowOf as rowOfChange,
  storyOf,
  type Change,
} from '../../../evolution/compare/index.ts';
import type { LinkedResource, LinkedStep } from '../../../evolution/compose/link.ts';
import { asOlder } from '../../../evolution/verify/as-older.ts';
import { lossesOf } from '../../../evolution/proofs/step-losses.ts';
import { buildModel } from '../../../model/build.ts';
import { buildDeprecations } from '../../../model/deprecations.ts';
import { known } from '../../../model/known.ts';
import { own } from '../../../specification/plain.ts';
import { exampleView } from '../example.ts';
import { rowOf } from './field-rows.ts';
import { inputGuides, placesOfInputs } from './input-guide.ts';

interface Renamed {
  readonly from: unknown;
  readonly to: unknown;
}

/** What clients have to change between two versions, as `docs/migrations/1-to-2.md` tells them. */
export function migrationGuideView(step: LinkedStep) {
  const [from = '', to = ''] = step.name.split('-to-');
  const changed = step.resources.filter(
    ({ older, newer, operations, customOperations, step: { actions, existed, absent } }) =>
      older !== newer ||
      operations.length > 0 ||
      customOperations.some((each) => each.operations.length > 0) ||
      [actions, existed, absent].some((each) => each !== undefined),
  );
  return {
    name: step.name,
    from,
    to,
    former: step.changes.former ?? [],
    losses: lossesOf(step),
    resources: changed.map((resource) => resourceView(step, resource)),
    renamed: renamedTypes(step),
    changes: otherChanges(step),
    deprecated: newlyDeprecated(step),
    events: (step.changes.events ?? []).map(({ rename, absent, withdrawn }) => ({
      older: withdrawn ?? (rename === undefined ? '–' : String(rename.from)),
      newer:
        withdrawn === undefined
          ? rename === undefined
            ? (absent ?? '')
            : String(rename.to)
          : '– (no longer sent, to clients of the older version neither)',
    })),
    problems: (step.changes.errors ?? []).flatMap(({ status, rename }) => [
      ...(status === undefined
        ? []
        : [
            {
              older: `${status.code}: ${String(status.was)}`,
              newer: `${status.code}: ${String(step.newer.errors.codes[status.code]?.status ?? '')}`,
            },
          ]),
      ...(rename === undefined ? [] : [{ older: String(rename.from), newer: String(rename.to) }]),
    ]),
  };
}

/** Types of events and of problems that have another name. */
function renamedTypes({ changes: { events = [], errors = [] } }: LinkedStep) {
  const named = (group: string, all: readonly { readonly rename?: Renamed }[]) =>
    all.flatMap(({ rename }) =>
      rename === undefined
        ? []
        : [
            {
              place: `${group}.${String(rename.from)}`,
              newerPlace: `${group}.${String(rename.to)}`,
              name: String(rename.to),
            },
          ],
    );
  return [...named('events.emit', events), ...named('errors.codes', errors)];
}

/** What the newer version asks its clients to stop using, and the older one did not. */
function newlyDeprecated({ older, newer }: LinkedStep) {
  const featuresOf = (specification: LinkedStep['older']) =>
    buildDeprecations(specification, []).at(-1)?.features ?? [];
  const known = new Set(featuresOf(older).map(({ name }) => name));
  return featuresOf(newer)
    .filter(({ name }) => !known.has(name))
    .map(({ name, since, sunset = '', replacedBy = '' }) => ({ name, since, sunset, replacedBy }));
}

function resourceView(step: LinkedStep, resource: LinkedResource) {
  const { older, newer, step: written } = resource;
  const paths = { older: pathOf(step.older, older), newer: pathOf(step.newer, newer) };
  return {
    from: step.name.split('-to-')[0] ?? '',
    to: step.name.split('-to-')[1] ?? '',
    older,
    newer,
    heading: older === newer ? newer : `${older} → ${newer}`,
    isMoved: paths.older !== paths.newer,
    olderPath: paths.older,
    newerPath: paths.newer,
    rows: (written.operations ?? []).flatMap(rowOf),
    customOperations: (written.actions ?? []).flatMap(({ rename }) =>
      rename === undefined ? [] : [{ older: String(rename.from), newer: String(rename.to) }],
    ),
    inputs: inputGuides(step, resource, paths),
    gone: (written.existed ?? []).join(', '),
    fresh: (written.absent ?? []).join(', '),
    ...exampleOf(step, resource),
  };
}

function pathOf(specification: LinkedStep['older'], name: string): string {
  return known(buildModel(specification).resources.find((each) => each.name === name))
    .collectionPath;
}

/** Differences that the operations of the step do not show: bounds, lists, methods, authentication, limits and more. */
function otherChanges(step: LinkedStep) {
  const places = step.resources.flatMap(placesInTables);
  const inputs = step.resources.flatMap(placesOfInputs);
  const types = renamedTypes(step).flatMap(({ place, newerPlace }) => [place, newerPlace]);
  // What has another name may have other bounds and other rules as well: these are found under its older name.
  const within = compareSpecifications(step.older, asOlder(step)).filter(
    ({ path }) =>
      isWithin(path, byName) ||
      (path.startsWith('resources.') && isWithin(path, places)) ||
      (isRuleOfOperation(path) && isWithin(path, inputs)),
  );
  const besides = compareSpecifications(step.older, step.newer).filter(
    ({ path }) =>
      !path.startsWith('versioning.') &&
      !isWithin(path, [...byName, ...places, ...inputs, ...types]),
  );
  return [...within, ...besides].map(changeRow);
}

/** What is sent along with a transition or an action, and the condition of it. */
function isRuleOfOperation(path: string): boolean {
  return /\.(?:transitions|actions)\.[^.]+\.(?:input|when)\./.test(path);
}

/** A change as the guide and the changelog tell it. */
export function changeRow(change: Change) {
  return {
    place: change.path,
    what: storyOf(rowOfChange(change.id), change),
    clients: efforts[change.class],
  };
}

/** Places that name resources, and their fields and actions: these may have other names in the newer version. */
const byName = ['authentication.allow', 'authentication.rules'];

/** What a change asks of clients that come to the newer version. */
const efforts = { breaking: 'yes', 'edge-case': 'perhaps', 'non-breaking': 'no' } as const;

/** The places of a resource and of its fields that the tables of the step contain, in both versions. */
function placesInTables({ older, newer, step: written }: LinkedResource): string[] {
  const renamed = older === newer ? [] : [`resources.${older}`, `resources.${newer}`];
  const rows = (written.operations ?? []).flatMap(rowOf);
  const names = [
    ...rows.map((row) => [older, row.older] as const),
    ...rows.map((row) => [newer, row.newer] as const),
  ];
  return [
    ...renamed,
    ...names.flatMap(([resource, all]) =>
      all.split(', ').flatMap((path) => {
        const [field = ''] = path.split(/[.[]/);
        const endpoint = `endpoints.${resource}`;
        return [
          `resources.${resource}.fields.${path.replaceAll('[]', '.items').replaceAll('.', '.fields.')}`,
          ...['filter', 'sort'].map((list) => `${endpoint}.${list}.${field}`),
        ];
      }),
    ),
  ];
}

function isWithin(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}.`));
}

const made = {
  id: '019bc0fd-89c0-7000-8000-000000000001',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 1,
};

/** A request and its answer in the newer version, and what clients of the older one send and are shown in their place. */
function exampleOf(step: LinkedStep, { older, newer, operations }: LinkedResource) {
  const model = buildModel(step.newer);
  const resource = known(model.resources.find(({ name }) => name === newer));
  const [example] = exampleView(resource).example;
  const composed = composeVersion('', [step]).resources.find((each) => each.newest === newer);
  const asksPeople = operations.some(({ operation }) =>
    JSON.stringify(operation).includes('"hook"'),
  );
  if (example === undefined || composed === undefined || asksPeople) return { examples: [] };
  const newest = { ...made, ...example };
  const was = evaluateAll(composed.down, { newest: [newest] });
  const olderFields = fieldsOf(step.older, older);
  const newerFields = fieldsOf(step.newer, newer);
  const creates = [step.older.endpoints[older], step.newer.endpoints[newer]].every(
    (endpoint) => endpoint?.methods.includes('create') === true,
  );
  return {
    examples: [
      {
        create: creates
          ? [{ older: sent(was, olderFields), newer: sent(newest, newerFields) }]
          : [],
        older: shown(was, olderFields),
        newer: shown(newest, newerFields),
      },
    ],
  };
}

type Fields = ReturnType<typeof fieldsOf>;
type Members = Readonly<Record<string, unknown>>;

function sent(members: Members, fields: Fields): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => own(fields, name)?.readOnly === false),
  );
}

function shown(members: Members, fields: Fields): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => own(fields, name)?.writeOnly !== true),
  );
}
