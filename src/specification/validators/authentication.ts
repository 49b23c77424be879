import type { IssueDetails } from '../issue.ts';
import { sharedSecrets } from '../schema/authentication.ts';
import { shown } from '../shown.ts';
import { validateWebAddress } from './service.ts';

const onThisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** RFC 8414, section 2: https, no query and no fragment. Plain text never leaves the machine. */
export function validateIssuer(address: string): IssueDetails | undefined {
  const unreadable = validateWebAddress(address);
  if (unreadable !== undefined) return unreadable;
  const { protocol, hostname, username, password } = new URL(address);
  const refuse = (message: string): IssueDetails => ({
    code: 'issuer',
    message,
    found: shown(address),
  });
  if (username !== '' || password !== '') {
    return refuse('an issuer has no user name and no password');
  }
  if (/[?#]/.test(address)) return refuse('an issuer has no query and no fragment');
  if (protocol === 'https:' || onThisMachine.has(hostname)) return undefined;
  return refuse('an issuer is reached by https; http is for one on the same machine');
}

/** RFC 8725, section 3.1: a public key must never be taken for a shared secret. */
export function validateAlgorithms(algorithms: readonly string[]): IssueDetails | undefined {
  const shared: readonly string[] = sharedSecrets;
  const secret = algorithms.filter((algorithm) => shared.includes(algorithm));
  if (secret.length === 0 || secret.length === algorithms.length) return undefined;
  const message = `${secret.join(', ')} takes a shared secret and the others a public key: one service accepts either the one kind or the other`;
  return { code: 'contradiction', message };
}
