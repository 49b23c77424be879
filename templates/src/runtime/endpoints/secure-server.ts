import type {
  Server as HttpServer,
  IncomingMessage,
  ServerOptions,
  ServerResponse,
} from 'node:http';
import type { Server } from 'node:https';
import type { Http2Server } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { nodeModules } from '../service/node-modules.ts';
import type { Identity } from '../service/tls.ts';

/**
 * A server for HTTP/1.1 and HTTP/2 by TLS on one port: the handshake decides which of them a connection speaks (ALPN,
 * RFC 7301). HTTP/1.1 is what `node:http` makes of it, with all its limits; connections of HTTP/2 are handed on.
 */
export function createSecureServer(
  { context }: Identity,
  options: ServerOptions & { readonly headersTimeout: number },
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  http2: Http2Server,
): Server {
  const server = nodeModules.https.createServer(
    {
      ...options,
      ...context,
      ALPNProtocols: ['h2', 'http/1.1'],
      handshakeTimeout: options.headersTimeout,
    },
    handler,
  );
  // What `node:https` itself does with a connection whose handshake is done: it reads HTTP/1.1.
  const listeners = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') {
      http2.emit('connection', socket);
      return;
    }
    for (const listener of listeners) listener.call(server, socket);
  });
  return server;
}

/** New connections show another certificate; those that are open go on. */
export function useIdentity(server: HttpServer, { context }: Identity): void {
  if (server instanceof nodeModules.https.Server) server.setSecureContext(context);
}
