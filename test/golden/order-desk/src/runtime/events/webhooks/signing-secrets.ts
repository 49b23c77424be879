import type { Database } from '../../storage/database.ts';
import { createSealing } from '../../storage/sealing.ts';
import { compile, parameter, queryBuilder, type Connection } from '../../storage/statement.ts';
import type { Writing } from '../../storage/store.ts';
import type { SigningKey } from './signature.ts';

/** The table, as a part of the service's own. */
export interface WebhookSecretTable {
  id: string;
  webhook_endpoint_id: string;
  /** Encrypted; base64. */
  value: string;
  /** YYYY-MM-DDTHH:MM:SS.mmmZ; null for the one that is not replaced yet. */
  expires_at: string | null;
}

/** The secret that signs the deliveries to an endpoint. Only the signer reads it. */
export interface SigningSecrets {
  /** Those that sign at that instant, the newest first. */
  current(connection: Connection, endpointId: string, now: Date): Promise<string[]>;
  /** Keeps the first one of an endpoint. */
  keep(transaction: Writing, endpointId: string, { secret }: SigningKey): Promise<void>;
  /**
   * Keeps another one. Those before it sign along for `overlap` milliseconds, so that receivers can be given the new one
   * meanwhile.
   */
  replace(transaction: Writing, endpointId: string, key: SigningKey, now: Date): Promise<void>;
}

/** How long a secret that was replaced still signs, in milliseconds. */
export const overlap = 24 * 60 * 60 * 1000;
/** Secrets that sign at a time: with more rotations in a day, the oldest ones stop signing. */
const secretsKept = 5;

const table = 'webhook_secrets';
const purpose = 'webhook signing secrets';

export function signingSecrets<Tables>(
  { engine }: Pick<Database<Tables>, 'engine'>,
  newId: () => string,
  sealingKeys: readonly Buffer[],
): SigningSecrets {
  const sealing = createSealing(sealingKeys, purpose);
  const queries = queryBuilder(engine);
  const insert = compile(
    queries.insertInto(table).values({
      id: parameter('id'),
      webhook_endpoint_id: parameter('endpoint'),
      value: parameter('value'),
      expires_at: null,
    }),
  );
  const ofEndpoint = queries
    .selectFrom(table)
    .where('webhook_endpoint_id', '=', parameter('endpoint'))
    // Identifiers count up, so the newest is the last.
    .orderBy('id', 'desc');
  const valid = compile<Pick<WebhookSecretTable, 'value'>>(
    ofEndpoint
      .select('value')
      .where(({ eb, or }) =>
        or([eb('expires_at', 'is', null), eb('expires_at', '>', parameter('now'))]),
      )
      .$castTo<Pick<WebhookSecretTable, 'value'>>(),
  );
  const expire = compile(
    queries
      .updateTable(table)
      .set({ expires_at: parameter('expires_at') })
      .where('webhook_endpoint_id', '=', parameter('endpoint'))
      .where('expires_at', 'is', null),
  );
  const forget = compile(
    queries
      .deleteFrom(table)
      .where('webhook_endpoint_id', '=', parameter('endpoint'))
      .where(({ eb, or }) =>
        or([
          eb('expires_at', '<=', parameter('now')),
          eb('id', 'not in', ofEndpoint.select('id').limit(secretsKept)),
        ]),
      ),
  );

  async function keep(transaction: Writing, endpoint: string, { secret }: SigningKey) {
    await insert(transaction, { id: newId(), endpoint, value: sealing.seal(secret, endpoint) });
  }

  return {
    keep,
    async current(connection, endpoint, now) {
      const rows = await valid(connection, { endpoint, now: now.toISOString() });
      return rows.map(({ value }) => sealing.open(value, endpoint));
    },
    async replace(transaction, endpoint, key, now) {
      const expiry = new Date(now.getTime() + overlap);
      await expire(transaction, { endpoint, expires_at: expiry.toISOString() });
      await keep(transaction, endpoint, key);
      await forget(transaction, { endpoint, now: now.toISOString() });
    },
  };
}

/** Seals each with the first of the keys that is not, so that the others are no longer needed. */
export async function resealSecrets<Tables>(
  database: Database<Tables>,
  sealingKeys: readonly Buffer[],
): Promise<void> {
  const sealing = createSealing(sealingKeys, purpose);
  const queries = queryBuilder(database.engine);
  const all = compile<Pick<WebhookSecretTable, 'id' | 'webhook_endpoint_id' | 'value'>>(
    queries.selectFrom(table).select(['id', 'webhook_endpoint_id', 'value']),
  );
  const update = compile(
    queries
      .updateTable(table)
      .set({ value: parameter('value') })
      .where('id', '=', parameter('id')),
  );
  await database.transaction(async (transaction) => {
    for (const { id, webhook_endpoint_id: endpoint, value } of await all(transaction, {})) {
      const renewed = sealing.renew(value, endpoint);
      if (renewed !== undefined) await update(transaction, { id, value: renewed });
    }
  });
}
