import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Project, SyntaxKind } from 'ts-morph';
import { writeSpecification, type Specification } from '../../src/specification/index.ts';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import {
  expectSuccess,
  generate,
  install,
  run,
  temporaryDirectory,
  tree,
} from '../support/generated.ts';

/** Ends every kind of quotation, comment, element and statement, and would then run. */
const hostile = [
  `'"\`;globalThis.PWNED=1;//`,
  '${globalThis.PWNED=1}',
  '*/ globalThis.PWNED=1; /*',
  '\n# PWNED\n',
  '</script><script>PWNED</script>',
  '"; DROP TABLE notes; --',
  '\u2028PWNED\u2029',
  '\u202ePWNED\u202c\u200f',
  '{{code PWNED}} {{{PWNED}}}',
  '__proto__ constructor',
  '../../PWNED',
  '[PWNED](javascript:PWNED) ![PWNED](x) | PWNED',
  '\\u0027 \\',
  'C:\\PWNED %0a $(PWNED) `PWNED`',
].join(' ');
const line = hostile.replaceAll('\n', ' ');
const short = `'"\`\${PWNED}*/</script>\u2028\u202e\\`;

const specification: Specification = {
  service: {
    name: 'hostile',
    title: line.slice(0, 100),
    purpose: hostile,
    domain: hostile.slice(0, 200),
    contact: { name: line.slice(0, 100) },
    license: line.slice(0, 80),
  },
  resources: {
    note: {
      description: hostile,
      fields: {
        text: {
          type: 'string',
          required: true,
          maxLength: 2000,
          description: hostile,
          example: hostile,
        },
        kind: {
          type: 'enum',
          values: [short, `${short}2`],
          default: short,
          description: hostile,
          deprecatedValues: {
            [`${short}2`]: { since: '2026-01-01', sunset: '2099-01-01' },
          },
        },
        body: { type: 'text', default: hostile, maxLength: 5000 },
        matched: {
          type: 'string',
          pattern: '^[\'"`${}*/\\\\<>]*$',
          example: `'"\`\${}*/`,
          required: true,
        },
        free: { type: 'json', example: { [short]: hostile, ['__proto__x']: [hostile] } },
        list: { type: 'array', items: { type: 'string', maxLength: 2000, description: hostile } },
        nested: {
          type: 'object',
          description: hostile,
          fields: { inner: { type: 'string', description: hostile, maxLength: 2000 } },
        },
        old: { type: 'string', deprecated: true, replacedBy: 'text', description: hostile },
      },
      examples: [{ text: hostile, kind: short, matched: `'"`, nested: { inner: hostile } }],
    },
  },
  states: {
    note: {
      field: 'state',
      initial: 'first',
      transitions: {
        advance: {
          from: ['first'],
          to: 'second',
          description: hostile,
          input: {
            reason: { type: 'string', maxLength: 2000, description: hostile, example: hostile },
            choice: { type: 'enum', values: [short, 'other'], description: hostile },
          },
        },
      },
    },
  },
  endpoints: { representations: ['json', 'html'], languages: ['en', 'de'] },
  errors: { codes: { strange: { status: 409, title: line.slice(0, 100), description: hostile } } },
};

describe('hostile text in every text of the specification', () => {
  const directory = join(temporaryDirectory(), 'hostile');

  before(async () => {
    await generate(writeSpecification(specification), directory);
    install(directory);
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  test('is nowhere code', () => {
    const project = new Project({ skipAddingFilesFromTsConfig: true });
    const sources = project.addSourceFilesAtPaths(
      join(directory, '{src,scripts,test}', '**', '*.ts'),
    );
    assert.ok(sources.length > 100);
    for (const source of sources) {
      const identifiers = source.getDescendantsOfKind(SyntaxKind.Identifier);
      const strange = identifiers.filter((identifier) => /PWNED/.test(identifier.getText()));
      assert.deepEqual(
        strange.map((identifier) => identifier.getText()),
        [],
        source.getFilePath(),
      );
    }
  });

  test('hides no character from a reviewer and makes no markup', () => {
    for (const [path, text] of tree(directory)) {
      if (path === 'service.yaml' || path.startsWith('.resource-service/')) continue;
      assert.doesNotMatch(text, /[\u2028\u2029\u202a-\u202e\u200f]/, path);
      assert.doesNotMatch(text, /^\s*# PWNED/m, path);
      if (path.endsWith('.md')) {
        assert.doesNotMatch(text, /<script|[^\\]\]\(javascript/, path);
      }
    }
  });

  test('compiles, and passes its tests and its check', () => {
    expectSuccess(run(directory, 'npm', ['run', 'check']));
    const output = expectSuccess(run(directory, 'npm', ['test']));
    assert.match(output, /^ℹ pass [1-9]\d+$/m);
  });

  test('comes back as the text it is', async () => {
    const environment = { DATABASE_URL: `sqlite:${join(directory, 'data', 'hostile.db')}` };
    expectSuccess(run(directory, 'npm', ['run', 'seed'], environment));
    const service = await startService(directory);
    try {
      const headers = { 'x-api-key': service.key };
      const answer = await fetch(`${service.address}/v1/notes`, { headers });
      const { items } = (await answer.json()) as { items: { text: string; body: string }[] };
      assert.equal(items[0]?.text, hostile);
      assert.equal(items[0]?.body, hostile);
      const document = await fetch(`${service.address}/openapi/v1.json`);
      const { info } = (await document.json()) as { info: { description: string } };
      assert.equal(info.description, hostile);
      const page = await (await fetch(`${service.address}/problems/strange`)).text();
      assert.doesNotMatch(page, /<script/);
      await assertPagesHarmless(service);
    } finally {
      await service.stop();
    }
  });
});

/** Every page that a person sees, with its forms. The documentation alone runs scripts, which are those that its policy names. */
async function assertPagesHarmless({ address, key }: RunningService): Promise<void> {
  const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
  const signedIn = await fetch(`${address}/sign-in`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ key }),
    redirect: 'manual',
  });
  assert.equal(signedIn.status, 303);
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const read = async (path: string) =>
    (await fetch(address + path, { headers: { ...headers, cookie } })).text();
  const list = await read('/v1/notes');
  const [, note = ''] = /href="(\/v1\/notes\/[0-9a-f-]{36})"/.exec(list) ?? [];
  const one = await read(note);
  assert.match(one, /<form method="post" id="advance"/);
  for (const page of ['/', '/sign-in?to="><script>', '/v1/nothing'].map(read)) {
    assertNoMarkup(await page);
  }
  assertNoMarkup(list);
  assertNoMarkup(one);
  const documentation = await read('/docs');
  assert.equal(documentation.match(/<script\b/g)?.length, 3);
}

function assertNoMarkup(page: string): void {
  assert.match(page, /^<!doctype html>/);
  for (const [tag] of page.matchAll(/<[a-z][^>]*>/gi)) {
    assert.doesNotMatch(tag, /^<(script|img|iframe|object|embed|base)\b|\son\w+\s*=/i);
    assert.doesNotMatch(tag.replaceAll(/"[^"]*"/g, '""'), /PWNED|[`']/, tag);
  }
  assert.doesNotMatch(page, /(?:href|action)="\s*javascript/i);
}
