import { composeVersion } from '../../../evolution/compose/chain.ts';
import { evaluateAll } from '../../../evolution/compose/evaluate.ts';
import type { LinkedResource, LinkedStep } from '../../../evolution/compose/link.ts';
import type { FieldOperation } from '../../../evolution/steps/schema.ts';
import { buildModel } from '../../../model/build.ts';
import { buildDeprecations } from '../../../model/deprecations.ts';
import { known } from '../../../model/known.ts';
import { exampleView } from '../example.ts';

/** What clients have to change between two versions, as `docs/migrations/1-to-2.md` tells them. */
export function migrationGuideView(step: LinkedStep) {
  const [from = '', to = ''] = step.name.split('-to-');
  const changed = step.resources.filter(
    ({ older, newer, operations, step: { actions, existed, absent } }) =>
      older !== newer ||
      operations.length > 0 ||
      [actions, existed, absent].some((each) => each !== undefined),
  );
  return {
    from,
    to,
    former: step.changes.former ?? [],
    resources: changed.map((resource) => resourceView(step, resource)),
    deprecated: newlyDeprecated(step),
    events: (step.changes.events ?? []).map(({ rename, absent, withdrawn }) => ({
      older: withdrawn ?? (rename === undefined ? '–' : String(rename.from)),
      newer:
        withdrawn === undefined
          ? rename === undefined
            ? (absent ?? '')
            : String(rename.to)
          : '– (not told any more, to clients of the older version neither)',
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
    heading: older === newer ? newer : `${older} → ${newer}`,
    isMoved: paths.older !== paths.newer,
    olderPath: paths.older,
    newerPath: paths.newer,
    rows: (written.operations ?? []).flatMap(rowOf),
    acts: (written.actions ?? []).flatMap(({ rename }) =>
      rename === undefined ? [] : [{ older: String(rename.from), newer: String(rename.to) }],
    ),
    gone: (written.existed ?? []).join(', '),
    fresh: (written.absent ?? []).join(', '),
    ...exampleOf(step, resource),
  };
}

function pathOf(specification: LinkedStep['older'], name: string): string {
  return known(buildModel(specification).resources.find((each) => each.name === name))
    .collectionPath;
}

/** What becomes of a field, in words. */
export function rowOf(operation: FieldOperation): { older: string; newer: string; what: string }[] {
  const { rename, add, remove, retype, split, merge, move, map } = operation;
  const row = (older: string, newer: string, what: string) => [{ older, newer, what }];
  const shown = (value: unknown) => JSON.stringify(value) ?? '';
  if (rename !== undefined) return row(rename.from, rename.to, 'has another name');
  if (add !== undefined) {
    const fill = add.fill === undefined ? '' : `; rows of older clients have ${shown(add.fill)}`;
    return row('–', add.field, `is new${fill}`);
  }
  if (remove !== undefined) {
    const value =
      remove.value === undefined ? '' : `; older clients are shown ${shown(remove.value)}`;
    return row(remove.field, '–', `is gone${value}`);
  }
  if (retype !== undefined) {
    return row(retype.field, retype.field, `has another type: ${retype.by.replaceAll('-', ' ')}`);
  }
  if (split !== undefined) return row(split.field, split.into.join(', '), 'is taken apart');
  if (merge !== undefined) return row(merge.fields.join(', '), merge.into, 'is put together');
  if (move !== undefined) return row(move.from, move.to, 'is somewhere else');
  if (map !== undefined) {
    const values = Object.entries(map.values).map(([was, is]) => `${was} is ${is}`);
    return row(map.field, map.field, `has values of other names: ${values.join(', ')}`);
  }
  return presenceRow(operation, row, shown);
}

function presenceRow<Row>(
  { require: needed, nullable, default: initial }: FieldOperation,
  row: (older: string, newer: string, what: string) => Row[],
  shown: (value: unknown) => string,
): Row[] {
  if (needed !== undefined) return row(needed.field, needed.field, 'must be sent');
  if (nullable !== undefined) return row(nullable.field, nullable.field, 'may be null');
  if (initial === undefined) return [];
  const what = `has another default; it was ${shown(initial.was)}`;
  return row(initial.field, initial.field, what);
}

/** The example of the newer version, and what clients of the older one are shown in its place. */
function exampleOf(step: LinkedStep, { newer, operations }: LinkedResource) {
  const model = buildModel(step.newer);
  const resource = known(model.resources.find(({ name }) => name === newer));
  const [example] = exampleView(resource).example;
  const composed = composeVersion('', [step]).resources.find((each) => each.newest === newer);
  const asksPeople = operations.some(({ operation }) =>
    JSON.stringify(operation).includes('"hook"'),
  );
  if (example === undefined || composed === undefined || asksPeople) return { examples: [] };
  const shown = evaluateAll(
    composed.down.filter(({ field }) => !field.writeOnly),
    { newest: [example] },
  );
  const visible = Object.fromEntries(
    Object.entries(example).filter(
      ([name]) => resource.fields.find((field) => field.name === name)?.field.writeOnly !== true,
    ),
  );
  return { examples: [{ older: shown, newer: visible }] };
}
