import type { Newest, Selector } from '../selector.ts';
import { impliedVersion } from '../versioned-address.ts';
import { besideAddress } from './beside-address.ts';

export interface FlagOptions extends Newest {
  /** Flags without which clients get another shape, as the header lists them; empty where there is none. */
  readonly changing: string;
}

/**
 * There is one version. What is stored has the shape that all flags give together, which the tests ask for unless they are
 * about it.
 */
export function featureFlagsSelector({ newest, changing }: FlagOptions): Selector {
  const all = changing === '' ? {} : { 'x-api-features': changing };
  return {
    ...besideAddress(newest),
    selecting(address) {
      const found = impliedVersion(address, newest);
      if (found === undefined) return { target: address, headers: {} };
      // Another version is as unknown as a flag that does not exist.
      const other = { 'x-api-features': `v${found.label}` };
      return { target: found.path, headers: found.label === newest ? all : other };
    },
    unknownVersionStatus: 400,
    ownParameters: ['features'],
    selectedBy: 'features',
  };
}
