import { isAnnounced, isReprieved, stateOf } from '../../versioning/lifecycle.ts';
import type { ApiVersion } from '../../versioning/version.ts';

/** What the clock says of a version: documents tell it besides what was promised. */
export interface Overlay {
  /** Members of `info`. */
  readonly info: Readonly<Record<string, string>>;
  /** From the announcement of its end on, as long as that is not taken back. */
  readonly isDeprecated: boolean;
}

export function overlayOf(version: ApiVersion, now: Date): Overlay {
  const { deprecated, sunset } = version;
  const isEnding = isAnnounced(version, now);
  const isDeprecated = isEnding && !isReprieved(version, now);
  return {
    info: {
      'x-state': stateOf(version, now),
      ...(isDeprecated && deprecated !== undefined ? { 'x-deprecated': deprecated } : {}),
      ...(isEnding && sunset !== undefined ? { 'x-sunset': sunset } : {}),
    },
    isDeprecated,
  };
}

/** A document of a version: written when it is first asked for, and anew when the clock says something else. */
export function documentOf(
  version: ApiVersion,
  write: (overlay: Overlay) => object,
): (now: Date) => Buffer {
  const texts = new Map<string, Buffer>();
  return (now) => {
    const overlay = overlayOf(version, now);
    const key = JSON.stringify(overlay);
    const text = texts.get(key) ?? Buffer.from(JSON.stringify(write(overlay)));
    texts.set(key, text);
    return text;
  };
}
