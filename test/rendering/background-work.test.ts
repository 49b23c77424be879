import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { generate, temporaryDirectory, tree } from '../support/generated.ts';

const plain = `service: { name: desk, title: Desk, vendor: acme, purpose: Takes orders., domain: retail }
resources:
  order:
    fields:
      reference: { type: string, required: true, maxLength: 40, example: A-1 }
      dueAt: { type: date-time }
`;
const asked = `${plain}states:
  order: { initial: draft, transitions: { submit: { from: draft, to: submitted } } }
`;
const timed = `${plain}states:
  order: { initial: draft, transitions: { lapse: { from: draft, to: lapsed, at: dueAt } } }
`;
const slow = `${plain}endpoints:
  order: { actions: { recount: { async: true } } }
`;

async function filesOf(specification: string): Promise<ReadonlyMap<string, string>> {
  const root = temporaryDirectory();
  await generate(specification, join(root, 'desk'));
  const files = tree(join(root, 'desk'));
  rmSync(root, { recursive: true });
  return files;
}

/** The library starts and stops the work that a service hands in, where it hands in any. */
const handedIn = 'src/runtime/service/run.ts';

/** Files of a service that are about something, or say anything of it. */
function about(files: ReadonlyMap<string, string>, what: RegExp): string[] {
  return [...files]
    .filter(([path]) => path !== handedIn && !/schema\.json$|lock/.test(path))
    .flatMap(([path, text]) => (what.test(path) || what.test(text) ? [path] : []));
}

const background = /Background\b|\bbackground\./;
const timers = /timedTransitions|timerKeeping|TimerTable|'timers'/;
const jobs = /jobRunner|acceptAction|JobTable|'jobs'|requireAction/;

describe('a service has what its specification asks for, and no trace of the rest', () => {
  for (const [what, specification] of [
    ['no states', plain],
    ['transitions that are asked for', asked],
  ] as const) {
    test(`with ${what} nothing runs in the background`, async () => {
      const files = await filesOf(specification);
      for (const each of [background, timers, jobs]) assert.deepEqual(about(files, each), []);
    });
  }

  test('with a timed transition there are timers, and no jobs', async () => {
    const files = await filesOf(timed);
    assert.deepEqual(about(files, jobs), []);
    assert.ok(files.has('src/runtime/states/timed-transitions.ts'));
    assert.match(files.get('src/app.ts') ?? '', /createBackground\(/);
  });

  test('with an action that takes its time there are jobs, and no timers', async () => {
    const files = await filesOf(slow);
    assert.deepEqual(about(files, timers), []);
    assert.ok(files.has('src/runtime/jobs/job-runner.ts'));
    assert.match(files.get('src/storage/migrations/0001-initial.ts') ?? '', /'jobs'/);
  });
});
