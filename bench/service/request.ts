/** A request, and what has to come back. */
export interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expected: {
    readonly status: number;
    readonly mediaType: string;
    /** Whether this is the body that belongs to the request. */
    body(text: string): boolean;
  };
}

export class WrongAnswer extends Error {}

/** Sends one request and checks all of its answer. @returns the body */
export async function request(address: string, exchange: Exchange): Promise<string> {
  const { method, path, headers, body, expected } = exchange;
  const response = await fetch(address + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const mediaType = response.headers.get('content-type')?.split(';')[0];
  if (
    response.status !== expected.status ||
    mediaType !== expected.mediaType ||
    !expected.body(text)
  ) {
    throw new WrongAnswer(
      `${method} ${address}${path} as ${expected.mediaType} was answered with ${String(response.status)} ` +
        `${String(mediaType)}: ${text.slice(0, 400)}`,
    );
  }
  return text;
}
