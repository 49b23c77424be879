import type { FastifyRequest } from 'fastify';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Limits } from '../limits/limits.ts';
import type { Application } from '../service/application.ts';
import type { Wording } from './languages/texts.ts';
import { originForm, pathOf } from './request-target.ts';

/**
 * Refuses every request that came in plain text over a network, before anything of it is read: at a redirect, others have
 * read the credential already. Only the health checks answer, for the tools that watch the process.
 */
export function plainTextRefusal(
  { transportOf }: Pick<Application, 'transportOf'>,
  { raw, url }: Pick<FastifyRequest, 'raw' | 'url'>,
): Problem | undefined {
  if (transportOf(raw) !== 'open' || isHealth(pathOf(url))) return undefined;
  return new Problem(builtIn.httpsRequired);
}

function isHealth(path: string): boolean {
  return path === '/health' || path.startsWith('/health/');
}

/** What the head of a request says that is refused wherever it is addressed to. */
export function refusalOf(
  { raw, originalUrl }: Pick<FastifyRequest, 'raw' | 'originalUrl'>,
  limits: Limits,
): Problem | undefined {
  const { method, rawHeaders, headers } = raw;
  // The parser of HTTP/1.1 takes a request line of any version for one of its own.
  if (raw.httpVersionMajor !== 1 && !('stream' in raw)) {
    return new Problem(builtIn.httpVersionNotSupported, { headers: { connection: 'close' } });
  }
  const url = originForm(originalUrl);
  if (url.length > limits.uri) {
    return new Problem(builtIn.uriTooLong, {
      headers: { connection: 'close' },
      members: { limit: limits.uri },
    });
  }
  const { size, hosts, host } = measure(rawHeaders);
  if (size > limits.headers) return new Problem(builtIn.headersTooLarge);
  // RFC 9112, section 3.2. HTTP/1.0 may leave it out, and nothing of ours needs HTTP/1.0.
  if (hosts !== 1) return malformed(({ details }) => details.hosts);
  if (!hostPattern.test(host)) return malformed(({ details }) => details.host);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    // RFC 9112, section 6.1. Where the body would end is uncertain now.
    return new Problem(builtIn.notImplemented, {
      detail: ({ details }) => details.transferCoding,
      headers: { connection: 'close' },
    });
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    // Whether a body follows is uncertain now.
    return new Problem(builtIn.expectationFailed, { headers: { connection: 'close' } });
  }
  if (url.includes('#')) return malformed(({ details }) => details.fragment);
  if (url === '*' && method !== 'OPTIONS') {
    return malformed(({ details }) => details.asterisk);
  }
  return undefined;
}

/** A name or an address, and perhaps a port (RFC 9110, section 7.2, and RFC 3986, section 3.2). */
const hostPattern = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\w.~!$&'()*+,;=:-]+\])(?::\d*)?$/;

interface Measured {
  /** Of the header section, in bytes. */
  readonly size: number;
  /** How many hosts it names, and one of them. */
  readonly hosts: number;
  readonly host: string;
}

/** Node keeps names and values in turn. */
function measure(rawHeaders: readonly string[]): Measured {
  let size = 0;
  let hosts = 0;
  let host = '';
  let authority: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name.startsWith(':')) {
      // Of HTTP/2, for what is the request line of HTTP/1.1 and Host.
      if (name === ':authority') authority = value;
    } else {
      // A colon, a space and the end of the line are not among them.
      size += name.length + value.length + 4;
      // RFC 9113, section 8.3.1: a client may send both, if they say the same.
      if (isHost(name) && value !== authority) {
        hosts += 1;
        host = value;
      }
    }
  }
  return authority === undefined
    ? { size, hosts, host }
    : { size, hosts: hosts + 1, host: authority };
}

function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

function malformed(detail: Wording): Problem {
  return new Problem(builtIn.malformedRequest, { detail });
}
