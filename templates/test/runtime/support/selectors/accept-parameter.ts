import type { Newest, Selector } from '../selector.ts';
import { impliedVersion } from '../versioned-address.ts';
import { besideAddress } from './beside-address.ts';

/**
 * A parameter of the media types names the version. Each of them names it: a service that pins a version would answer in that
 * one once the named version is gone.
 */
export function acceptParameterSelector({ newest }: Newest): Selector {
  return {
    ...besideAddress(newest),
    selecting(address) {
      const found = impliedVersion(address, newest);
      if (found === undefined) return { target: address, headers: {} };
      const accept = withVersion('application/json, */*;q=0.1', found.label);
      return { target: found.path, headers: { accept } };
    },
    typed(value, address) {
      const found = impliedVersion(address, newest);
      return found === undefined ? value : withVersion(value, found.label);
    },
    plain(mediaType, address) {
      const found = impliedVersion(address, newest);
      return mediaType.replace(`; version=${found?.label ?? ''}`, '');
    },
    unknownVersionStatus: 406,
    selectedBy: 'type',
  };
}

/** Problems are the same in every version. In front of the weight, where parameters of the media type end (RFC 9110, section 12.5.1). */
function withVersion(value: string, label: string): string {
  return value.replaceAll(
    /(?<=^|[\s,])((?!application\/problem)[\w.+*-]+\/[\w.+*-]+)(?=$|[\s;,])/g,
    `$1; version=${label}`,
  );
}
