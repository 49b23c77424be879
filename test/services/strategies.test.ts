import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { acmeNamed, type Naming } from '../support/acme-named.ts';
import {
  expectSuccess,
  expectTypes,
  generate,
  install,
  run,
  temporaryDirectory,
} from '../support/generated.ts';
import { ways } from '../support/ways.ts';

/**
 * The fixture, which names versions by its path, with another section about versions: with one version, and with a default
 * wherever there may be one. It does not ask again for what the four versions of `evolving.test.ts` show under a strategy: all strategies are
 * a test of endurance there.
 */
interface Case extends Naming {
  readonly title: string;
  /** Rules about naming versions that this service keeps, and most others cannot. */
  readonly keeps: readonly string[];
  /** The tests that run besides those of naming versions. */
  readonly parts?: readonly string[];
}

const numbered = 'default: 1, versions: { 1: { released: 2026-02-01 } }';
const dated = "versions: { '2026-02-01': { released: 2026-02-01 } }";

const flags = `flags: {
  gift-wrap: { description: Presents are wrapped. },
  split-total: { requires: [gift-wrap] },
  old-total: { conflicts: [gift-wrap] },
  long-past: { state: graduated },
  given-up: { state: withdrawn } }`;

/** In which a version shows: the document against the routes, and the media types. */
const shown = ['1-*', '4c-representations'];
/** All that takes part in the negotiation of types, which is where such versions are named. */
const typed = [...shown, '4c-*', '7-errors'];

const cases: readonly Case[] = [
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
    parts: typed,
  },
  {
    title: 'media-type without a default',
    versioning: 'strategy: media-type, versions: { 1: { released: 2026-02-01 } }',
    keeps: ['C-189', 'C-190'],
    parts: [...shown, '4c-html'],
  },
  {
    title: 'accept-parameter',
    versioning: `strategy: accept-parameter, ${numbered}`,
    keeps: ['C-191'],
    parts: shown,
    isWithoutJsonApi: true,
  },
  {
    title: 'hostname',
    versioning: `strategy: hostname, hostname: { form: suffix }, ${numbered}`,
    keeps: ['C-192', 'C-193'],
    baseUrl: 'https://orders.acme.example',
  },
  {
    title: 'date in a header',
    versioning: `strategy: date, date: { in: header }, default: '2026-02-01', ${dated}`,
    keeps: ['C-181', 'C-187', 'C-188', 'C-195'],
  },
  {
    title: 'feature-flags',
    versioning: `strategy: feature-flags, versions: { 1: { released: 2026-02-01 } }, ${flags}`,
    keeps: ['C-196'],
    parts: shown,
    isWithoutJsonApi: true,
  },
  {
    title: 'partial',
    versioning: 'strategy: partial, resources: [item], versions: { 1: { released: 2026-02-01 } }',
    keeps: ['C-197'],
    parts: shown,
  },
];

for (const { title, keeps, parts = [], ...naming } of cases) {
  describe(`the service that shows every rule, with versions by ${title}`, () => {
    const directory = join(temporaryDirectory(), title);
    before(async () => {
      await generate(acmeNamed(naming), directory);
      install(directory);
    });
    after(() => {
      rmSync(join(directory, '..'), { recursive: true, force: true });
    });

    test('has types and no lint', () => {
      expectTypes(directory);
      expectSuccess(run(directory, 'npx', ['oxlint', '--deny-warnings']));
    });

    test('keeps the rules that this way of naming versions is about, and those in which versions show', () => {
      const files = [...parts, '9-versioning', '9-versioning-*'].map(
        (part) => `test/runtime/conformance/${part}.test.ts`,
      );
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
