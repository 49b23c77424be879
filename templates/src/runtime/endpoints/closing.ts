import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';

/**
 * Lets clients of HTTP/1.1 go before the server closes. The next request of an idle connection may be on its way, and to close the
 * connection then would reset it. So every answer says from now on that its connection ends (RFC 9112, section 9.6), and idle
 * connections may bring one more request before they are closed. HTTP/2 has GOAWAY for this.
 *
 * @param latest the response to the last request of a connection
 * @param drainTime milliseconds in which idle connections may bring that request
 */
export function closeGently(
  server: FastifyInstance,
  latest: WeakMap<Socket, ServerResponse>,
  drainTime: number,
): void {
  const http1 = server.server;
  // Of TLS there are two sockets, one in the other, and both tell the same client: the outer one is not asked anything.
  const connections = new Map<string, Socket>();
  let state: 'open' | 'draining' | 'closed' = 'open';
  let onEnd: (() => void) | undefined;

  const add = (socket: Socket) => {
    const client = clientOf(socket);
    connections.set(client, socket);
    socket.once('close', () => {
      if (connections.get(client) === socket) connections.delete(client);
      onEnd?.();
    });
  };
  http1.on('connection', (socket: Socket) => {
    if (state === 'closed') socket.destroy();
    else add(socket);
  });
  http1.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') connections.delete(clientOf(socket));
    else add(socket);
  });
  http1.prependListener('request', ({ socket }, response) => {
    latest.set(socket, response);
    if (state !== 'open') response.shouldKeepAlive = false;
  });

  /** One that is written yet; behind one that is complete the client may have sent its next request. */
  const openResponseOf = (socket: Socket): ServerResponse | undefined => {
    const response = latest.get(socket);
    return response?.writableEnded === false ? response : undefined;
  };
  const isDrained = () =>
    [...connections.values()].every((socket) => openResponseOf(socket) !== undefined);

  server.addHook('preClose', (done) => {
    state = 'draining';
    for (const socket of connections.values()) {
      const response = openResponseOf(socket);
      if (response !== undefined) response.shouldKeepAlive = false;
    }
    const finish = () => {
      clearTimeout(timer);
      onEnd = undefined;
      state = 'closed';
      for (const socket of connections.values()) endWithAnswer(socket);
      done();
    };
    const finishOnceDrained = () => {
      if (isDrained()) finish();
    };
    const timer = setTimeout(finish, drainTime);
    onEnd = finishOnceDrained;
    finishOnceDrained();
  });

  /** A server that closes ends idle connections, and waits until late for one on which nothing was asked, or an answer had begun. */
  function endWithAnswer(socket: Socket): void {
    if (!latest.has(socket)) socket.destroy();
    const response = openResponseOf(socket);
    if (response?.headersSent === true) response.once('close', () => socket.end());
  }
}

function clientOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${String(remotePort)}`;
}
