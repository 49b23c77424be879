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

/** Sends requests over a real connection. A body that is no text is sent as JSON. */
export function testClient(
  address: string,
  credential: Readonly<Record<string, string>>,
): TestClient {
  return async (method, path, { body, headers = {} } = {}) => {
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const response = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: {
        ...credential,
        ...(body === undefined ? {} : { 'content-type': contentType }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parse(response, text),
    };
  };
}

function parse(response: Response, text: string): Record<string, unknown> {
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  const value: unknown = isJson && text !== '' ? JSON.parse(text) : {};
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** Places of the violations that a problem lists. */
export function placesOf({ body }: TestAnswer): string[] {
  const { errors } = body;
  if (!Array.isArray(errors)) return [];
  return errors.map((error: { at?: unknown }) => String(error.at));
}
