import { request as plainly, type IncomingMessage } from 'node:http';
import { request as securely } from 'node:https';
import { Readable } from 'node:stream';

interface HostRequest {
  readonly method?: string;
  readonly redirect?: 'manual';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** As `fetch` does it, and with the Host header that is given, if one is. */
export function fetchFrom(url: string, request: HostRequest): Promise<Response> {
  const hasHost = Object.keys(request.headers).some((name) => name.toLowerCase() === 'host');
  return hasHost ? fetchByHost(url, request) : fetch(url, request);
}

/** As `fetch` does it, but for the Host header: that is the one that is given, whatever the address is. */
export async function fetchByHost(
  url: string,
  { method = 'GET', headers, body, signal }: HostRequest,
): Promise<Response> {
  const send = url.startsWith('https:') ? securely : plainly;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(
      url,
      { method, headers, ...(signal === undefined ? {} : { signal }) },
      resolve,
    );
    request.on('error', reject);
    request.end(body);
  });
  const status = answer.statusCode ?? 0;
  const fields = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) fields.append(name, value);
  }
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) answer.resume();
  const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
  return new Response(isEmpty ? null : stream, { status, headers: fields });
}
