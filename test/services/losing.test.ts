import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { evolvedFixture, expectVersions, runOwnTests } from '../support/evolved-fixture.ts';
import { startEvolved } from '../support/evolved-service.ts';

describe('a version of which the next one takes things away', () => {
  const directory = evolvedFixture('losing', 'book-shop', ['1', '2']);

  test('answers as it was recorded but for what the step says, and as it was promised', () => {
    expectVersions(directory);
  });

  test('may still be asked for an event that the step withdraws, and gets none', async () => {
    const service = await startEvolved(directory, '2025-06-01T00:00:00Z');
    try {
      const subscribe = (events: readonly string[]) =>
        service.request('POST', '/v1/webhook-endpoints', {
          body: { url: 'https://hooks.shop.example/books', events },
        });
      const both = await subscribe(['book.created', 'book.deleted']);
      assert.equal(both.status, 201, both.text);
      assert.deepEqual(both.body['events'], ['book.created']);
      assert.match(String(both.body['secret']), /^whsec_/);
      assert.equal((await subscribe(['book.deleted'])).status, 400);
      const stream = await service.request('GET', '/v1/events?types=book.sold');
      assert.equal(stream.status, 400);
      assert.match(stream.text, /book\.deleted/);
      const made = await service.request('POST', '/v1/books', {
        body: { title: 'Emma', binding: 'leather' },
      });
      const gone = await service.request('DELETE', `/v1/books/${String(made.body['id'])}`);
      assert.equal(gone.status, 204, 'the older version still deletes');
      const { text } = await service.request('GET', '/asyncapi.json');
      assert.doesNotMatch(text, /deleted/);
      // Its document names nothing as the newest version does.
      const document = await service.request('GET', '/openapi/v1.json');
      assert.doesNotMatch(document.text, /in-stock|volume/i);
    } finally {
      await service.stop();
    }
  });

  test('is compared with its recordings in all else, and in what the step shows instead', () => {
    const recordings = join(directory, 'contracts', 'v1', '1.0.0', 'recordings.json');
    const losses = join(directory, 'test', 'versioning', 'losses.ts');
    const breakages: readonly (readonly [file: string, from: string, to: string])[] = [
      [recordings, '"title": "Title 2",', '"title": "Title 3",'],
      [recordings, '"revision": 6,', '"revision": 7,'],
      [recordings, '"status": 204', '"status": 200'],
      [losses, "shown: 'B7'", "shown: 'B8'"],
      [losses, "leather: 'cloth'", "cloth: 'leather'"],
    ];
    for (const [file, from, to] of breakages) {
      const text = readFileSync(file, 'utf8');
      assert.ok(text.includes(from), `${from} in ${file}`);
      // What is sent stays: only answers are others.
      writeFileSync(
        file,
        text.slice(0, text.lastIndexOf(from)) +
          text.slice(text.lastIndexOf(from)).replace(from, to),
      );
      const { stdout } = runOwnTests(directory, 'test/versioning/recordings.test.ts');
      assert.match(stdout, /✖ v1\/1\.0\.0/, `${from} → ${to} is noticed`);
      writeFileSync(file, text);
    }
  });
});
