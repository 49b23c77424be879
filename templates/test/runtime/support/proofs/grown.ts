import assert from 'node:assert/strict';
import { isObject } from '../answer-members.ts';

/** Bounds that may become wider. */
const wider: ReadonlySet<string> = new Set(['maxItems', 'maximum', 'maxLength']);

/**
 * Fails unless a part of a document says what it said, or more: further values of an enumeration, further members, a bound that
 * is wider.
 *
 * @param at where it stands, for the message
 */
export function assertGrown(now: unknown, then: unknown, at: string): void {
  const key = at.slice(at.lastIndexOf('/') + 1);
  // Descriptions may change: they also explain what is new.
  if (key === 'description' && !isObject(then)) return;
  if (Array.isArray(now) && Array.isArray(then)) {
    if (key === 'enum' || key === 'default') {
      const missing = then.filter((each: unknown) => !now.includes(each));
      assert.deepEqual(missing, [], at);
      return;
    }
    assert.equal(now.length, then.length, at);
    for (const [index, each] of then.entries()) assertGrown(now[index], each, `${at}/${index}`);
    return;
  }
  if (!isObject(now) || !isObject(then)) {
    if (wider.has(key) && Number(now) > Number(then)) return;
    assert.deepEqual(now, then, at);
    return;
  }
  for (const [name, each] of Object.entries(then)) assertGrown(now[name], each, `${at}/${name}`);
  if (key === 'properties') return;
  const further = Object.keys(now).filter((name) => !(name in then));
  assert.deepEqual(further, [], `${at} says what it did not say`);
}
