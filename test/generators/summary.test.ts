import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryLines } from '../../generators/app/summary.ts';
import type { Plan } from '../../src/plan/index.ts';

const plan: Plan = {
  destination: '/home/ada/shop',
  exists: true,
  files: [
    { path: 'a', ownership: 'generated', template: 'a', action: 'create', after: '' },
    { path: 'b', ownership: 'generated', template: 'b', action: 'rewrite', before: '', after: 'x' },
    { path: 'c', ownership: 'generated', template: 'c', action: 'unchanged' },
  ],
  obstacles: [],
  lock: { generator: '0.1.0', header: {}, files: [], theirs: [] },
  lockSeen: undefined,
  changes: [],
  conflicts: [],
  conflictChanges: [],
  emptied: [],
};
const destination = '/home/ada/shop';

test('what was written, where, and what to run next from here', () => {
  const outcome = { result: 'written', destination, plan, nextCommands: ['npm test'] } as const;
  assert.deepEqual(summaryLines(outcome, '/home/ada'), [
    'Written to ./shop: 1 file created, 1 rewritten.',
    '',
    'Next',
    '  cd shop',
    '  npm test',
  ]);
  assert.deepEqual(summaryLines(outcome, '/home/ada/shop').slice(0, 1), [
    'Written to this directory: 1 file created, 1 rewritten.',
  ]);
  assert.match(summaryLines(outcome, '/elsewhere').join('\n'), /Written to \/home\/ada\/shop/);
});

test('lines fit a terminal, and commands stay in one piece', () => {
  const long = '/home/ada/a directory with a name that is longer than any line';
  const words = summaryLines(
    { result: 'written', destination: long, plan, nextCommands: ['npm test'] },
    '/home/ada',
    30,
  );
  assert.deepEqual(words, [
    'Written to ./a directory with',
    '  a name that is longer than',
    '  any line: 1 file created, 1',
    '  rewritten.',
    '',
    'Next',
    `  cd 'a directory with a name that is longer than any line'`,
    '  npm test',
  ]);
});

test('a new service is committed with the lock file of its first installation', () => {
  const words = (action: 'create' | 'rewrite') =>
    summaryLines(
      {
        result: 'written',
        destination,
        plan: {
          ...plan,
          files: [
            {
              path: 'package.json',
              ownership: 'generated',
              template: 'a',
              action,
              before: '',
              after: 'x',
            },
          ],
        },
        nextCommands: ['npm test'],
      },
      '/home/ada',
    ).at(-1);
  assert.match(words('create') ?? '', /^Commit the lock file/);
  assert.equal(words('rewrite'), '  npm test');
});

test('a directory with odd characters is quoted for a shell', () => {
  const odd = {
    result: 'written',
    destination: "/home/ada/it's mine",
    nextCommands: ['x'],
  } as const;
  assert.ok(summaryLines(odd, '/home/ada').includes(String.raw`  cd 'it'\''s mine'`));
});

test('a failure is where, what, and what to do', () => {
  const failures = [{ where: 'npm install', what: 'It failed.', whatToDo: 'Again.' }];
  assert.deepEqual(summaryLines({ result: 'failed', failures }, '/'), [
    'npm install: It failed.',
    '  Again.',
  ]);
});

test('whoever stops is told whether anything was written', () => {
  assert.deepEqual(summaryLines({ result: 'interrupted' }, '/'), ['Stopped. Nothing was written.']);
  assert.deepEqual(
    summaryLines({ result: 'interrupted', written: true, destination }, '/home/ada'),
    ['Stopped while installing; ./shop is written.'],
  );
});
