import { BlockList, isIP, isIPv4 } from 'node:net';

/** Whether a request that comes from an address comes from a proxy whose headers are believed. */
export type TrustedProxies = (address: string) => boolean;

/**
 * @param list addresses and networks, separated by commas: `10.0.0.0/8, ::1`
 * @throws {Error} that names what is neither
 */
export function trustedProxies(list: string): TrustedProxies {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) return () => false;
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, ...more] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const longest = family === 'ipv4' ? 32 : 128;
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
    if (isIP(address) === 0 || length > longest || more.length > 0) {
      throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a network`);
    }
    networks.addSubnet(address, length, family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return networks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

/** A socket for both families shows an IPv4 address as `::ffff:192.0.2.1`. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
