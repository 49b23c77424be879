import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { splitUrl } from '../../endpoints/request-target.ts';
import { isUnversioned, type Strategy, type StrategyOptions } from '../resolution.ts';
import { unknownVersion } from '../unknown-version.ts';
import type { ApiVersion } from '../version.ts';

export interface HostnameOptions extends StrategyOptions {
  /** Where the service is: its host is that of clients which name no version. */
  readonly baseUrl: string;
  /** `label`: `v4.api.acme.example`; `suffix`: `api-v4.acme.example`. */
  readonly form: 'label' | 'suffix';
}

/**
 * Each version has a host of its own. A host that is none of them, nor that of the service, is answered with 421 (RFC 9110,
 * section 15.5.20); what everybody may ask about the health of the service is not held against its host.
 */
export function hostname({ versions, pinned, baseUrl, form }: HostnameOptions): Strategy {
  const base = new URL(baseUrl);
  const baseHost = base.hostname.toLowerCase();
  const [first = '', ...rest] = baseHost.split('.');
  const hostOf = ({ label }: ApiVersion) =>
    form === 'label' ? `v${label}.${baseHost}` : [`${first}-v${label}`, ...rest].join('.');
  const named = new Map(versions.map((version) => [hostOf(version), version]));
  const silent = versions.find(({ label }) => label === pinned);

  /** Whether a host is one that a version could have. */
  const looksVersioned = (host: string) => {
    const [start = '', end = ''] =
      form === 'label' ? ['v', `.${baseHost}`] : [`${first}-v`, ['', ...rest].join('.')];
    if (!host.startsWith(start) || !host.endsWith(end)) return false;
    const between = host.slice(start.length, host.length - end.length);
    // Behind a suffix, any name belongs to another domain.
    return (form === 'label' ? /^\d/ : /^\d[\d.-]*$/).test(between);
  };

  return {
    resolve({ target, host: sent = '' }, now) {
      const [path, search] = splitUrl(target);
      const host = nameOf(sent);
      const version = host === baseHost ? silent : named.get(host);
      const isOurs = host === baseHost || looksVersioned(host);
      if (isUnversioned(path) && (isOurs || /^\/health(?:\/|$)/.test(path))) {
        return { kind: 'unversioned', path, search, link: same };
      }
      if (!isOurs) return { kind: 'refused', problem: new Problem(builtIn.misdirectedRequest) };
      return version === undefined
        ? { kind: 'refused', problem: unknownVersion(versions, now) }
        : { kind: 'resolved', version, path, search, link: same };
    },
    link: (version, path) =>
      isUnversioned(path) ? path : `${addressOf(base, hostOf(version))}${path}`,
    describe: (version) => ({
      path: same,
      parameters: [],
      server: addressOf(base, hostOf(version)),
    }),
  };
}

/** Without the port; in lower case and without the dot of the root, neither of which makes it another host. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

function addressOf(base: URL, host: string): string {
  const port = base.port === '' ? '' : `:${base.port}`;
  return `${base.protocol}//${host}${port}${base.pathname.replace(/\/$/, '')}`;
}

function same(path: string): string {
  return path;
}
