import { isSafePattern } from 'redos-detector';
import type { IssueDetails } from '../issue.ts';
import { validateText } from './form.ts';
import { lookaheadsIn } from './lookaheads.ts';
import { scanPattern } from './pattern-scan.ts';

/**
 * Steps of the search for two ways to match the same text. Counted and not timed, so that a file is checked alike on
 * every machine; 800 steps take some milliseconds.
 */
const searchLimits = { maxSteps: 800, maxScore: 50, timeout: Number.MAX_SAFE_INTEGER };

/** Each of them is searched on its own. */
const maxLookaheads = 10;

const validated = new Map<string, IssueDetails | undefined>();

/** A regular expression that every reader of the interface can use and that no input can make slow. */
export function validatePattern(pattern: string): IssueDetails | undefined {
  if (!validated.has(pattern)) {
    if (validated.size >= 2000) validated.clear();
    validated.set(pattern, validate(pattern));
  }
  return validated.get(pattern);
}

function validate(pattern: string): IssueDetails | undefined {
  const length = validateText(pattern, 500);
  if (length !== undefined) return length;
  const broken = compileError(pattern);
  if (broken !== undefined) return refuse(`the pattern is no regular expression: ${broken}`);
  const scan = scanPattern(pattern);
  if (scan.refused !== undefined) return refuse(`the pattern uses ${scan.refused}`);
  const { reading, isRepeated } = lookaheadsIn(scan.plain);
  if (reading.length > maxLookaheads) {
    return refuse(`the pattern has more than ${maxLookaheads} lookaheads`);
  }
  if (isFast(scan.plain)) {
    if (!isRepeated && reading.every(isFast)) return undefined;
    return {
      code: 'slow-pattern',
      message:
        'some input would make the pattern slow, because a lookahead reads on from each of many places; put it at the start, right behind ^, give its repeats an upper limit of 10, or check the value in code',
    };
  }
  const anchor = pattern.startsWith('^') ? '' : 'start it with ^, ';
  return {
    code: 'slow-pattern',
    message: `some input would make the pattern slow, because two of its repeats can match the same characters; ${anchor}put a character between them that neither matches, give them an upper limit, or check the value in code`,
  };
}

function refuse(message: string): IssueDetails {
  return { code: 'pattern', message };
}

/** Why this is no regular expression; undefined where it is one. */
export function compileError(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/^.*\/u: /s, '').toLowerCase();
  }
}

function isFast(pattern: string): boolean {
  try {
    return isSafePattern(pattern, { unicode: true, ...searchLimits }).safe;
  } catch {
    return false;
  }
}
