import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import type { ConformanceReport } from '../../templates/scripts/conformance/report.ts';
import {
  exampleText,
  expectSuccess,
  generate,
  install,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

/** Rules that no test proves yet. A rule leaves this list with its first test; an empty one makes the report pass. */
const pending: readonly string[] = [];

const expectedStatus = pending.length === 0 ? 0 : 1;

describe('the conformance report', () => {
  const directory = join(temporaryDirectory(), 'order-desk');

  before(async () => {
    await generate(exampleText('order-desk'), directory);
    install(directory);
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  function conformance(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const command = ['run', '--silent', 'conformance', '--', '--json', ...args];
    const result = run(directory, 'npm', command, { TEST_DATABASE_URL: 'none', ...environment });
    assert.notEqual(result.stdout, '', result.stderr);
    return { status: result.status, report: JSON.parse(result.stdout) as ConformanceReport };
  }

  function idsOf({ rules }: ConformanceReport, wanted: string): string[] {
    return rules.filter(({ status }) => status === wanted).map(({ id }) => id);
  }

  /** With example rows, and a key of its own. */
  function started(environment: NodeJS.ProcessEnv = {}): Promise<RunningService> {
    rmSync(join(directory, 'data'), { recursive: true, force: true });
    expectSuccess(run(directory, 'npm', ['run', 'seed']));
    return startService(directory, undefined, environment);
  }

  test('tells of every rule, and of the pending ones alone that nothing proves them', () => {
    const page = join(directory, 'conformance.html');
    const { status, report } = conformance(['--html', page]);
    assert.deepEqual(idsOf(report, 'fails'), []);
    assert.deepEqual(report.failures, []);
    assert.deepEqual(idsOf(report, 'unproven'), pending);
    assert.equal(status, expectedStatus);
    assert.equal(report.conforms, pending.length === 0);

    const { service, version, at, url, counts, parts, rules } = report;
    assert.deepEqual([service, version, url], ['order-desk', '1.0.0', undefined]);
    assert.match(at, /^\d{4}-\d\d-\d\dT.*Z$/);
    const sum = Object.values(counts).reduce((total, count) => total + count, 0);
    assert.equal(sum, rules.length);
    assert.ok(counts.holds > 90);
    for (const { id, part, title, status: verdict, reason, tests } of rules) {
      assert.match(id, /^C-\d{3}$/);
      assert.ok(title.length > 0);
      assert.ok(parts.some((each) => each.part === part));
      assert.equal(reason !== undefined, verdict === 'does-not-apply', id);
      if (verdict === 'holds') assert.ok(tests.some((each) => each.status === 'passed'));
    }
    const html = readFileSync(page, 'utf8');
    for (const { id } of rules) assert.ok(html.includes(`id="${id}"`));
  });

  /** Takes the Allow header from the answers of 405, for as long as something is done. */
  async function whileBroken<Result>(use: () => Result | Promise<Result>): Promise<Result> {
    const file = join(directory, 'src', 'runtime', 'endpoints', 'server.ts');
    const text = readFileSync(file, 'utf8');
    const broken = text.replace(
      'const headers = { allow: allowed(request) };',
      'const headers = {};',
    );
    assert.notEqual(broken, text, 'the Allow header of 405 is set there');
    writeFileSync(file, broken);
    try {
      return await use();
    } finally {
      writeFileSync(file, text);
    }
  }

  test('tells which rule a change breaks', async () => {
    const { status, report } = await whileBroken(() => conformance([]));
    assert.equal(status, 1);
    const failing = idsOf(report, 'fails');
    for (const id of ['C-078', 'C-144']) assert.ok(failing.includes(id), id);
    assert.ok(!failing.includes('C-070'), 'OPTIONS still has it');
    const [failed] = report.rules.find(({ id }) => id === 'C-144')?.tests ?? [];
    assert.equal(failed?.status, 'failed');
    assert.match(failed.message ?? '', /HTTP\/1\.1/);
  });

  test('is of a running service as well, below a path as behind a proxy, and leaves nothing there', async () => {
    const service = await started({ BASE_URL: 'https://api.acme.example/desk' });
    const address = `${service.address}/desk`;
    try {
      const before = await rowsOf(service);
      // Nobody has subscribed to the service yet; everything else has rows that must stay.
      const { '/desk/v1/webhook-endpoints': endpoints, ...seeded } = before;
      assert.equal(endpoints, 0);
      assert.ok(Object.values(seeded).every((count) => count > 0));
      const { status, report } = conformance(['--url', address], { API_KEY: service.key });
      const failed = report.rules.flatMap(({ tests }) =>
        tests.filter((each) => each.status === 'failed'),
      );
      assert.deepEqual(failed, []);
      assert.deepEqual(report.failures, []);
      assert.deepEqual(idsOf(report, 'unproven'), pending);
      assert.equal(status, expectedStatus);
      assert.equal(report.url, address);
      const reasonOf = (id: string) => report.rules.find((rule) => rule.id === id)?.reason;
      assert.equal(reasonOf('C-135'), 'needs the server itself, not its address');
      assert.ok(idsOf(report, 'holds').includes('C-053'));
      assert.deepEqual(await rowsOf(service), before);
    } finally {
      await service.stop();
    }
  });

  test('removes what it made even where a test fails', async () => {
    const service = await whileBroken(() => started());
    try {
      const before = await rowsOf(service);
      const { status, report } = conformance(['--url', service.address], { API_KEY: service.key });
      assert.equal(status, 1);
      assert.ok(idsOf(report, 'fails').includes('C-144'));
      assert.deepEqual(await rowsOf(service), before);
    } finally {
      await service.stop();
    }
  });

  test('removes what it made even where it is interrupted', async () => {
    const service = await started();
    try {
      const before = await rowsOf(service);
      const script = join('scripts', 'conformance.ts');
      const child = spawn(process.execPath, [script, '--url', service.address], {
        cwd: directory,
        env: { ...process.env, NODE_TEST_CONTEXT: undefined, API_KEY: service.key },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      while (isDeepStrictEqual(await rowsOf(service), before)) assert.equal(child.exitCode, null);
      child.kill('SIGINT');
      assert.deepEqual(await ended, [130, null]);
      assert.deepEqual(await rowsOf(service), before);
    } finally {
      await service.stop();
    }
  });

  test('needs a key that the service accepts', async () => {
    const service = await started();
    try {
      const result = run(directory, 'npm', ['run', 'conformance', '--', '--url', service.address], {
        API_KEY: 'wrong',
      });
      assert.equal(result.status, 2);
      assert.match(result.stderr, /refuses the credential in API_KEY/);
    } finally {
      await service.stop();
    }
  });
});

/** How many rows each top-level collection has. */
async function rowsOf({ address, key }: RunningService): Promise<Record<string, number>> {
  const headers = { 'x-api-key': key };
  const home = (await (await fetch(address)).json()) as {
    versions: readonly { collections: readonly string[] }[];
  };
  const counts = home.versions
    .flatMap(({ collections }) => collections)
    .map(async (path): Promise<[string, number]> => {
      const page = (await (await fetch(address + path, { headers })).json()) as {
        page: { totalItems: number };
      };
      return [path, page.page.totalItems];
    });
  return Object.fromEntries(await Promise.all(counts));
}
