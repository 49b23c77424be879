import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { quoted } from '../../../templates/src/runtime/authentication/mechanism.ts';
import { arrive } from '../../../templates/src/runtime/endpoints/arrival.ts';
import { send } from '../../../templates/src/runtime/endpoints/send.ts';
import type { Application } from '../../../templates/src/runtime/service/application.ts';

describe('what is sent', () => {
  test('a realm beyond ASCII is in UTF-8 once (RFC 7617, section 2.1)', async () => {
    const realm = `Basic realm=${quoted('Über 🙂')}`;
    const answer = await answered({ 'www-authenticate': realm }, '{"title":"Größe"}');
    assert.match(answer, /www-authenticate: Basic realm="Über 🙂"\r\n/);
    assert.match(answer, /\r\n\r\n\{"title":"Größe"\}$/);
  });
});

/** The bytes of an answer, read as UTF-8. */
async function answered(headers: Record<string, string>, body: string): Promise<string> {
  const application = {
    clock: () => new Date(),
    observers: [],
    strategy: { resolve: () => ({ kind: 'refused' }) },
  } as unknown as Application;
  const server = createServer((raw, response) => {
    arrive(application, raw);
    const request = { raw, method: 'GET' } as unknown as FastifyRequest;
    send(request, { raw: response } as unknown as FastifyReply, 401, headers, body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\nHost: service.test\r\nConnection: close\r\n\r\n');
    return await text(socket);
  } finally {
    server.close();
  }
}
