import { selector } from '../../contract.ts';
import { headersOf, sendRequest, textOf } from './http-client.ts';
import { withoutBasePath } from './links.ts';
import { requestFor } from './selected.ts';

/** An answer, its body parsed where it is JSON. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as an object; empty where it is none. */
  readonly body: Record<string, unknown>;
}

export interface TestRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type TestClient = (
  method: string,
  path: string,
  request?: TestRequest,
) => Promise<TestAnswer>;

/**
 * Sends requests over a real connection. Paths begin with their version, `/v1/orders`, and media types do without one:
 * what clients of this service send for them the selector of the contract says. A body that is neither text nor bytes is sent as
 * JSON.
 */
export function testClient(
  address: string,
  credential: Readonly<Record<string, string>>,
): TestClient {
  const send = plainClient(address, credential);
  return async (method, link, { body, headers = {} } = {}) => {
    const path = withoutBasePath(link);
    const request = requestFor(path, {
      ...(body === undefined ? {} : { 'content-type': contentType(method) }),
      ...headers,
    });
    const answer = await send(method, request.target, { body, headers: request.headers });
    const type = answer.headers.get('content-type');
    if (type !== null) answer.headers.set('content-type', selector.plain(type, path));
    return answer;
  };
}

/** The same for requests that are sent as they are. */
export function plainClient(
  address: string,
  credential: Readonly<Record<string, string>>,
): TestClient {
  return async (method, target, { body, headers = {} } = {}) => {
    const response = await sendRequest(address + withoutBasePath(target), {
      method,
      headers: {
        ...credential,
        ...(body === undefined ? {} : { 'content-type': contentType(method) }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bytesOf(body) }),
    });
    const { statusCode = 0 } = response;
    const answered = headersOf(response);
    if (answered.get('content-type')?.startsWith('text/event-stream') === true) {
      // It has no end. Tests of its own read it.
      response.destroy();
      return answerOf(statusCode, answered, '');
    }
    return answerOf(statusCode, answered, await textOf(response));
  };
}

function contentType(method: string): string {
  return method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

export function answerOf(status: number, headers: Headers, text: string): TestAnswer {
  const isJson = /[/+]json/.test(headers.get('content-type') ?? '');
  const value: unknown = isJson && text !== '' ? JSON.parse(text) : {};
  const body =
    typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  return { status, headers, text, body };
}

/** Places of the violations that a problem lists. */
export function placesOf({ body }: TestAnswer): string[] {
  const { errors } = body;
  if (!Array.isArray(errors)) return [];
  return errors.map((error: { at?: unknown }) => String(error.at));
}
