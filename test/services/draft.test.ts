import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { acmeNamed, type Naming } from '../support/acme-named.ts';
import { evolve } from '../support/evolving.ts';
import {
  expectSuccess,
  expectTypes,
  generate,
  install,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

const numbered = 'default: 1, versions: { 1: { released: 2026-02-01 }, 2: {} }';
const dated = "versions: { '2026-02-01': { released: 2026-02-01 }, '2026-08-01': {} }";

/** The fixture with a draft of the next version. */
interface Case extends Naming {
  readonly title: string;
}

const cases: readonly Case[] = [
  { title: 'query', versioning: `strategy: query, ${numbered}`, isWithoutJsonApi: true },
  { title: 'header', versioning: `strategy: header, ${numbered}` },
  { title: 'media-type', versioning: `strategy: media-type, ${numbered}` },
  {
    title: 'accept-parameter',
    versioning: `strategy: accept-parameter, ${numbered}`,
    isWithoutJsonApi: true,
  },
  {
    title: 'hostname',
    versioning: `strategy: hostname, ${numbered}`,
    baseUrl: 'https://orders.acme.example',
  },
  { title: 'date', versioning: `strategy: date, ${dated}` },
  {
    title: 'partial',
    versioning:
      'strategy: partial, resources: [item], versions: { 1: { released: 2026-02-01 }, 2: {} }',
  },
];

for (const { title, ...naming } of cases) {
  describe(`a draft of the next version, with versions by ${title}`, () => {
    const directory = join(temporaryDirectory(), title);
    before(async () => {
      await generate(acmeNamed(naming), directory);
      install(directory);
    });
    after(() => {
      rmSync(join(directory, '..'), { recursive: true, force: true });
    });

    test('has types and no lint, and is not there unless it is asked for', () => {
      expectTypes(directory);
      expectSuccess(run(directory, 'npx', ['oxlint', '--deny-warnings']));
      const file = join('test', 'versioning', 'draft.test.ts');
      expectSuccess(run(directory, 'node', ['--test', file], { TEST_DATABASE_URL: 'none' }));
    });
  });
}

describe('a service whose next version is a draft', () => {
  const directory = join(temporaryDirectory(), 'parcel-desk');
  const none = { TEST_DATABASE_URL: 'none' };

  before(async () => {
    await evolve(directory, {
      labels: ['1', '2'],
      specification: (text) => text.replace('2: { released: 2022-06-01 }', '2: {}'),
    });
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  test('passes its check, its tests and its conformance', () => {
    expectSuccess(run(directory, 'npm', ['run', '--silent', 'check']));
    expectSuccess(run(directory, 'npm', ['test'], none));
    const report = run(directory, 'npm', ['run', '--silent', 'conformance', '--', '--json'], none);
    assert.equal((JSON.parse(expectSuccess(report)) as { conforms: boolean }).conforms, true);
  });

  const ways = [
    { title: 'not, unless it is asked for', args: [], environment: {}, labels: [1] },
    { title: 'with --draft', args: ['--draft'], environment: {}, labels: [1, 2] },
    { title: 'with DRAFT_VERSION', args: [], environment: { DRAFT_VERSION: 'on' }, labels: [1, 2] },
  ];
  for (const [index, { title, args, environment, labels }] of ways.entries()) {
    test(`it is served: ${title}`, async () => {
      const service = await startService(
        directory,
        join('src', 'main.ts'),
        { DATABASE_URL: `sqlite:./data/${String(index)}.db`, LOG_LEVEL: 'fatal', ...environment },
        args,
      );
      const told = await tell(service);
      await service.stop();
      assert.deepEqual(told.labels, labels);
      assert.equal(told.document, labels.length === 2 ? 200 : 404);
      assert.equal(told.draft, labels.length === 2 ? 200 : 404);
      assert.deepEqual(told.released, { status: 200, supported: '1' });
    });
  }

  test('what it does not know at its start is refused', () => {
    const { status, stderr } = run(directory, 'node', ['src/main.ts', '--drafts']);
    assert.equal(status, 1);
    assert.match(stderr, /^The service cannot start: .*--drafts/);
  });
});

async function tell({ address, key }: RunningService) {
  const send = (path: string) => fetch(new URL(path, address), { headers: { 'x-api-key': key } });
  const listed = (await (await send('/versions')).json()) as {
    readonly versions: readonly { readonly version: number; readonly state: string }[];
  };
  const released = await send('/v1/purchases');
  return {
    labels: listed.versions.map(({ version }) => version),
    document: (await send('/openapi/v2.json')).status,
    draft: (await send('/v2/orders')).status,
    released: {
      status: released.status,
      supported: released.headers.get('api-supported-versions'),
    },
  };
}
