/** An API version as the service knows it. */
export interface ApiVersion {
  readonly major: number;
  /** Day on which it was released, `YYYY-MM-DD`; absent: a draft, which may still change. */
  readonly released?: string;
}

export type VersionState = 'draft' | 'active';

/** State of a version at an instant. It follows from the dates and the clock alone. */
export function stateOf(version: ApiVersion, now: Date): VersionState {
  return version.released !== undefined && now.toISOString().slice(0, 10) >= version.released
    ? 'active'
    : 'draft';
}

/** What a link needs in front of a path: the version is the first segment. */
export function prefixOf(version: ApiVersion): string {
  return `/v${String(version.major)}`;
}

export type Resolution =
  | { readonly kind: 'resolved'; readonly version: ApiVersion }
  /** The first segment looks like a version, and none of that number exists. */
  | { readonly kind: 'unknown' }
  /** The path names no version at all. */
  | { readonly kind: 'absent' };

/**
 * The version that a path names. A major is `0|[1-9][0-9]{0,3}` behind a lower-case `v`: `/v01`, `/V1` and
 * `/v1.0` name none, and nothing is ever rounded to the nearest one.
 */
export function resolveVersion(path: string, versions: readonly ApiVersion[]): Resolution {
  const major = /^\/v(0|[1-9][0-9]{0,3})(?:\/|$)/.exec(path)?.[1];
  if (major === undefined) return { kind: /^\/v[0-9]/i.test(path) ? 'unknown' : 'absent' };
  const version = versions.find((candidate) => candidate.major === Number(major));
  return version === undefined ? { kind: 'unknown' } : { kind: 'resolved', version };
}
