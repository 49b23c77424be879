import { request as overHttp, type IncomingHttpHeaders } from 'node:http';
import { request as overHttps } from 'node:https';

/** An answer whose body is as it was sent: in its content coding. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request that says nothing of itself, as `fetch` would of the codings that it can undo. */
export function sendPlainly(
  address: string,
  method: 'GET' | 'HEAD',
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const request = address.startsWith('https:') ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const sent = request(address + path, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const { statusCode = 0, headers: received } = answer;
        resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
