import { isIP } from 'node:net';
import type { TlsFiles } from './tls.ts';
import { isLoopback } from './transport.ts';

interface Listening {
  readonly host: string;
  readonly tls?: TlsFiles;
  readonly trustedProxies: string;
  readonly baseUrl: string;
}

/** The notice about plain-text requests for the operator; empty if none is needed. */
export function plainTextNotice({ host, tls, trustedProxies, baseUrl }: Listening): string {
  const isLocal = host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));
  if (isLocal) return '';
  const { protocol, hostname } = new URL(baseUrl);
  const isPlain = protocol === 'http:' && hostname !== 'localhost';
  return [
    ...(tls === undefined && trustedProxies === ''
      ? [
          'Requests from other machines are answered 403 (https-required), for they come in plain text. Set TLS_CERT_FILE and TLS_KEY_FILE, or name the proxy that speaks TLS for the service in TRUSTED_PROXIES; it has to send X-Forwarded-Proto.',
        ]
      : []),
    ...(isPlain ? [`BASE_URL is ${baseUrl}, and links to it lead to plain text.`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
