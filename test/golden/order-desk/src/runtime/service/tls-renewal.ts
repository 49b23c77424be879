import { unwatchFile, watchFile } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { readIdentity, type Identity, type TlsFiles } from './tls.ts';

export interface Renewal {
  readonly files: TlsFiles;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  /** Has new connections use it; those that are open go on. */
  use(identity: Identity): void;
}

/** Milliseconds between two looks at the files. */
const interval = 5000;
/** Milliseconds that both files have to be written. */
const settling = 1000;

/**
 * Takes a new certificate into use without a restart: when its files change, and on SIGHUP. The files are looked at, and
 * not waited for by notifications: a mounted secret changes by a link, which no notification tells.
 *
 * @returns what ends it
 */
export function renewOnChange(renewal: Renewal): () => void {
  const { files } = renewal;
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    renew(renewal);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(now, settling);
    timer.unref();
  };
  const watched = [files.certificate, files.key];
  for (const file of watched) watchFile(file, { interval, persistent: false }, soon);
  process.on('SIGHUP', now);
  return () => {
    clearTimeout(timer);
    for (const file of watched) unwatchFile(file, soon);
    process.off('SIGHUP', now);
  };
}

/** A certificate that cannot be used leaves the one before in use. */
export function renew({ files, clock, log, use }: Renewal): void {
  try {
    const identity = readIdentity(files, clock());
    use(identity);
    const { names, expiresAt } = identity;
    log.info({ names, expiresAt }, 'the TLS certificate was read again and is in use');
  } catch (error) {
    log.error({ err: error }, 'the TLS certificate cannot be renewed; the one before stays in use');
  }
}
