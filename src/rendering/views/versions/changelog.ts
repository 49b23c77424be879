import { compareSpecifications } from '../../../evolution/compare/index.ts';
import type { LinkedStep } from '../../../evolution/compose/link.ts';
import { customOperationInputs } from '../../../evolution/compose/custom-operations.ts';
import { newest } from '../../../evolution/compose/expression.ts';
import { memberAt } from '../../../evolution/compose/members.ts';
import { fieldsOf, membersOf } from '../../../evolution/compose/shape.ts';
import type { MinorRelease } from '../../../evolution/contracts/minor-releases.ts';
import type { ServiceModel } from '../../../model/model.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import { own } from '../../../specification/plain.ts';
import { firstRelease } from '../../../specification/versions/labels.ts';
import type { Row } from './field-rows.ts';
import { changeRow, migrationGuideView } from './migration-guide.ts';

type Guide = ReturnType<typeof migrationGuideView>;

type Told = Pick<ServiceModel, 'versions' | 'minorReleases'>;

/**
 * What is different in each release from the one before, as `docs/changelog.md` tells it, the newest release first.
 *
 * @param guides of each step
 */
export function changelogView(
  { versions, minorReleases }: Told,
  steps: readonly LinkedStep[],
  guides: readonly Guide[],
) {
  const releases = versions.toReversed().flatMap(({ label, released = '' }, index) => {
    const guide = guides.find(({ to }) => to === label);
    const isFirst = index === versions.length - 1;
    const later = minorReleases.filter((each) => each.label === label);
    const step = steps.find(({ name }) => name === guide?.name);
    return [
      ...later.toReversed().map((each) => ({
        label,
        release: each.release,
        heading: each.release,
        released: '',
        guides: [],
        isFirst: false,
        rows: additionsOf(each),
      })),
      ...(guide === undefined && !isFirst
        ? []
        : [
            {
              label,
              release: firstRelease(label),
              heading: label,
              released,
              guides: guide === undefined ? [] : [{ name: guide.name, from: guide.from }],
              isFirst,
              rows: guide === undefined ? [] : changesOf(atRelease(guide, step, later)),
            },
          ]),
    ];
  });
  return { releases };
}

/** The same as the service serves it, at `/versions/changelog`. */
export function servedChangelog(
  model: Told,
  steps: readonly LinkedStep[],
  guides: readonly Guide[],
) {
  return changelogView(model, steps, guides).releases.map(({ label, release, released, rows }) => ({
    label,
    release,
    ...(released === '' ? {} : { released }),
    changes: rows.map(({ place, what, clients }) => ({ place, what, toDo: clients })),
  }));
}

function additionsOf({ older, newer }: MinorRelease) {
  return compareSpecifications(older, newer)
    .filter(({ path }) => !path.startsWith('versioning.'))
    .map(changeRow);
}

/** A guide leads to its version as that is now; at its first release, the version had nothing yet of what minor releases added. */
function atRelease(
  guide: Guide,
  step: LinkedStep | undefined,
  later: readonly MinorRelease[],
): Guide {
  const first = later[0]?.older;
  if (step === undefined || first === undefined) return guide;
  const then = compareSpecifications(step.older, first).map(changeRow);
  const changed = new Set(later.flatMap(additionsOf).map(({ place }) => place));
  return {
    ...guide,
    resources: guide.resources.map((resource) => {
      const inputs = customOperationInputs(first, resource.newer);
      return {
        ...resource,
        rows: resource.rows.filter((row) => wasThere(row, fieldsOf(first, resource.newer))),
        inputs: resource.inputs.map((input) => ({
          ...input,
          rows: input.rows.filter((row) => wasThere(row, own(inputs, input.newer) ?? {})),
        })),
      };
    }),
    changes: guide.changes.flatMap((change) =>
      changed.has(change.place) ? then.filter(({ place }) => place === change.place) : [change],
    ),
  };
}

/** False of a field that is new in the version and that its first release did not have. */
function wasThere(
  { older, newer: path }: Row,
  fields: Readonly<Record<string, ResolvedField>>,
): boolean {
  return older !== '–' || memberAt(membersOf(fields, newest), path, 'newest') !== undefined;
}

function changesOf({ resources, renamed, changes }: Guide) {
  const ofResources = resources.flatMap(({ older, newer, rows, customOperations, inputs }) => [
    ...(older === newer
      ? []
      : [{ place: older, what: `is called ${newer}`, clients: 'yes' as const }]),
    ...rows.map((row) => changeOf(newer, row)),
    ...customOperations.map((each) => ({
      place: `${newer}.${each.older}`,
      what: `is called ${each.newer}`,
      clients: 'yes' as const,
    })),
    ...inputs.flatMap((input) => input.rows.map((row) => changeOf(`${newer}.${input.newer}`, row))),
  ]);
  const types = renamed.map(({ place, name }) => ({
    place,
    what: `is called ${name}`,
    clients: 'yes' as const,
  }));
  return [...ofResources, ...types, ...changes];
}

function changeOf(place: string, { older, newer, what }: Row) {
  const isNew = older === '–';
  return {
    place: `${place}.${isNew ? newer : older}`,
    what: newer === older || isNew ? what : `${what}: ${newer}`,
    // What is new need not be read.
    clients: isNew ? ('perhaps' as const) : ('yes' as const),
  };
}
