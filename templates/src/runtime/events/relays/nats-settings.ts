import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../service/configuration-error.ts';

export interface NatsSettings {
  /** Host and port of each server. */
  readonly servers: readonly string[];
  readonly isSecure: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  /** What a file of credentials holds: a JWT and the seed that signs for it. */
  readonly credentials?: Uint8Array;
}

const form = 'nats://host:port or tls://host:port; several are separated by commas';

/**
 * @param urls `nats://user:password@host:4222,nats://other:4222`; the credential of the first one holds for all
 * @param credentialsFile path of a file as `nsc generate creds` writes it
 * @throws {ConfigurationError} where they are not what they should be; the message tells which setting, and no secret
 */
export function readNatsSettings(urls: string, credentialsFile?: string): NatsSettings {
  const parsed = urls.split(',').map(serverOf);
  const [first] = parsed;
  if (first === undefined || parsed.some(({ protocol }) => protocol !== first.protocol)) {
    throw new ConfigurationError(`NATS_URL must name servers that are all nats:// or all tls://`);
  }
  const [user, password] = [first.username, first.password].map(decodeURIComponent);
  return {
    servers: parsed.map(({ host }) => host),
    isSecure: first.protocol === 'tls:',
    // As the tools of NATS have it: a name without a password is a token.
    ...(user && password ? { user, password } : {}),
    ...(user && !password ? { token: user } : {}),
    ...(credentialsFile === undefined ? {} : { credentials: credentialsIn(credentialsFile) }),
  };
}

function serverOf(text: string): URL {
  const url = URL.parse(text.trim());
  const isServer =
    url !== null && /^(nats|tls):$/.test(url.protocol) && url.host !== '' && url.search === '';
  if (!isServer || !/^\/?$/.test(url.pathname))
    throw new ConfigurationError(`NATS_URL must be ${form}`);
  return url;
}

function credentialsIn(file: string): Uint8Array {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError('NATS_CREDENTIALS must name a file that can be read', {
      cause: error,
    });
  }
  if (!/-----BEGIN NATS USER JWT-----[^]+-----BEGIN USER NKEY SEED-----/.test(text)) {
    throw new ConfigurationError(
      'NATS_CREDENTIALS must name a file with a JWT and a seed, as nsc writes it',
    );
  }
  return new TextEncoder().encode(text);
}
