import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startService } from '../../scripts/demo/start-service.ts';
import { acceptedFindings } from '../support/accepted-findings.ts';
import {
  examples,
  exampleText,
  generate,
  install,
  repository,
  temporaryDirectory,
} from '../support/generated.ts';
import { owaspRules, redocly, spectral } from '../support/openapi-linters.ts';

const accepted = acceptedFindings(join(repository, 'docs', 'owasp-openapi.md'), examples);

for (const example of examples) {
  describe(`the OpenAPI document of examples/${example}`, () => {
    const directory = join(temporaryDirectory(), example);
    let document = '';

    before(async () => {
      await generate(exampleText(example), directory);
      install(directory);
      // Without it the document would tell the address of this machine.
      const environment = { BASE_URL: `https://${example}.acme.example` };
      const service = await startService(directory, undefined, environment);
      try {
        document = await (await fetch(`${service.address}/openapi/v1.json`)).text();
      } finally {
        await service.stop();
      }
    });
    after(() => {
      rmSync(join(directory, '..'), { recursive: true, force: true });
    });

    test('breaks no rule of Redocly, the strict ones included', async () => {
      assert.deepEqual(await redocly(document), []);
    });

    test('breaks no rule of Spectral', async () => {
      assert.deepEqual(await spectral(document), []);
    });

    test('breaks the rules of OWASP that are accepted for it, and no other', async () => {
      const findings = await owaspRules(document);
      const known = accepted.filter((each) => each.example === example).map(({ rule }) => rule);
      const unlisted = findings.filter(({ rule }) => !known.includes(rule));
      // What the table lists and is not broken any more.
      const stale = known.filter((rule) => findings.every((finding) => finding.rule !== rule));
      assert.deepEqual({ unlisted, stale }, { unlisted: [], stale: [] });
    });

    test('has an example of every body that it takes and of every resource that it answers', () => {
      const { paths, components } = JSON.parse(document) as OpenApi;
      const contents = Object.entries(paths)
        .filter(([path]) => path.startsWith('/v1/'))
        .flatMap(([, item]) => Object.values(item))
        .flatMap(({ requestBody, responses = {} }) => [
          requestBody?.content ?? {},
          ...Object.values(responses).map(({ content = {} }) => content),
        ]);
      const all = contents.flatMap(Object.entries<MediaType>);
      assert.ok(all.length > 0);
      for (const [mediaType, { schema, example }] of all) {
        const { examples = [] } = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? {};
        const isShown = example !== undefined || examples.length > 0;
        assert.ok(
          isShown,
          `an example of ${schema.$ref ?? JSON.stringify(schema)} as ${mediaType}`,
        );
      }
    });
  });
}

interface MediaType {
  readonly example?: unknown;
  readonly schema: { readonly $ref?: string };
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>
  >;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
  };
}
