import { growthOf, type ResourceGrowth } from '../../../evolution/proofs/growth.ts';
import type { ServiceModel } from '../../../model/model.ts';

/**
 * What recorded answers of releases are not any more, because their version permits more now: by the directories of the releases.
 *
 * @param collections of older versions: their paths by the names of their resources
 */
export function growthView(
  { releases, resources }: Pick<ServiceModel, 'releases' | 'resources'>,
  collections: ReadonlyMap<string, ReadonlyMap<string, string>>,
) {
  const newest = new Map(resources.map(({ name, collectionPath }) => [name, collectionPath]));
  return Object.fromEntries(
    growthOf(releases).map(({ label, release, resources: grown }) => {
      const paths = collections.get(label) ?? newest;
      return [`v${label}/${release}`, grown.map((each) => lossesOf(each, paths))];
    }),
  );
}

function lossesOf(grown: ResourceGrowth, paths: ReadonlyMap<string, string>) {
  const { resource, reshown, hasMoreSorts, hasOtherPages, loosenedInputs, ...lists } = grown;
  const nothing = { filter: [], sort: [] };
  return {
    path: paths.get(resource) ?? '',
    members: Object.fromEntries(reshown.map((name) => [name, { isOpen: true }])),
    lost: nothing,
    near: nothing,
    ...Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0)),
    ...(Object.keys(loosenedInputs).length === 0 ? {} : { loosenedInputs }),
    ...(hasMoreSorts ? { hasMoreSorts } : {}),
    ...(hasOtherPages ? { hasOtherPages } : {}),
  };
}
