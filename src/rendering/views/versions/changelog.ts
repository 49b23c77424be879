import { compareSpecifications } from '../../../evolution/compare/index.ts';
import type { MinorRelease } from '../../../evolution/contracts/minor-releases.ts';
import type { ServiceModel, VersionModel } from '../../../model/model.ts';
import { firstRelease } from '../../../specification/versions/labels.ts';
import type { Row } from './field-rows.ts';
import { changeRow, migrationGuideView } from './migration-guide.ts';

type Guide = ReturnType<typeof migrationGuideView>;

/** What is different in each release from the one before, as `docs/changelog.md` tells it, the newest release first. */
export function changelogView(
  versions: readonly VersionModel[],
  guides: readonly Guide[],
  minor: readonly MinorRelease[],
) {
  const releases = versions.toReversed().flatMap(({ label, released = '' }, index) => {
    const guide = guides.find(({ to }) => to === label);
    const isFirst = index === versions.length - 1;
    const own = minor.filter((each) => each.label === label).toReversed();
    return [
      ...own.map((each) => ({
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
              rows: guide === undefined ? [] : changesOf(guide),
            },
          ]),
    ];
  });
  return { releases };
}

/** The same as the service serves it, at `/versions/changelog`. */
export function servedChangelog(
  { versions, minorReleases }: ServiceModel,
  guides: readonly Guide[],
) {
  return changelogView(versions, guides, minorReleases).releases.map(
    ({ label, release, released, rows }) => ({
      label,
      release,
      ...(released === '' ? {} : { released }),
      changes: rows.map(({ place, what, clients }) => ({ place, what, toDo: clients })),
    }),
  );
}

function additionsOf({ older, newer }: MinorRelease) {
  return compareSpecifications(older, newer)
    .filter(({ path }) => !path.startsWith('versioning.'))
    .map(changeRow);
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
