import { about } from '../service/about.ts';
import type { Database } from '../storage/database.ts';
import { createIdentifiers } from '../storage/identifiers.ts';
import { apiKeyStore } from './api-key-store.ts';
import type { Granted } from './caller.ts';

/** All that there is to be given, so that whoever tries the service meets no closed door. */
const everything: Granted = {
  roles: ['reader', 'clerk', 'admin'],
  scopes: [],
  claims: { tenant: ['north', 'south'] },
};

/**
 * A credential for a database that has none yet, so that the service can be tried at once.
 *
 * @returns what to tell the person who starts it; undefined where there are credentials already
 */
export async function firstCredential<Tables>(
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
