import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ConformanceReport } from '../../templates/scripts/conformance/report.ts';
import { generateAcme } from '../support/acme.ts';
import { expectSuccess, run, temporaryDirectory } from '../support/generated.ts';

const parts = ['1', '2', '3', '4a', '4b', '4c', '5', '6', '7', '8', '9'];

/** What no specification of today can show. */
const notYet = {
  'C-075': 'TRACE is off',
  ...Object.fromEntries(
    ['C-014', 'C-015', 'C-018', 'C-027', 'C-201'].map((id) => [id, 'there is one version']),
  ),
  ...Object.fromEntries(
    ['C-016', 'C-021', 'C-022', 'C-025'].map((id) => [id, 'no version is deprecated']),
  ),
  ...Object.fromEntries(['C-017', 'C-024', 'C-151', 'C-184'].map((id) => [id, 'no version ends'])),
  'C-020': 'no version changes in a way that has an event',
  'C-023': 'nothing is taken away from a version before it ends',
  'C-167': 'no version has a quota of its own',
  'C-207': 'there is one release of one version, which changed nothing',
  ...Object.fromEntries(
    ['C-181', ...Array.from({ length: 13 }, (_, index) => `C-${String(185 + index)}`)].map((id) => [
      id,
      'clients of this service name versions in another way',
    ]),
  ),
};

describe('the service that shows every rule', () => {
  const directory = join(temporaryDirectory(), 'acme');

  before(() => generateAcme(directory));
  after(() => {
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  test('passes its own tests', () => {
    const output = expectSuccess(run(directory, 'npm', ['test']));
    assert.match(output, /^ℹ pass [1-9]\d+$/m);
    assert.match(output, /^ℹ fail 0$/m);
  });

  test('passes its own check', () => {
    expectSuccess(run(directory, 'npm', ['run', 'check']));
  });

  test('keeps every rule but those that wait for later parts', (context) => {
    const command = ['run', '--silent', 'conformance', '--', '--json'];
    const { stdout, stderr } = run(directory, 'npm', command, { TEST_DATABASE_URL: 'none' });
    assert.notEqual(stdout, '', stderr);
    const { rules, failures } = JSON.parse(stdout) as ConformanceReport;
    const mine = rules.filter(({ part }) => parts.includes(part));
    assert.deepEqual([...new Set(mine.map(({ part }) => part))], parts);

    const waiting = mine.filter(({ status }) => status === 'does-not-apply');
    for (const { id, title, reason = '' } of waiting) {
      context.diagnostic(`${id} does not apply: ${title} (${reason})`);
    }
    const broken = mine
      .filter(({ status }) => status === 'fails' || status === 'unproven')
      .map(({ id, status, title }) => `${id} ${status}: ${title}`);
    assert.deepEqual(broken, []);
    assert.deepEqual(failures, []);
    assert.deepEqual(Object.fromEntries(waiting.map(({ id, reason }) => [id, reason])), notYet);
  });
});
