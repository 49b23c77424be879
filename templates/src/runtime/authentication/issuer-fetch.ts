/** Milliseconds until an issuer is taken for one that does not answer. */
const timeout = 5000;
/** Bytes; what an issuer says of itself and of its keys is a few of a thousand. */
const limit = 512 * 1024;

const onThisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True if the content cannot be changed on the way: by TLS, or because it never leaves the machine. */
export function isSecure(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && onThisMachine.has(hostname));
}

/** Fetches from an issuer: no redirects, no long waits, no long answers, no plain text over a network. */
export async function issuerFetch(address: string, options: RequestInit = {}): Promise<Response> {
  if (!isSecure(address)) throw new Error('an issuer is asked by https alone');
  const response = await fetch(address, {
    ...options,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > limit) throw new Error('the issuer answers with more than is read');
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(new Blob(chunks), { status, headers });
}
