import { diff3MergeRegions, diffIndices } from 'node-diff3';
import type { Conflict, Part, Versions } from './types.ts';
import { isConflict } from './parts.ts';

/** Merges by line, as diff3 does. A line that ends with CRLF is the same as one that ends with LF. */
export function mergeLines({ base, mine, next }: Versions): Part[] {
  const lines = { a: linesOf(mine), o: linesOf(base), b: linesOf(next) };
  const [a, o, b] = [lines.a.map(bare), lines.o.map(bare), lines.b.map(bare)];
  // Unchanged lines come from the person's file, which may have other line endings.
  const inMine = counterparts(o, a);
  const parts = diff3MergeRegions(a, o, b).map((region): Part => {
    if (!region.stable) {
      return settled({
        mine: textOf(lines.a, region.aStart, region.aLength),
        base: textOf(lines.o, region.oStart, region.oLength),
        next: textOf(lines.b, region.bStart, region.bLength),
      });
    }
    const { buffer, bufferStart: start, bufferLength: length } = region;
    if (buffer !== 'o') return textOf(lines[buffer], start, length);
    return lines.o
      .slice(start, start + length)
      .map((line, index) => lines.a[inMine.get(start + index) ?? -1] ?? line)
      .join('');
  });
  return parts.map((part, index) => (index === parts.length - 1 ? part : ended(part)));
}

/** Both sides may have made the same change. */
function settled(conflict: Conflict): Part {
  return bare(conflict.mine) === bare(conflict.next) ? conflict.mine : conflict;
}

/** The index of each line of `from` that is in `to` as well. */
function counterparts(from: readonly string[], to: readonly string[]): Map<number, number> {
  const result = new Map<number, number>();
  let [x, y] = [0, 0];
  const common = (end: number): void => {
    for (; x < end; x += 1, y += 1) result.set(x, y);
  };
  for (const { buffer1, buffer2 } of diffIndices([...from], [...to])) {
    common(buffer1[0]);
    [x, y] = [buffer1[0] + buffer1[1], buffer2[0] + buffer2[1]];
  }
  common(from.length);
  return result;
}

/** With their line ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function bare(text: string): string {
  return text.replaceAll(/\r?\n/g, '\n').replace(/\n$/, '');
}

function textOf(lines: readonly string[], start: number, length: number): string {
  return lines.slice(start, start + length).join('');
}

/** The last line of a file may lack its end, which it needs as soon as something follows. */
function ended(part: Part): Part {
  const end = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  if (!isConflict(part)) return end(part);
  return { mine: end(part.mine), base: end(part.base), next: end(part.next) };
}
