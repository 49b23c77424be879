import assert from 'node:assert/strict';
import type { TestAnswer } from './client.ts';

type Json = Readonly<Record<string, unknown>>;
type Get = (method: 'GET', path: string) => Promise<TestAnswer>;

/**
 * Every item of a collection in its order, page after page by their numbers, since a page may be as small as one item.
 *
 * @param path with or without a query
 */
export async function allItems(
  get: Get,
  { maxSize }: { readonly maxSize: number },
  path: string,
): Promise<readonly Json[]> {
  const all: Json[] = [];
  const sized = `${path}${path.includes('?') ? '&' : '?'}size=${String(maxSize)}`;
  for (let number = 1; ; number += 1) {
    const { status, text, body } = await get('GET', `${sized}&page=${String(number)}`);
    assert.equal(status, 200, text);
    const { items } = body as { readonly items?: readonly Json[] };
    assert.ok(items !== undefined, 'the answer is a page');
    all.push(...items);
    if (items.length < maxSize) return all;
  }
}
