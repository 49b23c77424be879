import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedKits } from '../../src/kits/find.ts';
import { loadKit } from '../../src/kits/load.ts';
import { kitFrom, mistakesOf } from './support.ts';

const head = 'kit: acme\nversion: 1.0.0\n';

test('a kit says what is wrong with it and where, as a specification does', () => {
  assert.deepEqual(mistakesOf('kit: acme\n'), [
    '1:1 the key "version" is missing: its version; any change of the kit raises it',
  ]);
  assert.match(mistakesOf(`${head}locks: {}\n`)[0] ?? '', /^3:1 unknown key "locks"/);
  assert.match(
    mistakesOf(`${head}defaults:\n  limits: { deph: 3 }\n`)[0] ?? '',
    /^4:13 unknown key "deph"/,
  );
  assert.match(
    mistakesOf(
      `${head}locked:\n  versioning.strategy: { value: heder, reason: All alike. }\n`,
    )[0] ?? '',
    /^4:33 .*"heder"/,
  );
  assert.match(
    mistakesOf(
      `${head}locked:\n  versioning.stratgy: { value: header, reason: All alike. }\n`,
    )[0] ?? '',
    /^4:3 unknown key "stratgy"/,
  );
  assert.match(
    mistakesOf(
      `${head}allowed:\n  endpoints.representations: { values: [json, jsn], reason: Few. }\n`,
    )[0] ?? '',
    /^4:47 .*"jsn"/,
  );
  assert.match(
    mistakesOf(`${head}generator: newest\n`)[0] ?? '',
    /^3:12 "newest" is no range of versions/,
  );
});

test('what belongs to one service is in no kit', () => {
  for (const part of [
    'defaults: { service: { name: desk } }',
    'defaults: { versioning: { versions: { "1": {} } } }',
    'locked: { authentication.allow.order: { value: { read: [admin] }, reason: Safe. } }',
  ]) {
    assert.match(mistakesOf(`${head}${part}\n`).join('\n'), /belongs to one service/, part);
  }
});

test('the start of a service is checked as a specification', () => {
  const starter = 'starter:\n  resources:\n    orders: { fields: { Name: { type: string } } }\n';
  assert.ok(mistakesOf(head + starter).some((each) => each.startsWith('5:')));
  assert.match(mistakesOf(`${head}starter: { limits: {} }\n`)[0] ?? '', /^3:12 .*no "limits"/);
});

test('no key of a kit reaches into a prototype', () => {
  const text = `${head}locked:\n  versioning.__proto__: { value: { polluted: 1 }, reason: Evil. }\n`;
  assert.match(mistakesOf(text).join('\n'), /__proto__/);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('the kits that come with the generator are right', async () => {
  for (const ref of shippedKits) {
    const loading = await loadKit(ref, '/');
    assert.ok(loading.ok, JSON.stringify(loading));
    assert.equal(loading.kit.name, ref);
  }
});

test('a kit is what its file says', () => {
  const kit = kitFrom(
    `${head}locked: { versioning.strategy: { value: header, reason: All alike. } }\n`,
  );
  assert.deepEqual(kit.locked, [
    { path: ['versioning', 'strategy'], value: 'header', reason: 'All alike' },
  ]);
});
