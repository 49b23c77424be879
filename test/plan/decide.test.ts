import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../src/plan/decide.ts';
import type { Entry } from '../../src/plan/disk.ts';
import type { LockEntry, OutputFile, Ownership } from '../../src/plan/index.ts';
import { readContent, sha256 } from '../../src/plan/text.ts';

type Side = string | undefined;
const LINK = '→';
const FOLDER = '/';

/** A row: class when last generated and text, what is on the disk, class now and text, what happens. */
type Row = readonly [
  was: readonly [Ownership, string, 'deleted'?] | undefined,
  disk: Side,
  next: readonly [Ownership, string] | undefined,
  expected: string,
];

const ROWS: readonly Row[] = [
  [undefined, undefined, ['generated', 'N'], 'create'],
  [undefined, 'N', ['generated', 'N'], 'unchanged'],
  [undefined, 'X', ['generated', 'N'], 'foreign!'],
  [undefined, 'X', ['owned', 'N'], 'keep'],
  [undefined, LINK, ['owned', 'N'], 'link!'],
  [undefined, 'N', ['owned', 'N'], 'unchanged'],
  [undefined, LINK, ['generated', 'N'], 'link!'],
  [undefined, FOLDER, ['generated', 'N'], 'not-a-file!'],
  [['generated', 'B'], 'B', ['generated', 'N'], 'rewrite'],
  [['generated', 'B'], 'B', ['generated', 'B'], 'unchanged'],
  [['generated', 'B'], 'N', ['generated', 'N'], 'unchanged'],
  [['generated', 'B'], 'X', ['generated', 'N'], 'merge'],
  [['generated', 'B'], 'X', ['generated', 'B'], 'keep'],
  [['generated', 'B'], undefined, ['generated', 'N'], 'deleted-by-user'],
  [['generated', 'B', 'deleted'], undefined, ['generated', 'N'], 'deleted-by-user'],
  [['generated', 'B', 'deleted'], 'B', ['generated', 'N'], 'rewrite'],
  [['generated', 'B', 'deleted'], 'X', ['generated', 'N'], 'merge'],
  [['generated', 'B'], LINK, ['generated', 'N'], 'link!'],
  [['generated', 'B'], FOLDER, ['generated', 'N'], 'not-a-file!'],
  [['generated', 'B'], 'B', undefined, 'delete'],
  [['generated', 'B'], 'X', undefined, 'leave: edited'],
  [['generated', 'B'], LINK, undefined, 'leave: link'],
  [['generated', 'B'], undefined, undefined, 'forget'],
  [['generated', 'B', 'deleted'], undefined, undefined, 'remember-deleted'],
  [['owned', 'B'], 'B', ['owned', 'N'], 'keep'],
  [['owned', 'B'], 'X', ['owned', 'N'], 'keep'],
  [['owned', 'B'], LINK, ['owned', 'N'], 'keep'],
  [['owned', 'B'], undefined, ['owned', 'N'], 'deleted-by-user'],
  [['owned', 'B'], 'B', undefined, 'leave: owned'],
  [['generated', 'B'], 'B', ['owned', 'N'], 'rewrite'],
  [['generated', 'B'], 'X', ['owned', 'N'], 'keep'],
  [['owned', 'B'], 'B', ['generated', 'N'], 'rewrite'],
  [['owned', 'B'], 'X', ['generated', 'N'], 'edited!'],
  [['frozen', 'B'], 'B', ['frozen', 'N'], 'keep'],
  [['frozen', 'B'], 'X', ['frozen', 'B'], 'edited!'],
  [['generated', 'B'], 'B', ['frozen', 'N'], 'rewrite'],
  [['frozen', 'B'], 'B', undefined, 'leave: frozen'],
  [['history', 'B'], 'B', ['history', 'BN'], 'rewrite'],
  [['history', 'B'], 'X', ['history', 'BN'], 'edited!'],
  [['history', 'B'], 'X', ['history', 'B'], 'keep'],
  [['history', 'B'], 'B', undefined, 'unchanged'],
  [['history', 'B'], 'X', undefined, 'keep'],
  [['history', 'B'], undefined, undefined, 'deleted-by-user'],
];

for (const [was, disk, next, expected] of ROWS) {
  test(`last ${show(was)}, now ${disk ?? 'nothing'}, next ${show(next)}: ${expected}`, () => {
    const sides = { recorded: recordedOf(was), disk: entryOf(disk), next: outputOf(next) };
    const decision = decide({ ...sides, restore: false, drop: false });
    const detail = 'because' in decision ? `: ${decision.because}` : '';
    const shown =
      decision.action === 'obstacle' ? `${decision.reason}!` : `${decision.action}${detail}`;
    assert.equal(shown, expected);
  });
}

test('a deleted file comes back when that is asked for', () => {
  const recorded = recordedOf(['owned', 'B', 'deleted']);
  const sides = { recorded, disk: entryOf(undefined), next: outputOf(['owned', 'N']) };
  assert.deepEqual(decide({ ...sides, restore: true, drop: false }), { action: 'create' });
});

test('a file that is no longer generated goes when that is asked for, unless it is a contract or history', () => {
  const actionOf = (ownership: Ownership, disk: Side): string => {
    const sides = { recorded: recordedOf([ownership, 'B']), disk: entryOf(disk), next: undefined };
    return decide({ ...sides, restore: false, drop: true }).action;
  };
  assert.equal(actionOf('generated', 'X'), 'delete');
  assert.equal(actionOf('owned', 'X'), 'delete');
  assert.equal(actionOf('frozen', 'B'), 'leave');
  assert.equal(actionOf('history', 'B'), 'unchanged');
  assert.equal(actionOf('history', 'X'), 'keep');
  assert.equal(actionOf('owned', LINK), 'leave');
});

test('the specification is given as a whole: an edit of it is never merged', () => {
  const sides = { recorded: recordedOf(['generated', 'B']), disk: entryOf('X') };
  for (const text of ['B', 'N']) {
    const next = { path: 'a', ownership: 'generated', text, template: 't', isGiven: true } as const;
    const decision = decide({ ...sides, next, restore: false, drop: false });
    assert.deepEqual(decision, { action: 'obstacle', reason: 'edited' });
  }
});

function show(side: readonly (string | undefined)[] | undefined): string {
  return side?.join(' ') ?? 'nothing';
}

function recordedOf(was: Row[0]): LockEntry | undefined {
  if (was === undefined) return undefined;
  const [ownership, text, deleted] = was;
  const hash = sha256(text);
  const isDeleted = deleted !== undefined;
  return {
    path: 'a',
    ownership,
    sha256: hash,
    template: 't',
    executable: false,
    deleted: isDeleted,
  };
}

function entryOf(disk: Side): Entry {
  if (disk === undefined) return { kind: 'absent' };
  if (disk === LINK) return { kind: 'link', at: 'a' };
  if (disk === FOLDER) return { kind: 'not-a-file', at: 'a' };
  return { kind: 'file', mode: 0o644, ...readContent(Buffer.from(disk)) };
}

function outputOf(next: Row[2]): OutputFile | undefined {
  if (next === undefined) return undefined;
  return { path: 'a', ownership: next[0], text: next[1], template: 't' };
}
