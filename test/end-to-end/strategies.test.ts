import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { ConformanceReport } from '../../templates/scripts/conformance/report.ts';
import {
  expectSuccess,
  generate,
  install,
  repository,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

/** The fixture, which names versions by its path, with another section about versions. */
interface Case {
  readonly title: string;
  readonly versioning: string;
  /** Rules about naming versions that this service keeps, and most others cannot. */
  readonly keeps: readonly string[];
  /** JSON:API permits no parameter on its type, and no query parameter of letters alone: it goes with neither. */
  readonly isWithoutJsonApi?: true;
  /** Where versions have hosts, the specification has to say whose. */
  readonly baseUrl?: string;
}

const numbered = 'default: 1, versions: { 1: { released: 2026-02-01 } }';
const dated = "versions: { '2026-02-01': { released: 2026-02-01 } }";

const flags = `flags: {
  gift-wrap: { description: Presents are wrapped. },
  split-total: { requires: [gift-wrap] },
  old-total: { conflicts: [gift-wrap] },
  long-past: { state: graduated },
  given-up: { state: withdrawn } }`;

const cases: readonly Case[] = [
  { title: 'uri-path', versioning: numbered, keeps: ['C-183'] },
  {
    title: 'query',
    versioning: `strategy: query, ${numbered}`,
    keeps: ['C-185'],
    isWithoutJsonApi: true,
  },
  { title: 'header', versioning: `strategy: header, ${numbered}`, keeps: ['C-187', 'C-188'] },
  {
    title: 'media-type',
    versioning: `strategy: media-type, ${numbered}`,
    keeps: ['C-189', 'C-190'],
  },
  {
    title: 'accept-parameter',
    versioning: `strategy: accept-parameter, ${numbered}`,
    keeps: ['C-191'],
    isWithoutJsonApi: true,
  },
  {
    title: 'hostname',
    versioning: `strategy: hostname, ${numbered}`,
    keeps: ['C-192'],
    baseUrl: 'https://orders.acme.example',
  },
  { title: 'date', versioning: `strategy: date, ${dated}`, keeps: ['C-181', 'C-194'] },
  {
    title: 'feature-flags',
    versioning: `strategy: feature-flags, versions: { 1: { released: 2026-02-01 } }, ${flags}`,
    keeps: ['C-196'],
    isWithoutJsonApi: true,
  },
  {
    title: 'partial',
    versioning: 'strategy: partial, resources: [item], versions: { 1: { released: 2026-02-01 } }',
    keeps: ['C-197'],
  },
];

/** Rules that are about one way of naming versions. */
const ways = ['C-181', ...Array.from({ length: 15 }, (_, index) => `C-${String(183 + index)}`)];

for (const { title, versioning, keeps, isWithoutJsonApi, baseUrl } of cases) {
  describe(`the service that shows every rule, with versions by ${title}`, () => {
    const directory = join(temporaryDirectory(), title);
    after(() => {
      rmSync(join(directory, '..'), { recursive: true, force: true });
    });

    test('passes its own check, and keeps every rule that this way of naming versions allows', async () => {
      const file = join(repository, 'test', 'fixtures', 'acme', 'service.yaml');
      const text = readFileSync(file, 'utf8')
        .replace(/^versioning:\n[^]*$/m, `versioning: { ${versioning} }\n`)
        .replace('json-api, ', isWithoutJsonApi === true ? '' : 'json-api, ')
        .replace('  vendor: acme\n', (line) =>
          baseUrl === undefined ? line : `${line}  baseUrl: ${baseUrl}\n`,
        );
      await generate(text, directory);
      install(directory);
      expectSuccess(run(directory, 'npm', ['run', 'check']));

      const command = ['run', '--silent', 'conformance', '--', '--json'];
      const { stdout, stderr } = run(directory, 'npm', command, { TEST_DATABASE_URL: 'none' });
      assert.notEqual(stdout, '', stderr);
      const { rules, failures } = JSON.parse(stdout) as ConformanceReport;
      const broken = rules
        .filter(({ status }) => status === 'fails' || status === 'unproven')
        .map(({ id, status, title: rule }) => `${id} ${status}: ${rule}`);
      assert.deepEqual(broken, []);
      assert.deepEqual(failures, []);
      const kept = new Set(rules.filter(({ status }) => status === 'holds').map(({ id }) => id));
      assert.deepEqual(
        ways.filter((id) => kept.has(id)),
        keeps,
      );
    });
  });
}
