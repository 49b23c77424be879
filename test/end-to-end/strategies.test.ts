import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
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
  /** All conformance tests run, and not only those in which the version shows. */
  readonly isWhole?: true;
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
  { title: 'uri-path', versioning: 'versions: { 1: { released: 2026-02-01 } }', keeps: ['C-183'] },
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
    isWhole: true,
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

/**
 * Behind the resolution all strategies are one code: routes, rules and storage know an internal address only. So it is
 * enough to ask the others for what the version shows in: the document against the routes (part 1), the media types
 * (part 4c), and the naming itself (part 9). All parts run where versions are in media types, which is what differs
 * most from paths: it takes part in the negotiation, and is looked at before the route and the credential. The whole
 * under paths is what `fixture.test.ts` runs.
 */
const shown = ['1-service', '4c-representations', '9-versioning', '9-versioning-*'];

for (const { title, versioning, keeps, isWhole, isWithoutJsonApi, baseUrl } of cases) {
  describe(`the service that shows every rule, with versions by ${title}`, () => {
    const directory = join(temporaryDirectory(), title);
    before(async () => {
      const file = join(repository, 'test', 'fixtures', 'acme', 'service.yaml');
      const text = readFileSync(file, 'utf8')
        .replace(/^versioning:\n[^]*$/m, `versioning: { ${versioning} }\n`)
        .replace('json-api, ', isWithoutJsonApi === true ? '' : 'json-api, ')
        .replace('  vendor: acme\n', (line) =>
          baseUrl === undefined ? line : `${line}  baseUrl: ${baseUrl}\n`,
        );
      await generate(text, directory);
      install(directory);
    });
    after(() => {
      rmSync(join(directory, '..'), { recursive: true, force: true });
    });

    test('has types and no lint', () => {
      expectSuccess(run(directory, 'npx', ['tsc']));
      expectSuccess(run(directory, 'npx', ['oxlint', '--deny-warnings']));
    });

    test('keeps the rules that this way of naming versions is about, and those in which versions show', () => {
      const parts = isWhole === true ? ['*'] : shown;
      const files = parts.map((part) => `test/conformance/${part}.test.ts`);
      const told = expectSuccess(
        run(directory, 'node', ['--test', '--test-reporter=tap', ...files], {
          TEST_DATABASE_URL: 'none',
        }),
      );
      const held = new Set(
        [...told.matchAll(/^ *ok \d+ - ((?:C-\d{3} )+)(?!.*# SKIP)/gm)].flatMap(([, rules = '']) =>
          rules.trim().split(' '),
        ),
      );
      assert.deepEqual(
        ways.filter((id) => held.has(id)),
        keeps,
      );
    });
  });
}
