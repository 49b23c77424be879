import type { Newest, Selector } from '../selector.ts';
import { impliedVersion } from '../versioned-address.ts';
import { besideAddress } from './beside-address.ts';

/** A header names the version. */
export function headerSelector({ newest }: Newest): Selector {
  return {
    ...besideAddress(newest),
    selecting(address) {
      const found = impliedVersion(address, newest);
      return found === undefined
        ? { target: address, headers: {} }
        : { target: found.path, headers: { 'x-api-version': found.label } };
    },
    unknownVersionStatus: 400,
    selectedBy: 'header',
  };
}
