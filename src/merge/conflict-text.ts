import { isConflict } from './parts.ts';
import type { Part } from './types.ts';

const MINE = '<<<<<<< yours';
const BASE = '||||||| as generated before';
const MIDDLE = '=======';
const NEXT = '>>>>>>> as generated now';

/** A place in a merged text that a person has to decide; `line` counts from 1 and is that of the first mark. */
export interface Place {
  readonly line: number;
  readonly mine: string;
  readonly base: string;
  readonly next: string;
}

/** The merged text with its conflicts marked as `git merge-file --diff3` marks them, and where they are. */
export function conflictText(parts: readonly Part[]): { text: string; places: Place[] } {
  const places: Place[] = [];
  let text = '';
  for (const part of parts) {
    if (!isConflict(part)) {
      text += part;
      continue;
    }
    places.push({ line: text.split('\n').length, ...part });
    const { mine, base, next } = part;
    const marked = [MINE, mine, BASE, base, MIDDLE, next, NEXT].map(ended);
    text += marked.join('');
  }
  return { text, places };
}

/** Lines, counted from 1, on which marks are left. A line of `=` alone may be anything and does not count. */
export function marksIn(text: string): number[] {
  return text
    .split(/\r?\n/)
    .flatMap((line, index) =>
      [MINE, BASE, NEXT].some((mark) => line === mark) ? [index + 1] : [],
    );
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
