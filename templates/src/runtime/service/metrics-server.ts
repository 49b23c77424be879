import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';
import { nodeModules } from './node-modules.ts';

/**
 * Serves `/metrics` for a collector, at an address of its own: metrics name clients, so callers of the interface must not
 * see them.
 *
 * @param port 0: any free one
 * @returns what ends it
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<() => void> {
  const server = nodeModules.http.createServer((request, response) => {
    void answer(metrics, request, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function answer(
  metrics: Metrics,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isRead = method === 'GET' || method === 'HEAD';
  if (url.split('?')[0] !== '/metrics') {
    response.writeHead(404).end();
  } else if (!isRead) {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
  } else {
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : text);
  }
}
