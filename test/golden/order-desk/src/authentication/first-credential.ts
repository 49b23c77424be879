import { about } from '../service/about.ts';
import type { Database } from '../runtime/storage/database.ts';
import { createIdentifiers } from '../runtime/storage/identifiers.ts';
import { apiKeyStore } from '../runtime/authentication/api-key-store.ts';
import type { Granted } from '../runtime/authentication/caller.ts';

/** Every permission, so that the first caller can try the whole service. */
const everything: Granted = {
  roles: ['reader', 'clerk', 'admin'],
  scopes: [],
  claims: { tenant: ['north', 'south'] },
};

/**
 * Shows the person who starts the service a first credential, or how to make one. Does nothing where there are credentials.
 *
 * @param wish where a credential may be printed: output that is no terminal is often a log, which is kept and which others read
 */
export async function greet<Tables>(
  database: Database<Tables>,
  wish: 'terminal' | 'on' | 'off',
  now: Date,
): Promise<void> {
  const isShown = wish === 'on' || (wish === 'terminal' && process.stdout.isTTY);
  const greeting = isShown
    ? await firstCredential(database, now)
    : await withoutCredentials(database);
  if (greeting !== undefined) process.stdout.write(greeting);
}

/**
 * A credential for a database that has none yet, so that the service can be tried at once.
 *
 * @returns what to tell the person who starts it; undefined where there are credentials already
 */
async function firstCredential<Tables>(
  database: Database<Tables>,
  now: Date,
): Promise<string | undefined> {
  const key = await apiKeyStore(database, about.vendor, createIdentifiers()).makeFirst(
    now,
    everything,
  );
  return key === undefined
    ? undefined
    : `The first API key, shown only now; send it as X-API-Key:\n${key}\n`;
}

/**
 * What to tell the person who starts the service without credentials, where none is to be printed.
 *
 * @returns undefined where there are credentials
 */
async function withoutCredentials<Tables>(database: Database<Tables>): Promise<string | undefined> {
  const known = await apiKeyStore(database, about.vendor, createIdentifiers()).list();
  return known.length > 0
    ? undefined
    : 'There are no credentials yet: "npm run key -- make NAME" makes one, and so does a start on a terminal or with FIRST_CREDENTIAL=on.\n';
}
