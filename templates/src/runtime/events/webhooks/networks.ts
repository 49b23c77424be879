import { BlockList, isIP } from 'node:net';

/** Networks that a request of a client must never reach through this service (OWASP API7, RFC 6890). */
const refused4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The metadata of most clouds is here.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, what is reserved, and broadcast.
  '224.0.0.0/3',
  // The metadata of Azure has a public address.
  '168.63.129.16/32',
];

/** All unicast addresses that are assigned. Whatever embeds an IPv4 address but 6to4 and Teredo is outside. */
const global6 = ['2000::/3'];

const refused6 = [
  // Protocol assignments, Teredo among them.
  '2001::/23',
  '2001:db8::/32',
  // 6to4.
  '2002::/16',
  '3fff::/20',
];

/** Public; permitted by the operator; forbidden. */
export type Verdict = 'public' | 'permitted' | 'refused';

/** Where a service sends to. */
export interface Networks {
  /** Whether the operator permits any network that is not public. */
  readonly hasPermitted: boolean;
  /** @param address IPv4 or IPv6, as text */
  classify(address: string): Verdict;
}

/**
 * @param permitted networks in CIDR notation: `127.0.0.0/8`
 * @throws {Error} for what is no network
 */
export function createNetworks(permitted: readonly string[] = []): Networks {
  const own = listOf(permitted);

  return {
    hasPermitted: permitted.length > 0,
    classify(address) {
      const version = isIP(address);
      if (version === 0) return 'refused';
      const family = version === 4 ? 'ipv4' : 'ipv6';
      if (own.check(address, family)) return 'permitted';
      const { not4, only6, not6 } = (reserved ??= reservedNetworks());
      const isPublic =
        version === 4
          ? !not4.check(address, family)
          : only6.check(address, family) && !not6.check(address, family);
      return isPublic ? 'public' : 'refused';
    },
  };
}

/** The same for all, and made when the first address is looked at. */
let reserved: ReturnType<typeof reservedNetworks> | undefined;

function reservedNetworks() {
  return { not4: listOf(refused4), only6: listOf(global6), not6: listOf(refused6) };
}

/** "127.0.0.0/8, ::1/128", the form of the setting. */
export function parseNetworks(text: string): string[] {
  return text
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [, address = '', prefix = ''] = /^([\da-fA-F:.]+)\/(\d{1,3})$/.exec(network) ?? [];
    const version = isIP(address);
    if (version === 0 || Number(prefix) > (version === 4 ? 32 : 128)) {
      throw new Error(`${network} is no network such as 127.0.0.0/8 or ::1/128`);
    }
    list.addSubnet(address, Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
