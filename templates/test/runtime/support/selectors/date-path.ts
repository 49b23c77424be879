import { common, type Selector } from '../selector.ts';
import { versionedAddress } from '../versioned-address.ts';

/** The first segment of the path is the day of the version. */
export function datePathSelector(): Selector {
  return {
    ...common,
    selecting: (address) => ({ target: linked(address), headers: {} }),
    linked,
    absolute: (baseUrl, address) => baseUrl + linked(address),
    followed: (link) => link.replace(/^\/(?=\d{4}-\d{2}-\d{2}(?:[/?#]|$))/, '/v'),
    unknownVersionStatus: 404,
    selectedBy: 'path',
  };
}

function linked(address: string): string {
  const found = versionedAddress(address);
  if (found === undefined) return address;
  return `/${found.label}${found.path.replace(/^\/(?=$|[?#])/, '')}`;
}
