import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect as connectByHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { editSpecification } from '../../src/specification/index.ts';
import { exampleText, generate, install, temporaryDirectory } from '../support/generated.ts';
import { makeCertificate } from '../support/certificate.ts';

const json = 'content-type: application/json\r\n';
const body = JSON.stringify({ customerEmail: 'ada@example.com' });

/** What a client has sent when it goes away. */
const sent = [
  `POST /v1/orders HTTP/1.1\r\nhost: a\r\n${json}content-length: 100\r\n\r\n${body.slice(0, 10)}`,
  `POST /v1/orders HTTP/1.1\r\nhost: a\r\n${json}transfer-encoding: chunked\r\n\r\n5\r\n{"cus\r\n`,
  `POST /v1/orders HTTP/1.1\r\nhost: a\r\n${json}content-length: 100\r\nexpect: 100-continue\r\n\r\n`,
  'POST /v1/orders HTTP/1.1\r\nhost: a\r\n',
  'GET /v1/orders HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /v1/events HTTP/1.1\r\nhost: a\r\n\r\n',
];

/** Clients go away at any time; that is no fault of the service. */
describe('a client that goes away', () => {
  const directory = join(temporaryDirectory(), 'order-desk');

  before(async () => {
    const text = editSpecification(exampleText('order-desk'), [
      { path: ['authentication'], value: { mechanisms: ['none'] } },
    ]);
    await generate(text, directory);
    install(directory);
  });
  after(() => rmSync(dirname(directory), { recursive: true, force: true }));

  /** What the service logs as its own fault while something happens. */
  async function errorsDuring(
    environment: NodeJS.ProcessEnv,
    act: (service: RunningService) => Promise<void>,
  ): Promise<string> {
    const service = await startService(directory, undefined, { LOG_LEVEL: 'info', ...environment });
    try {
      await act(service);
      // The service has seen what came before.
      const last = await fetch(
        new URL('/health', service.address.replace('https:', 'http:')),
      ).catch(() => undefined);
      await last?.text();
    } finally {
      await service.stop();
    }
    return service
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line))
      .join('\n');
  }

  test('in the middle of anything is no error in the log', async () => {
    const errors = await errorsDuring({}, async ({ address }) => {
      for (const text of sent) {
        for (const way of ['destroy', 'resetAndDestroy'] as const) {
          const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1' });
          await once(socket, 'connect');
          socket.on('error', () => {});
          socket.write(text);
          await wait(100);
          socket[way]();
          await once(socket, 'close');
        }
      }
    });
    assert.equal(errors, '');
  });

  test('in the middle of a body by HTTP/2 is no error in the log', async () => {
    const errors = await errorsDuring(makeCertificate(directory), async ({ address }) => {
      for (const leave of ['stream', 'connection'] as const) {
        const session = connectByHttp2(address, { rejectUnauthorized: false });
        session.on('error', () => {});
        const stream = session.request({
          ':method': 'POST',
          ':path': '/v1/orders',
          'content-type': 'application/json',
        });
        stream.on('error', () => {});
        stream.write(body.slice(0, 10));
        await wait(200);
        if (leave === 'stream') stream.close(8);
        else session.destroy();
        await once(stream, 'close');
        await wait(100);
        session.destroy();
      }
    });
    assert.equal(errors, '');
  });
});
