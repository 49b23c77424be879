import { connect, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { answerOf, type TestAnswer } from './client.ts';
import { linesFor } from './selected.ts';

/** Lines of a request, with the empty one that ends its head; the version is named as clients name it. */
export function head(...lines: readonly string[]): string {
  return `${linesFor(lines).join('\r\n')}\r\n\r\n`;
}

/**
 * Sends bytes as they are over a connection of its own, which no HTTP client would let through, and reads until the
 * service closes it.
 *
 * @param ca certificate that the service may show, besides those that everybody trusts
 * @returns the answers in the order in which they came
 */
export async function exchange(address: string, bytes: string, ca?: string): Promise<TestAnswer[]> {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === 'https:';
  // An address of IPv6 has brackets in a URL alone.
  const host = hostname.replaceAll(/[[\]]/g, '');
  const socket = isSecure
    ? connectSecurely({
        host,
        port: Number(port || 443),
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(ca === undefined ? {} : { ca }),
      })
    : connect(Number(port || 80), host);
  socket.setTimeout(5000, () => {
    socket.destroy(new Error('the service neither answers nor closes the connection'));
  });
  // Never ended from this side: a service that waits for more is to close it.
  socket.write(bytes);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket) chunks.push(Buffer.from(chunk as Uint8Array));
  } catch (error) {
    // A server may refuse a request without reading it to the end: the bytes before the reset are the response.
    const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    if (!isReset || chunks.length === 0) throw error;
  }
  return answersIn(Buffer.concat(chunks));
}

function answersIn(bytes: Buffer): TestAnswer[] {
  const answers: TestAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${statusLine} `)?.[1]);
    const headers = new Headers(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    answers.push(answerOf(status, headers, body.toString()));
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}
