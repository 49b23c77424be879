import type { Exchange } from '../../test/runtime/support/recordings.ts';

const numbered = /\{(cursor|id|instant|issuer|tag)-\d+\}/g;

/**
 * Exchanges whose placeholders are numbered in the order in which answers bring them about, without gaps: what is repeated from
 * them counts in this way.
 */
export function inOrderOfAppearance(exchanges: readonly Exchange[]): readonly Exchange[] {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [name, kind = ''] of JSON.stringify(exchanges.map(({ answer }) => answer)).matchAll(
    numbered,
  )) {
    if (names.has(name)) continue;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(name, `{${kind}-${String(count)}}`);
  }
  const text = JSON.stringify(exchanges);
  return JSON.parse(text.replaceAll(numbered, (name) => names.get(name) ?? name)) as Exchange[];
}
