import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Parser } from '@asyncapi/parser';
import { CloudEvent } from 'cloudevents';
import { EventSource } from 'eventsource';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { generateAcme, startAcme } from '../support/acme.ts';
import { temporaryDirectory } from '../support/generated.ts';
import { redocly, spectral } from '../support/openapi-linters.ts';

/** The service as others see it: by the client of browsers, and by the parsers of those who wrote the defaults. */
describe('events of a service that runs', () => {
  const directory = join(temporaryDirectory(), 'acme');
  let service: RunningService;
  let key = '';

  before(async () => {
    await generateAcme(directory);
    const acme = await startAcme(directory);
    ({ key } = acme);
    service = acme;
  });
  after(async () => {
    await service.stop();
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  async function send(method: string, path: string, body: object): Promise<Response> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const response = await fetch(new URL(path, service.address), {
      method,
      headers: { 'x-api-key': key, 'content-type': type },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, await response.clone().text());
    return response;
  }

  const text = async (path: string) => (await fetch(new URL(path, service.address))).text();

  /** Follows the events as a browser does, which comes back by itself. */
  function follow(query = '') {
    const got: { readonly id: string; readonly event: Record<string, unknown> }[] = [];
    const keyed: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, 'x-api-key': key } });
    const source = new EventSource(new URL(`/v1/events${query}`, service.address), {
      fetch: keyed,
    });
    for (const kind of ['created', 'updated', 'submitted', 'deleted']) {
      source.addEventListener(`com.acme.order.${kind}.v1`, ({ data, lastEventId }) => {
        got.push({ id: lastEventId, event: JSON.parse(String(data)) as Record<string, unknown> });
      });
    }
    return { source, got };
  }

  test('the AsyncAPI document is accepted by the parser of the project, without a word', async () => {
    const { document, diagnostics } = await new Parser().parse(await text('/asyncapi.json'));
    const found = diagnostics.map(({ code, message, path }) => [code, message, path.join('/')]);
    assert.deepEqual(found, []);
    assert.equal(document?.channels().length, 2);
  });

  test('the OpenAPI document with webhooks and a stream breaks no rule of Redocly or Spectral', async () => {
    // Without its own name the document would tell the address of this machine.
    const document = (await text('/openapi/v1.json')).replaceAll(
      /http:\/\/(localhost|127\.0\.0\.1):\d+/g,
      'https://acme.example',
    );
    assert.ok(Object.keys((JSON.parse(document) as { webhooks: object }).webhooks).length > 0);
    assert.deepEqual(await redocly(document), []);
    assert.deepEqual(await spectral(document), []);
  });

  test('EventSource hears what happens within a second, and after a restart what it missed', async () => {
    const { source, got } = follow();
    try {
      await until(() => source.readyState === EventSource.OPEN);
      const started = performance.now();
      const made = await send('POST', '/v1/orders', {
        reference: 'AC-000017',
        customerEmail: 'ada@example.com',
        total: '1.00',
      });
      const location = made.headers.get('location') ?? '';
      await until(() => got.length === 1);
      assert.ok(performance.now() - started < 1000);
      const [first] = got;
      assert.ok(first !== undefined && new CloudEvent(first.event).validate());
      assert.equal(first.event['id'], first.id);
      assert.equal(first.event['subject'], location.replace('/v1/', ''));

      const { port } = new URL(service.address);
      await service.stop();
      service = await startService(directory, undefined, { PORT: port });
      // Before it is back.
      await send('PATCH', location, { note: 'missed' });
      await until(() => got.length === 2);
      const [, second] = got;
      assert.ok(second !== undefined);
      assert.match(String(second.event['type']), /order\.updated/);
      assert.equal((second.event['data'] as { revision: number }).revision, 2);
    } finally {
      source.close();
    }
  });

  test('a service that is told to stop does so at once, whoever listens', async () => {
    const { source } = follow('?types=order.deleted');
    await until(() => source.readyState === EventSource.OPEN);
    const started = performance.now();
    await service.stop();
    assert.ok(performance.now() - started < 3000);
    source.close();
    service = await startService(directory);
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (const start = performance.now(); !condition();) {
    assert.ok(performance.now() - start < 15_000, 'it does not come');
    await wait(10);
  }
}
