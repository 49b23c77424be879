import type { ServiceModel } from '../../model/model.ts';
import { usesStrategy } from '../features.ts';

/** What the tests of a service need to name versions as its clients do. */
export function selectorView(model: ServiceModel) {
  const { query, hostname, resources } = model.specification.versioning;
  const versioned = model.resources.filter(({ name }) => resources.includes(name));
  return {
    isUriPath: usesStrategy('uri-path')(model),
    isHostname: usesStrategy('hostname')(model),
    selector: {
      parameter: query?.parameter,
      isSuffix: hostname?.form === 'suffix',
      /** Those that name a version. */
      collections: versioned.map(({ collectionPath }) => collectionPath),
    },
  };
}
