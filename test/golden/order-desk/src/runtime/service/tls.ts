import { X509Certificate, constants, createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';
import { ConfigurationError } from './configuration-error.ts';
import { nodeModules } from './node-modules.ts';

/** Where the service's certificate is. */
export interface TlsFiles {
  /** PEM: the certificate of the service, and behind it those that lead to the authority. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
  /** Absent: the key is not encrypted. */
  readonly passphrase?: string;
}

/** A certificate with its key, checked, as a TLS server takes it. */
export interface Identity {
  readonly context: SecureContextOptions;
  /** The first instant at which it holds no more. */
  readonly expiresAt: Date;
  /** Names and addresses that it is for. */
  readonly names: string;
}

/** RFC 9325, sections 3.1.1 and 4.2: every suite has forward secrecy and authenticates what it encrypts. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** The first one holds against computers that are not built yet. */
const groups = ['X25519MLKEM768', 'X25519', 'P-256', 'P-384'].join(':');

/**
 * Reads a certificate and its key.
 *
 * @throws {ConfigurationError} that says which file is wrong, and how
 */
export function readIdentity(files: TlsFiles, now: Date): Identity {
  const cert = textOf(files.certificate, 'TLS_CERT_FILE');
  const pem = textOf(files.key, 'TLS_KEY_FILE');
  const certificate = certificateIn(cert, files.certificate);
  const key = keyIn(pem, files);
  if (!certificate.checkPrivateKey(key)) {
    throw new ConfigurationError(
      `TLS_KEY_FILE names ${files.key}, which is not the key of the certificate in ${files.certificate}.`,
    );
  }
  const { validFromDate, validToDate } = certificate;
  if (now >= validToDate) {
    throw new ConfigurationError(
      `TLS_CERT_FILE names ${files.certificate}, which expired at ${validToDate.toISOString()}.`,
    );
  }
  if (now < validFromDate) {
    throw new ConfigurationError(
      `TLS_CERT_FILE names ${files.certificate}, which holds from ${validFromDate.toISOString()} only.`,
    );
  }
  const context: SecureContextOptions = {
    cert,
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    minVersion: 'TLSv1.2',
    ciphers,
    ecdhCurve: groups,
    honorCipherOrder: true,
    // TLS renegotiation costs the server more than the client, and no client needs it.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  };
  try {
    // OpenSSL refuses what is too weak, such as a short key.
    nodeModules.tls.createSecureContext(context);
  } catch (error) {
    throw new ConfigurationError(
      `TLS_CERT_FILE names ${files.certificate}, which cannot be used: ${reasonOf(error)}.`,
    );
  }
  return {
    context,
    expiresAt: validToDate,
    names: certificate.subjectAltName ?? certificate.subject,
  };
}

function textOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`${name} names ${file}, which cannot be read (${code}).`);
  }
}

function certificateIn(text: string, file: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw new ConfigurationError(`TLS_CERT_FILE names ${file}, which is no certificate in PEM.`);
  }
}

function keyIn(key: string, { key: file, passphrase }: TlsFiles): KeyObject {
  try {
    return createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isEncrypted = /ENCRYPTED/.test(key) || code === 'ERR_MISSING_PASSPHRASE';
    throw new ConfigurationError(
      isEncrypted
        ? `TLS_KEY_FILE names ${file}, which is encrypted: TLS_KEY_PASSPHRASE_FILE has to name a file with its passphrase.`
        : `TLS_KEY_FILE names ${file}, which is no private key in PEM.`,
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
