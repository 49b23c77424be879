import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { givenUp, versions } from '../../contract.ts';
import type { ApiVersion } from '../../../src/runtime/versioning/version.ts';
import type { Recordings } from './recordings.ts';
import type { CarriedRows } from './stored-rows.ts';

/** What was promised to clients, frozen with each release. */
export const contracts = new URL('../../../contracts/', import.meta.url);

/** One release of a version. */
export interface FrozenRelease {
  /** `v4/4.1.0` */
  readonly directory: string;
  readonly version: ApiVersion;
  readonly recordings: Recordings;
  /** Absent: an older generator froze it. */
  readonly rows?: CarriedRows;
}

/** Files of releases, relative to the directory, in the order of their paths. */
export function frozenFiles(): readonly string[] {
  if (!existsSync(contracts)) return [];
  return readdirSync(contracts, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^v[\d-]+\/[^/]+\/[^/]+\.json$/.test(path))
    .toSorted();
}

/** Versions that are answered with 410 for good. */
const gone: ReadonlySet<string> = new Set(givenUp);

/** The releases of the versions that have not been given up. */
export function liveReleases(): readonly FrozenRelease[] {
  return frozenFiles().flatMap((path) => {
    const [, directory = '', label = ''] =
      /^(v([\d-]+)\/[^/]+)\/recordings\.json$/.exec(path) ?? [];
    const version = versions.find((each) => each.label === label);
    if (version === undefined || gone.has(label)) return [];
    const recordings = JSON.parse(readFileSync(new URL(path, contracts), 'utf8')) as Recordings;
    const beside = new URL(`${directory}/rows.json`, contracts);
    if (!existsSync(beside)) return [{ directory, version, recordings }];
    const rows = JSON.parse(readFileSync(beside, 'utf8')) as CarriedRows;
    return [{ directory, version, recordings, rows }];
  });
}
