import { Readable } from 'node:stream';
import { headersOf, sendRequest, type HttpRequest } from './http-client.ts';

/** As `fetch` does it, and with the Host header that is given, if one is. */
export function fetchFrom(url: string, request: HttpRequest): Promise<Response> {
  const hasHost = Object.keys(request.headers).some((name) => name.toLowerCase() === 'host');
  return hasHost ? fetchByHost(url, request) : fetch(url, request);
}

/** As `fetch` does it, but for the Host header: that is the one that is given, whatever the address is. */
export async function fetchByHost(url: string, request: HttpRequest): Promise<Response> {
  const answer = await sendRequest(url, request);
  const status = answer.statusCode ?? 0;
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) answer.resume();
  const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
  return new Response(isEmpty ? null : stream, { status, headers: headersOf(answer) });
}
