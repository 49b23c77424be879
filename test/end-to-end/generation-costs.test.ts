import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { specificationOf } from '../../bench/generator/specification.ts';
import { planService } from '../../src/generate.ts';
import { applyPlan } from '../../src/plan/index.ts';
import { expectSuccess, repository, temporaryDirectory } from '../support/generated.ts';
import { callsOf } from './generation-costs/calls.ts';
import type { Counted } from './generation-costs/counted.ts';

// What a generation costs, in figures that no noise moves. Times are measured by the benchmark.

const directory = temporaryDirectory();
const at = (name: string) => join(directory, name);
const resources = 3;
const unasked = ['--yes', '--skip-install'];

before(() => {
  writeFileSync(at('service.yaml'), specificationOf(resources));
  // Whatever is compiled once is there afterwards.
  counted('--destination', at('service'), '--spec', at('service.yaml'), ...unasked);
});
after(() => rmSync(directory, { recursive: true }));

function counted(...args: readonly string[]): Counted {
  const file = at('counted.json');
  const counting = new URL('generation-costs/counting.ts', import.meta.url).href;
  const generator = join(repository, 'bin', 'resource-service.ts');
  const result = spawnSync(process.execPath, ['--import', counting, generator, ...args], {
    encoding: 'utf8',
    env: { ...process.env, COUNTING_FILE: file },
  });
  expectSuccess(result);
  return JSON.parse(readFileSync(file, 'utf8')) as Counted;
}

/** Packages of which code was loaded. */
function packagesIn({ modules }: Counted): string[] {
  const names = modules
    .filter((url) => url.startsWith('file:') && !url.endsWith('.json'))
    .flatMap((url) => url.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []);
  return [...new Set(names)].filter((name) => name !== '.cache').toSorted();
}

/** Own modules that were loaded, by their paths. */
function ownIn({ modules }: Counted): string[] {
  const root = new URL(`file://${repository}`).href;
  return modules
    .filter((url) => url.startsWith(root) && !url.includes('/node_modules/'))
    .map((url) => url.slice(root.length).replace(/^\//, ''));
}

/** What a run that asks, refuses, merges and compares nothing has no use for. */
const needless =
  /^src\/(?:questionnaire\/(?:chapters|questionnaire\.ts)|gate\/gate\.ts|lifecycle\/commands|merge\/merge\.ts|evolution\/(?:compare|proofs)\/|rendering\/version-files\.ts)/;

/** Read with every specification. */
const reading = [
  '@eslint-community/regexpp',
  'ajv',
  'ajv-formats',
  'fast-deep-equal',
  'fastest-levenshtein',
  'inflection',
  'redos-detector',
  'yaml',
];

test('help loads no package, and nothing of the core', () => {
  const run = counted('--help');
  assert.deepEqual(packagesIn(run), []);
  assert.deepEqual(
    ownIn(run).filter((path) => path.startsWith('src/')),
    [],
  );
});

test('a new service loads the formatter and no compiler', () => {
  const run = counted('--destination', at('another'), '--spec', at('service.yaml'), ...unasked);
  assert.deepEqual(packagesIn(run), [...reading, 'handlebars', 'prettier'].toSorted());
  assert.ok(!run.modules.some((url) => /handlebars\/.*\/compiler\//.test(url)));
  assert.deepEqual(
    ownIn(run).filter((path) => needless.test(path)),
    [],
  );
});

test('an unchanged service loads no formatter, and each of its files is read twice at most', () => {
  const run = counted('--destination', at('service'), ...unasked);
  assert.deepEqual(packagesIn(run), [...reading, 'handlebars'].toSorted());
  assert.deepEqual(
    ownIn(run).filter((path) => needless.test(path)),
    [],
  );
  const ofService = Object.entries(run.reads)
    .map(([path, times]) => ({ path: relative(at('service'), path), times }))
    .filter(({ path }) => !path.startsWith('..'));
  assert.ok(ofService.length > 200);
  const often = ofService.filter(({ times }) => times > 2).map(({ path }) => path);
  // The bookkeeping is read by each that asks it for something else.
  assert.deepEqual(
    often.filter((path) => !path.startsWith('.resource-service/') && path !== 'service.yaml'),
    [],
  );
});

async function planned(text: string, destination: string) {
  let formatted = 0;
  const onProgress = (): void => {
    formatted += 1;
  };
  const file = 'service.yaml';
  const result = await planService({ text, file, destination, pinNode: false, onProgress });
  assert.ok(result.ok, JSON.stringify(result));
  return { formatted, plan: result.plan };
}

test('one more field formats the files that show it, and no other', async () => {
  const destination = at('changed');
  cpSync(at('service'), destination, { recursive: true });
  const { formatted, plan } = await planned(specificationOf(resources, true), destination);
  const written = plan.changes
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.ts') && existsSync(dirname(join(destination, path))));
  assert.ok(written.length > 2);
  assert.equal(formatted, written.length);
});

test('twice as many resources take twice as many calls, new and unchanged', async () => {
  const costsOf = async (count: number) => {
    const destination = at(`of-${String(count)}`);
    const text = specificationOf(count);
    const fresh = await callsOf(async () => applyPlan((await planned(text, destination)).plan));
    return { new: fresh, unchanged: await callsOf(() => planned(text, destination)) };
  };
  // What is done once in a process is done before anything is counted.
  await costsOf(1);
  // So many that worker threads format the files of each.
  const [few, more, most] = [await costsOf(8), await costsOf(16), await costsOf(32)];
  for (const kind of ['new', 'unchanged'] as const) {
    const growth = (most[kind] - more[kind]) / (more[kind] - few[kind]);
    assert.ok(growth > 1.98 && growth < 2.02, `${kind}: ${String(growth)} times as many`);
  }
});
