import { common, type Selector } from '../selector.ts';
import { impliedVersion, versionedAddress } from '../versioned-address.ts';

/** Path of an address, whatever its version. */
const linked = (address: string) => versionedAddress(address)?.path ?? address;

/**
 * What all selectors share that name the version beside the address: links and addresses are the same in all versions.
 *
 * @param newest label of the version of the tests
 */
export function besideAddress(newest: string) {
  return {
    ...common,
    linked,
    absolute: (baseUrl: string, address: string) => baseUrl + linked(address),
    followed(link: string) {
      const found = impliedVersion(link, newest);
      return found === undefined ? link : `/v${found.label}${found.path}`;
    },
  } satisfies Partial<Selector>;
}
