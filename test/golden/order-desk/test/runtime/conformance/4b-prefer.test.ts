import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  followed,
  offering,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import type { ResourceSample } from '../support/sample.ts';

// A caller that may not read a resource gets no representation of it, whatever Prefer says.
const creatable = offering('create').filter(({ isShown }) => isShown);
const updatable = offering('read', 'update');
const replaceable = offering('read', 'replace').filter(({ writeOnly }) => writeOnly.length === 0);

describe('part 4b, preferences', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  async function made(sample: ResourceSample): Promise<string> {
    const collection = await make.collection(sample);
    return `${collection}/${(await make.insert(sample, collection)).id}`;
  }

  const minimal = [
    'return=minimal',
    'RETURN=minimal',
    'return="minimal"',
    'wait=5, return=minimal',
    'return=minimal; foo=1',
  ];

  test(
    'C-053 C-137 who prefers little gets the address of what is new, and no body',
    unless(creatable),
    async () => {
      for (const sample of creatable) {
        const collection = await make.collection(sample);
        for (const prefer of minimal) {
          const body = await make.body(sample);
          const answer = await send('POST', collection, { body, headers: { prefer } });
          assert.equal(answer.status, 201, answer.text);
          assert.equal(answer.text, '');
          assert.equal(answer.headers.get('content-type'), null);
          assert.equal(answer.headers.get('preference-applied'), 'return=minimal', prefer);
          assert.match(answer.headers.get('vary') ?? '', /\bPrefer\b/);
          const location = followed(answer.headers.get('location') ?? '');
          assert.ok(location.startsWith(`${collection}/`));
          if (!sample.methods.includes('read')) continue;
          const read = await send('GET', location);
          assert.equal(read.status, 200);
          assert.equal(answer.headers.get('etag'), read.headers.get('etag'));
        }
      }
    },
  );

  test(
    'C-063 C-138 who prefers little gets 204 for a change, with its tag',
    unless(updatable),
    async () => {
      for (const sample of updatable) {
        const path = await made(sample);
        const changes = Object.entries(await make.body(sample, 1)).filter(
          ([name]) => !sample.immutable.includes(name),
        );
        const body = Object.fromEntries(changes);
        const answer = await send('PATCH', path, { body, headers: { prefer: 'return=minimal' } });
        assert.equal(answer.status, 204, answer.text);
        assert.equal(answer.text, '');
        for (const name of ['content-type', 'content-length', 'transfer-encoding']) {
          assert.equal(answer.headers.get(name), null, name);
        }
        assert.equal(answer.headers.get('preference-applied'), 'return=minimal');
        assert.match(answer.headers.get('vary') ?? '', /\bPrefer\b/);
        const read = await send('GET', path);
        assert.equal(answer.headers.get('etag'), read.headers.get('etag'));
        for (const [name, value] of changes) {
          if (!sample.writeOnly.includes(name)) assert.deepEqual(read.body[name], value, name);
        }
      }
    },
  );

  test('C-061 C-138 the same for PUT, whose answer has no tag', unless(replaceable), async () => {
    for (const sample of replaceable) {
      const path = await made(sample);
      const { body } = await send('GET', path);
      const answer = await send('PUT', path, { body, headers: { prefer: 'return=minimal' } });
      assert.equal(answer.status, 204, answer.text);
      assert.equal(answer.text, '');
      assert.equal(answer.headers.get('etag'), null);
      assert.equal(answer.headers.get('preference-applied'), 'return=minimal');
    }
  });

  test(
    'C-063 C-136 who prefers to see the change sees it, and so does who says nothing',
    unless(updatable),
    async () => {
      const [sample] = updatable;
      assert.ok(sample !== undefined);
      const path = await made(sample);
      const seen = await send('PATCH', path, {
        body: {},
        headers: { prefer: 'return=representation' },
      });
      assert.equal(seen.status, 200);
      assert.equal(seen.headers.get('preference-applied'), 'return=representation');
      assert.equal(seen.body['revision'], 1);
      const ignored = [
        '',
        'return',
        'return=nothing',
        'respond-async',
        'return=minimalistic',
        '=minimal',
        'x="return=minimal"',
      ];
      for (const prefer of [...ignored, undefined]) {
        const headers = prefer === undefined ? {} : { prefer };
        const answer = await send('PATCH', path, { body: {}, headers });
        assert.equal(answer.status, 200, prefer);
        assert.equal(answer.text, seen.text);
        assert.equal(answer.headers.get('preference-applied'), null, prefer);
        assert.match(answer.headers.get('vary') ?? '', /\bPrefer\b/);
      }
    },
  );

  test('C-049 reading and refusing take no preference', unless(updatable), async () => {
    const [sample] = updatable;
    assert.ok(sample !== undefined);
    const path = await made(sample);
    const headers = { prefer: 'return=minimal' };
    const read = await send('GET', path, { headers });
    assert.equal(read.status, 200);
    assert.notEqual(read.text, '');
    const refused = await send('PATCH', path, { body: { 'no-such': 1 }, headers });
    assert.equal(refused.headers.get('content-type'), 'application/problem+json');
    for (const answer of [read, refused]) {
      assert.equal(answer.headers.get('preference-applied'), null);
    }
  });
});
