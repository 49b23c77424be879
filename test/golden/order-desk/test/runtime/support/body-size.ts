import { limits } from '../../contract.ts';

/** Whether a request may have a body: a text, or a value that is sent as JSON. */
export function isSendable(body: unknown): boolean {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return Buffer.byteLength(text) <= limits.body;
}

/** As many of the first things as a body of them may have. */
export function sendableOf<Thing>(
  things: readonly Thing[],
  bodyOf: (some: readonly Thing[]) => unknown,
): readonly Thing[] {
  const some = things.slice(0, -1);
  return things.length === 0 || isSendable(bodyOf(things)) ? things : sendableOf(some, bodyOf);
}
