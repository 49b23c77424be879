import { request as plainly, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as securely } from 'node:https';

export interface HttpRequest {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** Whether a connection that was kept open had been closed by the service before the request came: it was not read then. */
function wasClosed(error: NodeJS.ErrnoException, { reusedSocket }: ClientRequest): boolean {
  return reusedSocket && error.code === 'ECONNRESET';
}

/**
 * Sends a request with exactly these headers, Host included, and follows no redirect. The tests send thousands of requests, and
 * `fetch` takes about three times the processor time for each. A test that keeps this process busy for seconds lets connections grow old:
 * what was sent on one that the service had closed is sent again.
 *
 * @returns the answer as soon as its head is there; its body has to be read or destroyed
 */
export function sendRequest(
  url: string,
  { method = 'GET', headers, body, signal }: HttpRequest,
): Promise<IncomingMessage> {
  const send = url.startsWith('https:') ? securely : plainly;
  const sent = {
    // Node would send the body of a DELETE without its length, and the service would take it for the next request.
    ...(body === undefined ? {} : { 'content-length': String(body.byteLength) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { method, headers: sent, ...(signal === undefined ? {} : { signal }) },
      resolve,
    );
    request.on('error', (error) => {
      if (wasClosed(error, request)) {
        resolve(
          sendRequest(url, { method, headers, ...(body && { body }), ...(signal && { signal }) }),
        );
      } else reject(error);
    });
    request.end(body);
  });
}

export function headersOf(answer: IncomingMessage): Headers {
  const fields = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) fields.append(name, value);
  }
  return fields;
}

/** The whole body. Rejects where the connection ends before it. */
export function textOf(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => (text += part));
    answer.on('end', () => resolve(text));
    answer.on('error', reject);
  });
}
