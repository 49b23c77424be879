import type { Conflict, Part } from './types.ts';

export function isConflict(part: Part): part is Conflict {
  return typeof part !== 'string';
}

/** The text of merged parts; undefined if there is a conflict among them. */
export function cleanText(parts: readonly Part[]): string | undefined {
  return parts.some(isConflict) ? undefined : parts.join('');
}

/** The text with each conflict decided by `choose`. */
export function textWith(parts: readonly Part[], choose: (conflict: Conflict) => string): string {
  return parts.map((part) => (isConflict(part) ? choose(part) : part)).join('');
}

/** Both sides of a conflict, one after the other. */
export function bothOf({ mine, next }: Conflict): string {
  return mine === '' || mine.endsWith('\n') ? `${mine}${next}` : `${mine}\n${next}`;
}

/** The same parts, in which every conflict begins and ends with a line. */
export function wholeLines(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) append(result, part);
  return result;
}

function append(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (part === '') return;
  if (last === undefined) parts.push(part);
  else if (isConflict(part)) appendConflict(parts, last, part);
  else if (isConflict(last)) appendText(parts, last, part);
  else parts[parts.length - 1] = last + part;
}

function appendConflict(parts: Part[], last: Part, part: Conflict): void {
  if (isConflict(last)) {
    parts[parts.length - 1] = mapSides(last, part, (a, b) => a + b);
    return;
  }
  const line = last.lastIndexOf('\n') + 1;
  const begun = last.slice(line);
  if (begun === '') {
    parts.push(part);
    return;
  }
  if (line === 0) parts.pop();
  else parts[parts.length - 1] = last.slice(0, line);
  append(
    parts,
    mapSides(part, part, (side) => begun + side),
  );
}

function appendText(parts: Part[], last: Conflict, text: string): void {
  const isWhole = [last.mine, last.base, last.next].every(
    (side) => side === '' || side.endsWith('\n'),
  );
  const end = isWhole ? 0 : text.indexOf('\n') + 1;
  const tail = isWhole ? '' : text.slice(0, end === 0 ? text.length : end);
  parts[parts.length - 1] = mapSides(last, last, (side) => side + tail);
  if (tail.length < text.length) parts.push(text.slice(tail.length));
}

function mapSides(a: Conflict, b: Conflict, join: (a: string, b: string) => string): Conflict {
  return { mine: join(a.mine, b.mine), base: join(a.base, b.base), next: join(a.next, b.next) };
}
