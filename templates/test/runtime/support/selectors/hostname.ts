import { common, type Newest, type Selector } from '../selector.ts';
import { remoteTarget } from '../target.ts';
import { impliedVersion, versionedAddress } from '../versioned-address.ts';

/** Versions have hosts of their own. */
export interface HostSelector extends Selector {
  /** Host and port of a version. */
  hostOf(label: string): string;
}

/** Host and port of the service as a whole. */
export function serviceHost(): string {
  const target = remoteTarget();
  return target === undefined ? 'service.test' : new URL(target.url).host;
}

export interface HostOptions extends Newest {
  /** Whether the version is a label in front, or ends the first label. */
  readonly form: 'label' | 'suffix';
}

/** The host names the version. */
export function hostnameSelector({ newest, form }: HostOptions): HostSelector {
  const hostOf = (label: string) =>
    form === 'suffix'
      ? serviceHost().replace(/^[^.:]+/, `$&-v${label}`)
      : `v${label}.${serviceHost()}`;

  return {
    ...common,
    hostOf,
    selecting(address) {
      const found = impliedVersion(address, newest);
      return found === undefined
        ? { target: address, headers: { host: serviceHost() } }
        : { target: found.path, headers: { host: hostOf(found.label) } };
    },
    linked: (address) => versionedAddress(address)?.path ?? address,
    absolute(baseUrl, address) {
      const found = versionedAddress(address);
      const { protocol, pathname } = new URL(baseUrl);
      return found === undefined
        ? baseUrl + address
        : `${protocol}//${hostOf(found.label)}${pathname.replace(/\/$/, '')}${found.path}`;
    },
    followed(link) {
      const isWhole = /^https?:/.test(link);
      const { pathname, search, host } = new URL(isWhole ? link : 'http://a');
      const label = /^(?:v|[^.]*-v)(\d[\d-]*)\./.exec(host)?.[1];
      if (label !== undefined) return `/v${label}${pathname}${search}`;
      const found = impliedVersion(link, newest);
      return found === undefined ? link : `/v${found.label}${found.path}`;
    },
    wholeService: (documented) => documented.replace(hostOf(newest), serviceHost()),
    unknownVersionStatus: 404,
    selectedBy: 'host',
  };
}
