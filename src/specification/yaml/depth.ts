import type { CST } from 'yaml';
import type { Issue } from '../issue.ts';
import { readingLimits } from './options.ts';

interface Waiting {
  readonly token: CST.Token;
  readonly depth: number;
}

/**
 * The first list or mapping that is nested too deeply. It is looked for in the tokens, without recursion, because
 * everything that reads them afterwards is recursive.
 */
export function depthIssue(tokens: readonly CST.Token[]): Issue | undefined {
  const waiting: Waiting[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    if (depth > readingLimits.depth) {
      const message = `nested more than ${readingLimits.depth} levels deep`;
      return { path: [], at: 'value', code: 'too-deep', message, offset: token.offset };
    }
    for (const child of inside(token)) waiting.push({ token: child, depth: depth + 1 });
  }
  return undefined;
}

function inside(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items
    .flatMap((item) => [item.key, item.value])
    .filter((child) => child !== undefined && child !== null);
}
