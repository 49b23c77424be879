import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startService } from '../../scripts/demo/start-service.ts';
import { campaign, type Fault } from '../support/fuzz/campaign.ts';
import {
  exampleText,
  generate,
  install,
  temporaryDirectory,
  withoutRules,
} from '../support/generated.ts';

/** Faults that somebody could make, and what the fuzzer calls them. */
const breaks = [
  {
    what: 'an error that nobody expects',
    file: 'runtime/endpoints/operations/read.ts',
    from: 'const { id, rowFilter } = placeOf(resource, context);',
    to: "const { id, rowFilter } = placeOf(resource, context); if (id > '') throw new TypeError('x');",
    kind: 'server-error',
  },
  {
    what: 'a header that no document names',
    file: 'runtime/endpoints/headers.ts',
    from: "'referrer-policy': 'no-referrer',",
    to: "'referrer-policy': 'no-referrer', 'x-powered-by': 'x',",
    kind: 'undocumented-header',
  },
  {
    what: 'a status that no document names',
    file: 'runtime/endpoints/operations/remove.ts',
    from: 'return { status: 204 };',
    to: 'return { status: 202 };',
    kind: 'undocumented-status',
  },
  {
    what: 'the stack in a problem',
    file: 'runtime/errors/problem-document.ts',
    from: 'details.detail === undefined ? description :',
    to: 'details.detail === undefined ? String(problem.stack) :',
    kind: 'leak',
  },
  {
    what: 'a member that is not what the schema says',
    file: 'runtime/endpoints/operations/list.ts',
    from: 'items: items.map((item) => shown(resource, item)),',
    to: 'items: items.map((item) => ({ ...shown(resource, item), revision: -1 })),',
    kind: 'invalid-body',
  },
  {
    what: 'an answer that never comes',
    file: 'runtime/endpoints/operations/remove.ts',
    from: 'handle(context) {',
    to: 'async handle(context) { await new Promise(() => undefined);',
    kind: 'no-answer',
  },
  {
    what: 'a check that refuses what the document permits',
    file: 'runtime/endpoints/validation.ts',
    from: 'if (errors.length > 0) throw',
    to: "if (errors.length > 0 || JSON.stringify(value).includes('EUR')) throw",
    kind: 'valid-refused',
  },
  {
    what: 'a check that lets everything pass',
    file: 'runtime/endpoints/validation.ts',
    from: 'if (errors.length > 0) throw',
    to: 'if (errors.length > 99) throw',
    kind: 'invalid-accepted',
  },
] as const satisfies readonly { readonly kind: Fault['finding']['kind']; [key: string]: string }[];

const directory = join(temporaryDirectory(), 'broken');

before(async () => {
  await generate(withoutRules(exampleText('order-desk')), directory);
  install(directory);
});
after(() => {
  rmSync(join(directory, '..'), { recursive: true, force: true });
});

for (const [index, { what, file, from, to, kind }] of breaks.entries()) {
  test(`the fuzzer finds ${what}`, async () => {
    const path = join(directory, 'src', file);
    const whole = readFileSync(path, 'utf8');
    assert.ok(whole.includes(from), `${file} has ${from}`);
    writeFileSync(path, whole.replace(from, to));
    try {
      const faults = await faultsOf(`sqlite:${join(directory, `${String(index)}.db`)}`);
      const found = faults.filter(({ finding }) => finding.kind === kind);
      assert.ok(found.length > 0, faults.map(({ report }) => report).join('\n'));
      // Whoever reads it can send it again.
      assert.match(found[0]?.report ?? '', /seed 1, request \d+.*\n(.*\n)*? {2}curl .*http/);
    } finally {
      writeFileSync(path, whole);
    }
  });
}

async function faultsOf(database: string): Promise<readonly Fault[]> {
  const service = await startService(directory, undefined, {
    DATABASE_URL: database,
    LOG_LEVEL: 'silent',
  });
  try {
    const { faults } = await campaign({
      address: service.address,
      seed: 1,
      requests: 600,
      limit: 1000,
      credential: ['X-API-Key', service.key],
    });
    return faults;
  } finally {
    await service.stop();
  }
}
