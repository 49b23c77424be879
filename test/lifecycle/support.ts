import assert from 'node:assert/strict';
import type { Command, Edited } from '../../src/lifecycle/index.ts';

/** Three versions of which each is followed by the next, and comments that nobody may lose. */
export const text = `service:
  name: address-book
resources:
  person:
    fields:
      name: { type: string, required: true }
versioning:
  # Told by mail as well.
  versions:
    1: { released: 2020-01-01, maintained: 2022-01-01 } # the first
    2:
      released: 2022-01-01
      # Partners have it until their contracts end.
      maintained: 2024-01-01
    3: { released: 2024-01-01 }
`;

export const today = '2026-06-01';

export function command(more: Partial<Command> = {}): Command {
  return { text, file: 'service.yaml', today, ...more };
}

/** The text that a command leaves; fails where it refused. */
export function textOf(edited: Edited): string {
  assert.ok(edited.ok, JSON.stringify(edited));
  return edited.text;
}

/** The rules by which a command refused. */
export function rulesOf(edited: Edited): string[] {
  assert.ok(!edited.ok, 'it was refused');
  assert.deepEqual(edited.mistakes ?? [], []);
  return edited.refusals.map(({ rule }) => rule);
}

/** The text after one command after the other, each on its day. */
export function after(
  start: string,
  ...steps: readonly (readonly [day: string, (given: Command) => Edited])[]
): string {
  return steps.reduce(
    (given, [day, step]) => textOf(step(command({ text: given, today: day }))),
    start,
  );
}
