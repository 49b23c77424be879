import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readIdentity, type Identity, type TlsFiles } from '../../../src/runtime/service/tls.ts';
import { certificate, certificateKey } from './certificate.ts';

/** Any instant at which the certificates of the tests hold. */
export const withinTime = new Date('2026-01-01T00:00:00Z');

export interface TlsDirectory {
  readonly files: TlsFiles;
  /** Writes both files anew. */
  write(certificate: string, key: string): void;
  remove(): void;
}

/** A certificate and its key, in files. */
export function tlsDirectory(): TlsDirectory {
  const directory = mkdtempSync(join(tmpdir(), 'tls-'));
  const files = { certificate: join(directory, 'tls.crt'), key: join(directory, 'tls.key') };
  const write: TlsDirectory['write'] = (certificateText, keyText) => {
    writeFileSync(files.certificate, certificateText);
    writeFileSync(files.key, keyText, { mode: 0o600 });
  };
  write(certificate, certificateKey);
  return {
    files,
    write,
    remove() {
      rmSync(directory, { recursive: true });
    },
  };
}

/** What a server shows in the tests. */
export function testIdentity(): Identity {
  const directory = tlsDirectory();
  try {
    return readIdentity(directory.files, withinTime);
  } finally {
    directory.remove();
  }
}

/** Fastify does not know that the server that it was given speaks TLS. */
export function secured(address: string): string {
  return address.replace(/^http:/, 'https:');
}
