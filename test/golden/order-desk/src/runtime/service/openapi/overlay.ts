import { stateOf } from '../../versioning/lifecycle.ts';
import type { ApiVersion } from '../../versioning/version.ts';

/** What the clock says of a version: documents tell it besides what was promised. */
export interface Overlay {
  /** Members of `info`. */
  readonly info: Readonly<Record<string, string>>;
}

export function overlayOf(version: ApiVersion, now: Date): Overlay {
  return {
    info: {
      'x-state': stateOf(version, now),
    },
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
