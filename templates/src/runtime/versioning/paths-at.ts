/** Paths of two versions, each as one of the other. A query behind a path stays as it is. */
export interface Paths {
  /** A path of the newest version as one of the older. */
  toOlder(path: string): string;
  /** A path of the older version as one of the newest. */
  toNewest(path: string): string;
}

/** What is the same in both versions. */
export const samePaths: Paths = { toOlder: (path) => path, toNewest: (path) => path };

/** @param templates pairs of paths with placeholders: of the newest version, of the older one */
export function pathsOf(templates: Iterable<readonly [newest: string, older: string]>): Paths {
  const pairs = [...templates];
  if (pairs.every(([newest, older]) => newest === older)) return samePaths;
  return {
    toOlder: translator(pairs),
    toNewest: translator(pairs.map(([newest, older]) => [older, newest])),
  };
}

/** Segments, with nothing in the place of each placeholder. */
function anonymous(template: string): string[] {
  return template.split('/').map((segment) => (segment.startsWith('{') ? '' : segment));
}

/** Collections and identifiers take turns, so that a path is known by every other segment. */
export function patternOf(segments: readonly string[]): string {
  return segments.map((segment, index) => (index % 2 === 1 ? segment : '')).join('/');
}

function translator(pairs: readonly (readonly [string, string])[]): (path: string) => string {
  const changed = pairs.filter(([from, to]) => from !== to);
  // An answer has several links, and most of them lead to what is the same: the first characters tell.
  const beginnings = [...new Set(changed.map(([from]) => from.replace(/\{.*/, '')))];
  // A collection is known as it is, without a look at its segments.
  const fixed = new Map(changed.filter(([from]) => !from.includes('{')));
  const known = new Map(
    changed
      .map(([from, to]) => [anonymous(from), anonymous(to)] as const)
      .map(([from, to]) => [from.join('/'), to]),
  );
  const filled = (path: string) => {
    const segments = path.split('/');
    const to = known.get(patternOf(segments));
    return to === undefined
      ? path
      : to.map((segment, index) => (segment === '' ? (segments[index] ?? '') : segment)).join('/');
  };
  return (path) => {
    if (!beginnings.some((beginning) => path.startsWith(beginning))) return path;
    const end = path.indexOf('?');
    const place = end === -1 ? path : path.slice(0, end);
    const found = fixed.get(place) ?? filled(place);
    return end === -1 ? found : found + path.slice(end);
  };
}
