import type { IncomingHttpHeaders } from 'node:http';

export interface CookieSettings {
  /** Name of the service: browsers tell no ports apart, and several services may share a host. */
  readonly service: string;
  /** Path of the service's own address; empty where that is the host alone. */
  readonly basePath: string;
}

/** The cookie that carries a session (RFC 6265). */
export interface SessionCookie {
  /** The value that a request carries. */
  valueIn(headers: IncomingHttpHeaders, isSecure: boolean): string | undefined;
  /** Set-Cookie with a new value. */
  set(value: string, seconds: number, isSecure: boolean): string;
  /** Set-Cookie that makes the browser forget it. */
  clear(isSecure: boolean): string;
}

/**
 * No script reads the cookie, no form of another site carries it, and behind TLS it is sent by TLS alone. Its name has then a
 * prefix by which browsers refuse it from anybody else (RFC 6265bis, section 4.1.3).
 */
export function sessionCookie({ service, basePath }: CookieSettings): SessionCookie {
  const secureName = `${basePath === '' ? '__Host-' : '__Secure-'}${service}-session`;
  const nameOf = (isSecure: boolean) => (isSecure ? secureName : `${service}-session`);
  const write = (value: string, seconds: number, isSecure: boolean) =>
    [
      `${nameOf(isSecure)}=${value}`,
      `Path=${basePath}/`,
      `Max-Age=${String(seconds)}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ');
  return {
    valueIn({ cookie = '' }, isSecure) {
      const start = `${nameOf(isSecure)}=`;
      const pair = cookie.split(';').find((each) => each.trimStart().startsWith(start));
      return pair?.trim().slice(start.length);
    },
    set: write,
    clear: (isSecure) => write('', 0, isSecure),
  };
}
