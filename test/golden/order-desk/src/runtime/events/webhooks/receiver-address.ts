import { isIP } from 'node:net';
import type { Networks } from './networks.ts';

/** Why an address cannot be one of a receiver, before any name is resolved. */
export type AddressFault = 'form' | 'credentials' | 'scheme' | 'network';

/** The address in an authority, of a literal; a browser's parser has made one form of all that name it (0x7f.1). */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

/**
 * Checks what an address shows by itself: its form, its scheme, and its network where it is a literal. Each delivery
 * checks the names when it resolves them.
 */
export function faultOf(text: string, networks: Networks): AddressFault | undefined {
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || url.hash !== '') return 'form';
  if (url.username !== '' || url.password !== '') return 'credentials';
  const literal = literalOf(url);
  const verdict = literal === undefined ? undefined : networks.classify(literal);
  if (url.protocol === 'http:') {
    // Plain text is for networks that the operator vouches for.
    const isPossible = verdict === undefined ? networks.hasPermitted : verdict === 'permitted';
    return isPossible ? undefined : 'scheme';
  }
  if (url.protocol !== 'https:') return 'scheme';
  return verdict === 'refused' ? 'network' : undefined;
}
