import { splitUrl } from '../../endpoints/request-target.ts';
import { isUnversioned, type Strategy } from '../resolution.ts';
import { unknownVersion } from '../unknown-version.ts';
import type { ApiVersion } from '../version.ts';

/**
 * The first segment of the path is the day of the version: `/2026-03-01/orders`. It has to be the day of one; one between
 * two of them is none.
 */
export function datePath({ versions }: { readonly versions: readonly ApiVersion[] }): Strategy {
  const named = new Map(
    versions.map((version) => [version.label, { version, link: linkTo(version) }]),
  );
  return {
    resolve({ target }, now) {
      const [path, search] = splitUrl(target);
      const [segment = '', label = ''] = /^\/(\d{4}-\d{2}-\d{2})(?=\/|$)/.exec(path) ?? [];
      const found = named.get(label);
      if (found !== undefined) {
        return { kind: 'resolved', ...found, path: path.slice(segment.length), search };
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
  return (path) => (isUnversioned(path) ? path : `/${label}${path}`);
}
