import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut. */
export interface Proxy {
  readonly port: number;
  /** Cuts every connection; the next ones are let through, unless it is closed. */
  cut(): void;
  /** Whether new connections come through. */
  isOpen: boolean;
  /** Bytes after which each connection to the server is cut; undefined: never. */
  cutAfter: number | undefined;
  stop(): Promise<void>;
}

export async function startProxy(to: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (!proxy.isOpen) {
      client.destroy();
      return;
    }
    const upstream = connect(to);
    let rest = proxy.cutAfter;
    for (const [from, onto] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        onto.destroy();
      });
      from.on('data', (chunk) => {
        if (from === client && rest !== undefined) {
          rest -= chunk.length;
          if (rest < 0) {
            client.destroy();
            return;
          }
        }
        onto.write(chunk);
      });
    }
  });
  const proxy: Proxy = {
    port: 0,
    isOpen: true,
    cutAfter: undefined,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      proxy.cut();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return Object.assign(proxy, {
    port: typeof address === 'object' && address !== null ? address.port : 0,
  });
}
