import type { LineCounter } from 'yaml';
import type { Issue, Path } from './issue.ts';
import type { Mistake } from './mistake.ts';
import { defined } from './plain.ts';
import { harmless } from './shown.ts';
import type { Place } from './yaml/tree.ts';

/** Where a path ends, or where the last part of it that exists does. */
export function placeOf(path: Path, root: Place): Place {
  let place = root;
  for (const key of path) {
    const child = place.children.get(key);
    if (child === undefined) break;
    place = child;
  }
  return place;
}

/** The offset of an issue: of the key or the value, and of the nearest thing above it where neither exists. */
export function offsetOf(issue: Issue, root: Place): number {
  if (issue.offset !== undefined) return issue.offset;
  const place = placeOf(issue.path, root);
  const exists = placeExists(issue.path, root);
  return issue.at === 'value' && exists ? place.start : (place.key ?? place.start);
}

export function placeExists(path: Path, root: Place): boolean {
  let place: Place | undefined = root;
  for (const key of path) place = place?.children.get(key);
  return place !== undefined;
}

/** An issue with its line and column. */
export function mistakeAt(issue: Issue, offset: number, file: string, lines: LineCounter): Mistake {
  const { line, col } = lines.linePos(offset);
  const { path, code, found, allowed, suggestion } = issue;
  const position = { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  const message = harmless(issue.message);
  return { ...position, path, code, message, ...defined({ found, allowed, suggestion }) };
}
