import { UnsafePathError } from './errors.ts';

/** By UTF-16 code units: the same order in every locale. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The directories above a relative path, outermost first: `a/b/c` → `a`, `a/b`. */
export function directoriesOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** The directories above any of the paths, without duplicates, each after those that hold it. */
export function allDirectoriesOf(paths: Iterable<string>): string[] {
  return [...new Set([...paths].flatMap(directoriesOf))].sort(compare);
}

/** Throws UnsafePathError unless the path stays inside the destination and can exist on every common file system. */
export function assertSafePath(path: string): void {
  const problem = path.split('/').map(problemOf).find(Boolean);
  if (problem !== undefined) throw new UnsafePathError(path, problem);
}

/** Throws UnsafePathError if two paths are one on a file system that ignores case, or one is a directory of the other. */
export function assertDistinct(paths: Iterable<string>): void {
  const files = new Map<string, string>();
  for (const path of paths) {
    const other = files.get(fold(path));
    if (other !== undefined) throw new UnsafePathError(path, `it collides with ${other}`);
    files.set(fold(path), path);
  }
  const directories = new Map<string, string>();
  for (const path of files.values()) {
    for (const directory of directoriesOf(path)) {
      const file = files.get(fold(directory));
      if (file !== undefined) throw new UnsafePathError(path, `the file ${file} is in its way`);
      const other = directories.get(fold(directory)) ?? directory;
      if (other !== directory) throw new UnsafePathError(path, `it collides with ${other}/`);
      directories.set(fold(directory), directory);
    }
  }
}

/** Segments without a problem: the files of a service are in few directories. */
const sound = new Set<string>();

const FORBIDDEN = /[<>:"|?*\\]/;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;
/** A file name holds 255 bytes; room for what other tools append has to be left. */
const LONGEST = 240;

function problemOf(segment: string): string | undefined {
  if (sound.has(segment)) return undefined;
  const problem = findProblem(segment);
  if (problem === undefined) sound.add(segment);
  return problem;
}

function findProblem(segment: string): string | undefined {
  if (segment === '') return 'it is absolute or has an empty segment';
  if (segment === '.' || segment === '..') return `it has the segment "${segment}"`;
  if (FORBIDDEN.test(segment)) return 'it has one of \\ < > : " | ? *';
  if (!segment.isWellFormed() || hasControl(segment)) return 'it has a control character';
  if (/[. ]$/.test(segment)) return 'a segment ends with a dot or a space';
  if (DEVICE.test(segment)) return `${segment} is a device on Windows`;
  if (/^(\.git|git~\d+)$/i.test(segment)) return "it lies in git's own folder";
  if (segment.normalize('NFC') !== segment) return 'it is not in Unicode normal form C';
  if (Buffer.byteLength(segment) > LONGEST) return `a segment is longer than ${LONGEST} bytes`;
  return undefined;
}

function hasControl(segment: string): boolean {
  return [...segment].some((character) => character < ' ' || character === '\u007F');
}

function fold(path: string): string {
  return path.toLowerCase().toUpperCase();
}
