import type { Database } from '../../storage/database.ts';
import { createStore, type Store } from '../../storage/store.ts';
import type { Table } from '../../storage/table.ts';
import { versionValue } from '../../versioning/version.ts';
import type { DisabledReason, WebhookEndpoint } from './endpoint.ts';
import type { KeptReader } from './reader.ts';
import type { Signing } from './signature.ts';

/** A row of the table webhook_endpoints, as a part of the service's own. */
export interface WebhookEndpointRow {
  id: string;
  client: string;
  /** JSON; there where clients differ in what they may see. */
  reader?: string;
  url: string;
  /** JSON. */
  events: string;
  description: string | null;
  state: 'enabled' | 'disabled';
  signing: Signing;
  /** Label of the version. */
  api_version: string;
  public_key: string | null;
  previous_secret_until: string | null;
  disabled_reason: DisabledReason | null;
  disabled_at: string | null;
  created_at: string;
  updated_at: string;
  revision: number;
}

/** What the tasks keep of an endpoint besides. */
export interface WebhookEndpointTable extends WebhookEndpointRow {
  /** Attempts that failed since the last one that did not: one that fails gets fewer at a time. */
  failures: number;
}

/** @param keepsReader whether the table has what the client of an endpoint was granted */
export function webhookEndpointTable(
  { values }: Pick<Database<unknown>, 'values'>,
  keepsReader: boolean,
): Table<WebhookEndpointRow, WebhookEndpoint> {
  const { uuid, text, integer, dateTime } = values;
  const events = values.json<string[]>();
  const columns = {
    id: { name: 'id', type: uuid },
    client: { name: 'client', type: text },
    // As text, so that what stays as it is stays the same.
    ...(keepsReader ? { reader: { name: 'reader', type: text } } : {}),
    url: { name: 'url', type: text },
    events: { name: 'events', type: events },
    description: { name: 'description', type: text },
    state: { name: 'state', type: text },
    signing: { name: 'signing', type: text },
    apiVersion: { name: 'api_version', type: text },
    publicKey: { name: 'public_key', type: text },
    previousSecretUntil: { name: 'previous_secret_until', type: dateTime },
    disabledReason: { name: 'disabled_reason', type: text },
    disabledAt: { name: 'disabled_at', type: dateTime },
    createdAt: { name: 'created_at', type: dateTime },
    updatedAt: { name: 'updated_at', type: dateTime },
    revision: { name: 'revision', type: integer },
  };
  return {
    name: 'webhook_endpoints',
    // Where it is not kept, nothing sets the reader.
    columns: columns as Table<WebhookEndpointRow, WebhookEndpoint>['columns'],
    fromRow(row) {
      const entity: WebhookEndpoint = {
        id: uuid.read(row.id),
        client: row.client,
        url: row.url,
        events: events.read(row.events),
        state: row.state,
        signing: row.signing,
        apiVersion: versionValue({ label: row.api_version }),
        createdAt: dateTime.read(row.created_at),
        updatedAt: dateTime.read(row.updated_at),
        revision: integer.read(row.revision),
      };
      if (row.reader !== undefined) entity.reader = JSON.parse(row.reader) as KeptReader;
      if (row.description !== null) entity.description = row.description;
      if (row.public_key !== null) entity.publicKey = row.public_key;
      if (row.previous_secret_until !== null) {
        entity.previousSecretUntil = dateTime.read(row.previous_secret_until);
      }
      if (row.disabled_reason !== null) entity.disabledReason = row.disabled_reason;
      if (row.disabled_at !== null) entity.disabledAt = dateTime.read(row.disabled_at);
      return entity;
    },
    toRow(entity) {
      return {
        id: uuid.write(entity.id),
        client: entity.client ?? '',
        ...(keepsReader ? { reader: JSON.stringify(entity.reader) } : {}),
        url: entity.url,
        events: events.write(entity.events),
        description: entity.description ?? null,
        state: entity.state,
        signing: entity.signing ?? 'hmac-sha256',
        api_version: String(entity.apiVersion),
        public_key: entity.publicKey ?? null,
        previous_secret_until: dateTime.write(entity.previousSecretUntil ?? null),
        disabled_reason: entity.disabledReason ?? null,
        disabled_at: dateTime.write(entity.disabledAt ?? null),
        created_at: dateTime.write(entity.createdAt),
        updated_at: dateTime.write(entity.updatedAt),
        revision: integer.write(entity.revision),
      };
    },
  };
}

export function webhookEndpointStore(
  database: Pick<Database<unknown>, 'engine' | 'explain' | 'values'>,
  keepsReader: boolean,
): Store<WebhookEndpoint> {
  return createStore(database, webhookEndpointTable(database, keepsReader));
}
