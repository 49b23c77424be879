import { splitUrl } from '../../endpoints/request-target.ts';
import { isUnversioned, type Strategy } from '../resolution.ts';
import { unknownVersion } from '../unknown-version.ts';
import type { ApiVersion } from '../version.ts';

/**
 * The first segment of the path names the version: `/v4/orders`. A major is `0|[1-9][0-9]{0,3}` behind a lower-case `v`:
 * `/v04`, `/V4` and `/v4.0` name none, and nothing is ever rounded to the nearest one.
 */
export function uriPath({ versions }: { readonly versions: readonly ApiVersion[] }): Strategy {
  const named = new Map(
    versions.map((version) => [`/v${version.label}`, { version, link: linkTo(version) }]),
  );
  return {
    resolve({ target }, now) {
      const [path, search] = splitUrl(target);
      const end = path.indexOf('/', 1);
      const found = named.get(end === -1 ? path : path.slice(0, end));
      if (found !== undefined) {
        const { version, link } = found;
        return { kind: 'resolved', version, link, path: end === -1 ? '' : path.slice(end), search };
      }
      return isUnversioned(path)
        ? { kind: 'unversioned', path, search, link: (other) => other }
        : { kind: 'refused', problem: unknownVersion(versions, now) };
    },
    link: (version, path) => linkTo(version)(path),
    describe: (version) => ({ path: linkTo(version), parameters: [] }),
  };
}

function linkTo({ label }: ApiVersion): (path: string) => string {
  return (path) => (isUnversioned(path) ? path : `/v${label}${path}`);
}
