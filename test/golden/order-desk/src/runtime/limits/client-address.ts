import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { plainAddress, type TrustedProxies } from '../service/proxies.ts';
import { onceForEach } from '../storage/once-for-each.ts';

/** The header in which proxies say for whom they ask; the others are not looked at, for clients could send them. */
export type ForwardedHeader = 'forwarded' | 'x-forwarded-for';

type Socket = Pick<IncomingMessage['socket'], 'remoteAddress'>;

/** Distinguishes requests of one place from those of another. */
export type ClientAddress = (
  request: Pick<IncomingMessage, 'headers'> & { readonly socket: Socket },
) => string;

/**
 * The address that a request comes from, as seen by the outermost proxy that is trusted. An IPv6 address stands for its
 * network of 64 bits: that is what one household or one machine has to choose from.
 */
export function clientAddress(isTrusted: TrustedProxies, header: ForwardedHeader): ClientAddress {
  const connectionOf = onceForEach(({ remoteAddress = '' }: Socket) => {
    const address = plainAddress(remoteAddress);
    return { address, place: placeOf(address), isProxy: isTrusted(address) };
  });
  return ({ socket, headers }) => {
    const connection = connectionOf(socket);
    if (!connection.isProxy) return connection.place;
    let { address } = connection;
    const value = headers[header];
    const hops = hopsOf(header, Array.isArray(value) ? value.join(',') : (value ?? ''));
    // Each proxy adds whom it heard from; what a client wrote itself stands before that.
    for (const hop of hops.toReversed()) {
      if (isIP(hop) === 0) break;
      address = plainAddress(hop);
      if (!isTrusted(address)) break;
    }
    return placeOf(address);
  };
}

function placeOf(address: string): string {
  return isIPv6(address) ? networkOf(address) : address;
}

/** From the client to the last proxy; of what is no address, such as `unknown` or `_hidden`, the text as it is. */
function hopsOf(header: ForwardedHeader, value: string): string[] {
  const entries = value === '' ? [] : value.split(',');
  return entries.map((entry) => {
    const text = entry.trim();
    if (header === 'x-forwarded-for') return withoutPort(text);
    // RFC 7239, section 6: an IPv6 address is in brackets, and therefore in quotation marks.
    return withoutPort(
      /(?:^|;)\s*for=(?:"([^"]*)"|([^;\s]*))/i.exec(text)?.slice(1).join('') ?? '',
    );
  });
}

function withoutPort(text: string): string {
  const [, bracketed, plain] =
    /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}

/** The first four groups of an IPv6 address, in one spelling. */
function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail] = plain.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end takes the place of two groups.
  const last = after.at(-1)?.includes('.') === true ? 1 : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length - last);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
