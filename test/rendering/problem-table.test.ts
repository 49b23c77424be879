import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, test } from 'node:test';
import { linkAllDependencies } from '../search/dependencies.ts';
import { renderUnformatted } from '../search/render-unformatted.ts';
import { temporaryDirectory, tree } from '../support/generated.ts';

const root = temporaryDirectory();
after(() => rmSync(root, { recursive: true, force: true }));

for (const { name, field = '{ type: text }', rest, never } of [
  {
    name: 'plain',
    rest: '',
    never: [
      'identity-conflict',
      'precondition-required',
      'reference-conflict',
      'referenced',
      'unique-conflict',
    ],
  },
  {
    name: 'open',
    rest: 'authentication: { mechanisms: [none] }\nendpoints: { order: { methods: [list, read] } }\n',
    never: [
      'ambiguous-credentials',
      'credential-in-address',
      'forbidden',
      'idempotency-key-in-flight',
      'idempotency-key-invalid',
      'idempotency-key-reused',
      'identity-conflict',
      'precondition-required',
      'reference-conflict',
      'referenced',
      'unauthenticated',
      'unique-conflict',
    ],
  },
  {
    name: 'rich',
    field: '{ type: reference, to: order, unique: true }',
    rest: `
endpoints: { representations: [json-api, json], order: { preconditions: required } }
errors: { validationStatus: 422, codes: { out-of-stock: { status: 409, title: Out of stock, description: 'Nothing | is left.' } } }
versioning: { strategy: hostname, default: 1, versions: { 1: { released: 2026-02-01 } } }
`,
    never: [],
  },
]) {
  test(`INTERFACE.md of a ${name} service lists each problem of its catalogue that it answers with, with the status`, async () => {
    const directory = join(root, name);
    const text = `service: { name: shop, baseUrl: https://shop.example }\nresources: { order: { fields: { note: ${field} } } }\n${rest}`;
    assert.deepEqual(await renderUnformatted(text, directory), []);
    linkAllDependencies(directory);
    const file = pathToFileURL(join(directory, 'src', 'errors', 'catalogue.ts')).href;
    const { catalogue } = (await import(file)) as {
      catalogue: ReadonlyMap<string, { readonly status: number }>;
    };
    const document = tree(directory).get('INTERFACE.md') ?? '';
    const listed = [...document.matchAll(/^\| `([a-z-]+)` \| (\d{3}) \| .+ \|$/gm)];
    assert.deepEqual(
      new Map(listed.map(([, code, status]) => [code, Number(status)])),
      new Map(
        [...catalogue]
          .filter(([code]) => !never.some((each) => each === code))
          .map(([code, { status }]) => [code, status]),
      ),
    );
    assert.deepEqual(
      never.filter((code) => !catalogue.has(code)),
      [],
    );
    assert.ok(catalogue.size > 30);
  });
}
