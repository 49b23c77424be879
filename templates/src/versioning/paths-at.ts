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
  const pairs = [...templates]
    .map(([newest, older]): [string[], string[]] => [anonymous(newest), anonymous(older)])
    .filter(([newest, older]) => newest.join('/') !== older.join('/'));
  if (pairs.length === 0) return samePaths;
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

function translator(pairs: readonly (readonly [string[], string[]])[]): (path: string) => string {
  const known = new Map(pairs.map(([from, to]) => [from.join('/'), to]));
  return (path) => {
    const end = path.indexOf('?');
    const segments = (end === -1 ? path : path.slice(0, end)).split('/');
    const to = known.get(patternOf(segments));
    if (to === undefined) return path;
    const found = to.map((segment, index) => (segment === '' ? (segments[index] ?? '') : segment));
    return found.join('/') + (end === -1 ? '' : path.slice(end));
  };
}
