import { common, type Selector } from '../selector.ts';

/** The path names the version, as it does in the addresses of the tests. */
export function uriPathSelector(): Selector {
  return {
    ...common,
    selecting: (address) => ({ target: address, headers: {} }),
    linked: (address) => address,
    absolute: (baseUrl, address) => baseUrl + address,
    followed: (link) => link,
    unknownVersionStatus: 404,
    selectedBy: 'path',
  };
}
