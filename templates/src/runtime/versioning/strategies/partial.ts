import { splitUrl } from '../../endpoints/request-target.ts';
import { isUnversioned, type Strategy, type StrategyOptions } from '../resolution.ts';
import { unknownVersion } from '../unknown-version.ts';
import { isRetired, type ApiVersion } from '../version.ts';

export interface PartialOptions extends StrategyOptions {
  /** Paths of the collections that have versions, as any version calls them: `/orders/{orderId}/items`. */
  readonly collections: readonly string[];
}

/**
 * Some collections have versions, behind the first segment of their paths: `/orders/v4/7/items`, and `/orders/v4/items` for
 * those of all orders. All else has none, and no identifier looks like one.
 */
export function partial({ versions, pinned, collections }: PartialOptions): Strategy {
  const named = new Map(versions.map((version) => [version.label, version]));
  const roots = new Set(collections.map((path) => path.split('/')[1]));
  const versioned = collections.map((path) => new RegExp(`^${patternOf(path)}(?=[/?]|$)`));
  const across = collections.map((path) => new RegExp(`^${acrossOf(path)}(?=[/?]|$)`));
  const isVersioned = (path: string) =>
    [...versioned, ...across].some((pattern) => pattern.test(path));
  const linkTo =
    ({ label }: ApiVersion) =>
    (path: string) =>
      isVersioned(path) ? path.replace(/^\/[^/]+/, (root) => `${root}/v${label}`) : path;
  return {
    resolve({ target }, now) {
      const [path, search] = splitUrl(target);
      const [, root = '', second = '', rest = ''] =
        /^\/([^/]+)\/(v\d[^/]*)(\/.*)?$/i.exec(path) ?? [];
      if (roots.has(root)) {
        const label = /^v(0|[1-9]\d{0,3})$/.exec(second)?.[1] ?? '';
        const version = named.get(label);
        return version === undefined
          ? { kind: 'refused', problem: unknownVersion(versions, now) }
          : { kind: 'resolved', version, path: `/${root}${rest}`, search, link: linkTo(version) };
      }
      if (!isUnversioned(path) && versioned.some((pattern) => pattern.test(path))) {
        return { kind: 'refused', problem: unknownVersion(versions, now) };
      }
      // What has no version leads into the one that is pinned, or else into the newest that is served.
      const usual =
        named.get(pinned ?? '') ??
        versions.findLast(
          (version) => version.released !== undefined && !isRetired(version, now),
        ) ??
        versions.at(-1);
      return {
        kind: 'unversioned',
        path,
        search,
        link: usual === undefined ? (other) => other : linkTo(usual),
      };
    },
    link: (version, path) => linkTo(version)(path),
    isVersioned,
    describe: (version) => ({ path: linkTo(version), parameters: [] }),
  };
}

/** `/orders/{orderId}/items` with anything in the place of the identifier. */
function patternOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '[^/]+');
}

/** `/orders/items` */
function acrossOf(path: string): string {
  return path.replaceAll(/\/\{\w+\}/g, '');
}
