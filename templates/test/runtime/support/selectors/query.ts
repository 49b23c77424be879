import { common, type Newest, type Selector } from '../selector.ts';
import { impliedVersion, versionedAddress, type VersionedAddress } from '../versioned-address.ts';

export interface QueryOptions extends Newest {
  /** Name of the parameter. */
  readonly parameter: string;
}

/** A parameter of the query names the version. */
export function querySelector({ newest, parameter }: QueryOptions): Selector {
  const namesVersion = new RegExp(`[?&]${parameter}=`);

  function naming({ label, path }: VersionedAddress): string {
    const [, before = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(path) ?? [];
    const separator = before.includes('?') ? (/[?&]$/.test(before) ? '' : '&') : '?';
    return `${before}${separator}${parameter}=${label}${fragment}`;
  }

  function linked(address: string): string {
    const found = versionedAddress(address);
    return found === undefined ? address : naming(found);
  }

  return {
    ...common,
    selecting(address) {
      const found = namesVersion.test(address)
        ? versionedAddress(address)
        : impliedVersion(address, newest);
      return { target: found === undefined ? address : naming(found), headers: {} };
    },
    linked,
    absolute: (baseUrl, address) => baseUrl + linked(address),
    followed(link) {
      const [, before = '', first = '', label, rest = ''] =
        new RegExp(`^([^?]*)([?](?:.*&)?)${parameter}=([^&#{]*)(.*)$`, 's').exec(link) ?? [];
      if (label === undefined) {
        const found = impliedVersion(link, newest);
        return found === undefined ? link : `/v${found.label}${found.path}`;
      }
      // A template goes on with its parameters (RFC 6570, section 3.2.9).
      const query = `${first}${rest.replace(/^&/, '')}`
        .replace(/[?&](?=$|#)/, '')
        .replace('?{&', '{?');
      return `/v${label}${before}${query}`;
    },
    unknownVersionStatus: 400,
    ownParameters: [parameter],
    selectedBy: 'query',
  };
}
