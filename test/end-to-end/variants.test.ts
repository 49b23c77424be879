import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { linkAllDependencies } from '../search/dependencies.ts';
import { renderUnformatted } from '../search/render-unformatted.ts';
import { acmeNamed } from '../support/acme-named.ts';
import {
  examples,
  exampleText,
  expectSuccess,
  repository,
  run,
  temporaryDirectory,
  tree,
} from '../support/generated.ts';

const versions = 'versions: { 1: { released: 2026-02-01 } }';
const days = "versions: { '2026-02-01': { released: 2026-02-01 } }";

/** Every strategy, with all that the service of the fixture has besides. */
const strategies = {
  query: `strategy: query, default: 1, ${versions}`,
  header: `strategy: header, default: 1, ${versions}`,
  'media-type': `strategy: media-type, default: 1, ${versions}`,
  'accept-parameter': `strategy: accept-parameter, default: 1, ${versions}`,
  hostname: `strategy: hostname, default: 1, ${versions}`,
  'date-path': `strategy: date, ${days}`,
  'date-header': `strategy: date, date: { in: header }, ${days}`,
  'feature-flags': `strategy: feature-flags, ${versions}, flags: { gift-wrap: {}, split-total: { requires: [gift-wrap] } }`,
  partial: `strategy: partial, resources: [item], ${versions}`,
};

const fileNamed = (path: string) => readFileSync(join(repository, path), 'utf8');

const variants = new Map<string, string>([
  ...examples.map((name) => [`example-${name}`, exampleText(name)] as const),
  ...['acme', 'flags', 'versions'].map(
    (name) =>
      [`fixture-${name}`, fileNamed(join('test', 'fixtures', name, 'service.yaml'))] as const,
  ),
  ...Object.entries(strategies).map(
    ([name, versioning]) =>
      [
        `strategy-${name}`,
        acmeNamed({
          versioning,
          ...(['query', 'accept-parameter', 'feature-flags'].includes(name)
            ? { isWithoutJsonApi: true }
            : {}),
          ...(name === 'hostname' ? { baseUrl: 'https://orders.acme.example' } : {}),
        }),
      ] as const,
  ),
]);

const root = join(temporaryDirectory(), 'variants');
after(() => rmSync(dirname(root), { recursive: true, force: true }));

test('every variant is rendered, and all of them are compiled together', async () => {
  for (const [name, text] of variants) {
    assert.deepEqual(await renderUnformatted(text, join(root, name)), [], `${name} is legal`);
    const library = [...tree(join(root, name))].filter(([path]) => path.startsWith('src/runtime/'));
    assert.ok(library.length > 100);
    for (const [path, written] of library) {
      assert.equal(written, fileNamed(join('templates', path)), `${path} of ${name} is a copy`);
    }
  }
  linkAllDependencies(root);
  const [first = ''] = variants.keys();
  const { compilerOptions } = JSON.parse(
    readFileSync(join(root, first, 'tsconfig.json'), 'utf8'),
  ) as { compilerOptions: object };
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*/src', '*/scripts', '*/test'] }),
  );
  expectSuccess(run(root, 'node', ['node_modules/typescript/bin/tsc']));
});
