import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4 } from 'node:net';
import { onceForEach } from '../storage/once-for-each.ts';
import { plainAddress, type TrustedProxies } from './proxies.ts';

/** How a request came: by TLS, from this very machine, or so that others on the way could read and change it. */
export type Transport = 'secure' | 'local' | 'open';

type Socket = Pick<IncomingMessage['socket'], 'remoteAddress'> & { readonly encrypted?: boolean };

/** Tells it by the connection, and by a header only where the connection is that of a trusted proxy. */
export type TransportOf = (
  request: Pick<IncomingMessage, 'headers'> & { readonly socket: Socket },
) => Transport;

/** The header in which proxies say for whom they ask: they say how they were asked in the one that belongs to it. */
type ForwardedHeader = 'forwarded' | 'x-forwarded-for';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export function transportOf(isTrusted: TrustedProxies, header: ForwardedHeader): TransportOf {
  const connectionOf = onceForEach(({ encrypted, remoteAddress = '' }: Socket) => {
    if (encrypted === true) return { transport: 'secure', isProxy: false } as const;
    const address = plainAddress(remoteAddress);
    const transport: Transport = isLoopback(address) ? 'local' : 'open';
    return { transport, isProxy: isTrusted(address) };
  });
  return ({ socket, headers }) => {
    const { transport, isProxy } = connectionOf(socket);
    const said = isProxy ? protocolsIn(header, headers) : [];
    // What reached any of the proxies in plain text could be read there, so all of them have to say so.
    if (said.length > 0) return said.every((name) => name === 'https') ? 'secure' : 'open';
    return transport;
  };
}

/** By which protocol each proxy was asked; empty where the one that asks us does not say. */
function protocolsIn(
  header: ForwardedHeader,
  headers: IncomingMessage['headers'],
): readonly string[] {
  const value = headers[header === 'forwarded' ? 'forwarded' : 'x-forwarded-proto'];
  const entries = (Array.isArray(value) ? value.join(',') : (value ?? ''))
    .split(',')
    .map((entry) => entry.trim().toLowerCase());
  if (header === 'x-forwarded-for') return entries.filter((entry) => entry !== '');
  // RFC 7239, section 5.4.
  const protocols = entries.map((entry) => /(?:^|;)\s*proto="?([a-z]+)"?/.exec(entry)?.[1]);
  const isSaid = protocols.at(-1) !== undefined;
  return isSaid ? protocols.filter((name) => name !== undefined) : [];
}

export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
