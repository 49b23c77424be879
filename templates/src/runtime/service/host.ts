import type { IncomingMessage } from 'node:http';
import { plainAddress, type TrustedProxies } from './proxies.ts';

/** The host that a request is meant for, with its port; undefined where it names none. */
export type HostOf = (
  request: Pick<IncomingMessage, 'headers'> & {
    readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
  },
) => string | undefined;

/** The header in which proxies say for whom they ask: the host that they were asked for is in the one that belongs to it. */
type ForwardedHeader = 'forwarded' | 'x-forwarded-for';

/** By Host, and by what a proxy says of it only where the connection is that of a trusted one. */
export function hostOf(isTrusted: TrustedProxies, header: ForwardedHeader): HostOf {
  return ({ socket, headers }) => {
    const isOfProxy = isTrusted(plainAddress(socket.remoteAddress ?? ''));
    return (isOfProxy ? forwardedHost(header, headers) : undefined) ?? headers.host;
  };
}

/** What the proxy next to us says, which stands last: all before it others may have written. */
function forwardedHost(
  header: ForwardedHeader,
  headers: IncomingMessage['headers'],
): string | undefined {
  const value = headers[header === 'forwarded' ? 'forwarded' : 'x-forwarded-host'];
  const last = [value ?? []].flat().join(',').split(',').at(-1)?.trim() ?? '';
  // RFC 7239, section 5.3.
  const host = header === 'forwarded' ? /(?:^|;)\s*host="?([^";\s]+)"?/i.exec(last)?.[1] : last;
  return host === '' ? undefined : host;
}
