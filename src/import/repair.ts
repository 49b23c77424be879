import { valueIssues } from '../specification/all-issues.ts';
import type { Issue, Path } from '../specification/issue.ts';
import { isMapping, own } from '../specification/plain.ts';
import { shownPath } from '../specification/shown.ts';
import type { Draft } from './context.ts';

/** Rounds of taking away what is refused: one thing taken away may make others wrong. */
const mostRounds = 60;

/**
 * Takes away what the validator refuses, until nothing is.
 *
 * @param tell what was taken away, from where in the specification, and why
 * @returns whether that came to an end
 */
export function repair(specification: Draft, tell: (made: Path, message: string) => void): boolean {
  for (let round = 0; round < mostRounds; round += 1) {
    const issues = valueIssues(specification);
    if (issues.length === 0) return true;
    // From the back, so that positions in lists stay right.
    const inOrder = issues.toSorted((one, other) => comparePaths(other.path, one.path));
    const changed = inOrder.filter((issue) => mend(specification, issue, tell));
    if (changed.length === 0) return false;
  }
  return false;
}

function comparePaths(one: Path, other: Path): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one[at], other[at]];
    if (a === b) continue;
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return String(a) < String(b) ? -1 : 1;
  }
  return one.length - other.length;
}

/** Keys without which a field says nothing. */
const essential = new Set(['type', 'to', 'items', 'values', 'fields']);

function mend(root: Draft, issue: Issue, tell: (made: Path, message: string) => void): boolean {
  const { path, code, message } = issue;
  if (code === 'reference-cycle') {
    const field = valueAt(root, path.slice(0, -1));
    if (!isMapping(field) || field['required'] !== true) return false;
    delete field['required'];
    tell(path, `${shownPath(path.slice(0, -1))} is not required: ${message}`);
    return true;
  }
  if (code === 'object-depth') {
    const holder = valueAt(root, path.slice(0, -1));
    const name = path.at(-1);
    if (!isMapping(holder) || name === undefined) return false;
    holder[name] = { type: 'json' };
    tell(path, `${shownPath(path)} is any JSON value: ${message}`);
    return true;
  }
  const last = path.at(-1);
  const isEssential =
    typeof last === 'string' && essential.has(last) && isField(valueAt(root, path.slice(0, -1)));
  const target = isEssential ? path.slice(0, -1) : path;
  if (!removeAt(root, target)) return false;
  tell(path, `${shownPath(target)} is left out: ${message}`);
  return true;
}

function isField(value: unknown): boolean {
  return isMapping(value) && typeof own(value, 'type') === 'string';
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (Array.isArray(value)) value = (value as unknown[])[Number(key)];
    else value = isMapping(value) ? own(value, String(key)) : undefined;
  }
  return value;
}

/** Removes what is at a path, or the nearest above it that exists; and what holds it, where that would leave nothing. */
function removeAt(root: Draft, path: Path): boolean {
  for (let length = path.length; length > 0; length -= 1) {
    const holder = valueAt(root, path.slice(0, length - 1));
    const key = path[length - 1];
    if (key === undefined) return false;
    if (Array.isArray(holder)) {
      if (Number(key) >= holder.length) continue;
      holder.splice(Number(key), 1);
      if (holder.length > 0) return true;
    } else if (isMapping(holder) && Object.hasOwn(holder, key)) {
      delete holder[key];
      if (Object.keys(holder).length > 0 || length === 1) return true;
    }
  }
  return false;
}
