import { common, type Newest, type Selector } from '../selector.ts';
import { impliedVersion, versionedAddress } from '../versioned-address.ts';

export interface PartialOptions extends Newest {
  /** Of all versions. */
  readonly labels: readonly string[];
  /** Paths of the collections whose addresses name a version, as any version calls them. */
  readonly collections: readonly string[];
}

/** Some addresses name the version behind their collection, and the others have none to name. */
export function partialSelector({ newest, labels, collections }: PartialOptions): Selector {
  const roots = new Set(collections.map((path) => /^\/[^/]+/.exec(path)?.[0]));
  // These, and their lists over all parents.
  const versioned = collections.flatMap((path) => [
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?#]+')}(?=[/?#]|$)`),
    new RegExp(`^${path.replaceAll(/\/\{\w+\}/g, '')}(?=[/?#]|$)`),
  ]);
  const known = new Set(labels);

  function linked(address: string): string {
    const found = versionedAddress(address);
    if (found === undefined) return address;
    const { label, path } = found;
    const namesVersion =
      versioned.some((pattern) => pattern.test(lettersIn(path))) || !known.has(label);
    return namesVersion ? path.replace(/^\/[^/?#]*/, `$&/v${label}`) : path;
  }

  return {
    ...common,
    selecting: (address) => ({ target: linked(address), headers: {} }),
    linked,
    absolute: (baseUrl, address) => baseUrl + linked(address),
    followed(link) {
      const [, collection = '', label, rest = ''] =
        /^(\/[^/?#]+)\/v(\d+)((?:[/?#].*)?)$/s.exec(link) ?? [];
      const found =
        label === undefined || !roots.has(collection)
          ? impliedVersion(link, newest)
          : { label, path: collection + rest };
      return found === undefined ? link : `/v${found.label}${found.path}`;
    },
    unknownVersionStatus: 404,
    selectedBy: 'path',
  };
}

/** A path in which encoded letters are letters. */
function lettersIn(path: string): string {
  return path.replaceAll(/%(?:[46][1-9a-f]|[57][0-9a])/gi, decodeURIComponent);
}
