import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { asHtml } from '../../templates/scripts/conformance/html.ts';
import { optionsFrom, UsageError } from '../../templates/scripts/conformance/options.ts';
import { reportOf } from '../../templates/scripts/conformance/report.ts';
import type { TestResult } from '../../templates/scripts/conformance/results.ts';
import { asText } from '../../templates/scripts/conformance/text.ts';
import { rules, rulesOf } from '../../templates/test/runtime/conformance/rules.ts';

const passing = rules.map(({ id }): TestResult => ({ title: `${id} is kept`, status: 'passed' }));

function reportWith(
  results: readonly TestResult[],
  reasons: Readonly<Record<string, string>> = {},
  without: readonly string[] = [],
) {
  return reportOf({
    service: 'a<b>',
    version: '1.0.0',
    at: '2026-01-01T00:00:00.000Z',
    results: [
      ...passing.filter(({ title }) => !without.some((id) => title.startsWith(id))),
      ...results,
    ],
    reasons: new Map(Object.entries(reasons)),
  });
}

function verdict(report: ReturnType<typeof reportWith>, id: string) {
  const { status, reason } = report.rules.find((rule) => rule.id === id) ?? {};
  return [status, reason];
}

/** Tests cannot run others in their own process. */
function resultsIn(file: string): TestResult[] {
  const module = new URL('../../templates/scripts/conformance/results.ts', import.meta.url);
  const script = `const { resultsOf } = await import(${JSON.stringify(module.href)});
    process.stdout.write(JSON.stringify(await resultsOf([${JSON.stringify(file)}])));`;
  const path = `${file}.run.mjs`;
  writeFileSync(path, script);
  const { stdout, stderr } = inProcessOfItsOwn([path]);
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout) as TestResult[];
}

function inProcessOfItsOwn(args: readonly string[]) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(process.execPath, args, { env, encoding: 'utf8' });
}

describe('the conformance report of a service', () => {
  test('has each rule once, and every title its rules in front', () => {
    const ids = rules.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(rulesOf('C-001 C-020 it is so, says C-003'), ['C-001', 'C-020']);
    assert.deepEqual(rulesOf('it is so, says C-003'), []);
    assert.deepEqual(rulesOf('C-0011 it is so'), []);
  });

  test('conforms where every rule holds or has a reason not to apply', () => {
    const report = reportWith(
      [{ title: 'C-002 b', status: 'skipped', message: 'there is none' }],
      { 'C-001': 'it has no home', 'C-004': 'not looked at' },
      ['C-001', 'C-002'],
    );
    assert.deepEqual(verdict(report, 'C-001'), ['does-not-apply', 'it has no home']);
    assert.deepEqual(verdict(report, 'C-002'), ['does-not-apply', 'there is none']);
    assert.deepEqual(verdict(report, 'C-004'), ['holds', undefined]);
    assert.equal(report.counts['does-not-apply'], 2);
    assert.equal(report.conforms, true);
  });

  test('does not where a rule has neither a test nor a reason', () => {
    const report = reportWith([], {}, ['C-001']);
    assert.deepEqual(verdict(report, 'C-001'), ['unproven', undefined]);
    assert.equal(report.conforms, false);
  });

  test('does not where one of many tests of a rule fails, whatever the reasons', () => {
    const failed: TestResult = { title: 'C-001 C-002 c', status: 'failed', message: 'no' };
    const report = reportWith([failed], { 'C-001': 'it has no home' });
    assert.deepEqual(verdict(report, 'C-001'), ['fails', undefined]);
    assert.deepEqual(verdict(report, 'C-002'), ['fails', undefined]);
    assert.equal(report.conforms, false);
    assert.match(asText(report), /C-001 {2}FAILS .*\n {4}✖ C-001 C-002 c\n {6}no\n/);
  });

  test('does not where a test names no rule, or one that is not in the table', () => {
    for (const title of ['something else', 'C-999 a', 'C-001 C-999 a']) {
      const report = reportWith([{ title, status: 'passed' }]);
      assert.deepEqual(
        report.failures.map((each) => each.title),
        [title],
      );
      assert.equal(report.conforms, false);
    }
  });

  test('counts tests that were not run as failed, and says why they were not', (testing) => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    testing.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'a.test.mjs');
    writeFileSync(
      file,
      `import { before, describe, test } from 'node:test';
       describe('part 1', () => {
         before(() => Promise.reject(new Error('nothing to start')));
         test('C-001 a', () => {});
         describe('further in', () => { test('C-002 b', () => {}); });
       });
       describe('part 2', () => { test('C-003 c', () => {}); });`,
    );
    const results = resultsIn(file);
    const message = 'It was not run: "part 1" failed: nothing to start';
    assert.deepEqual(results, [
      { title: 'C-001 a', status: 'failed', message },
      { title: 'C-002 b', status: 'failed', message },
      { title: 'part 1', status: 'failed', message: 'nothing to start' },
      { title: 'C-003 c', status: 'passed' },
    ]);
    const report = reportWith(results);
    assert.deepEqual(verdict(report, 'C-001'), ['fails', undefined]);
    assert.deepEqual(verdict(report, 'C-003'), ['holds', undefined]);
    assert.equal(report.counts.fails, 2);
    assert.equal(report.conforms, false);
    assert.match(asText(report), /✖ C-001 a\n {6}It was not run: "part 1" failed/);
    // So does `npm test`, which runs the same files as they are.
    assert.equal(inProcessOfItsOwn(['--test', file]).status, 1);
  });

  test('is a page in which everything is escaped', () => {
    const message = `<script>alert("'&")</script>`;
    const html = asHtml(reportWith([{ title: 'C-001 <i>', status: 'failed', message }]));
    assert.ok(html.includes('&lt;script&gt;alert(&quot;&#39;&amp;&quot;)&lt;/script&gt;'));
    assert.ok(html.includes('C-001 &lt;i&gt;'));
    assert.doesNotMatch(html, /<script|<i>|a<b>/);
  });

  test('is of an address that is a host, and perhaps a path', () => {
    assert.deepEqual(optionsFrom(['--url', 'https://a.example:8443/', '--json']), {
      json: true,
      url: 'https://a.example:8443',
    });
    assert.equal(optionsFrom(['--url', 'https://a.example/b/c/']).url, 'https://a.example/b/c');
    const wrong = [
      'a.example',
      'ftp://a.example',
      'https://a.example/b?c',
      'https://a.example/b#c',
      'https://a:b@a.example',
    ];
    for (const url of wrong) assert.throws(() => optionsFrom(['--url', url]), UsageError, url);
    assert.throws(() => optionsFrom(['--nothing']), UsageError);
  });
});
