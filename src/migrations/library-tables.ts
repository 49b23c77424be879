import type { ServiceModel } from '../model/model.ts';
import {
  hasAccess,
  hasApiKeys,
  hasBasic,
  recordsVersionClients,
  hasEvents,
  hasIdempotency,
  hasJobs,
  hasKafka,
  hasNats,
  hasRules,
  hasSecrets,
  hasSignIn,
  hasTimers,
  hasWebhooks,
} from '../rendering/features.ts';
import type { Column, Fill, TableDefinition } from './definition.ts';

interface LibraryTable extends TableDefinition {
  readonly name: string;
  readonly when: (model: ServiceModel) => boolean;
}

const text: Column = { type: 'text' };
const textAlways: Column = { type: 'text', required: true };
const integer: Column = { type: 'integer' };
const integerAlways: Column = { type: 'integer', required: true };
const uuid: Column = { type: 'uuid', required: true };
const instant: Column = { type: 'dateTime' };
const instantAlways: Column = { type: 'dateTime', required: true };
const jsonAlways: Column = { type: 'json', required: true };
const ofEndpoint: Column = {
  type: 'uuid',
  required: true,
  references: { table: 'webhook_endpoints', onDelete: 'cascade' },
};

const hasRelays = (model: ServiceModel) => hasNats(model) || hasKafka(model);
const narrowsWebhooks = (model: ServiceModel) => hasWebhooks(model) && hasAccess(model);
const narrowsEvents = (model: ServiceModel) => hasEvents(model) && hasRules(model);

/** Columns that depend on more than their table does. */
const conditional: Readonly<Record<string, (model: ServiceModel) => boolean>> = {
  'webhook_endpoints.reader': narrowsWebhooks,
  'events.deciding': narrowsEvents,
};

/** The value of such a column in existing rows: it lets no caller see more than before. */
export const libraryFills: Readonly<Record<string, Fill>> = {
  'webhook_endpoints.reader': {
    value: '{"subject":"","clientId":"","roles":[],"scopes":[],"claims":{}}',
  },
  'events.deciding': { value: '{}' },
};

const all: readonly LibraryTable[] = [
  {
    name: 'api_keys',
    when: hasApiKeys,
    columns: {
      id: uuid,
      name: textAlways,
      slot: integer,
      prefix: textAlways,
      hash: textAlways,
      roles: textAlways,
      scopes: textAlways,
      claims: textAlways,
      created_at: textAlways,
      expires_at: text,
      revoked_at: text,
    },
    unique: [['name', 'slot'], ['prefix']],
  },
  {
    name: 'ended_sessions',
    when: (model) => hasApiKeys(model) && hasSignIn(model),
    columns: { id: textAlways, expires_at: textAlways },
    indexes: [['expires_at']],
  },
  {
    name: 'basic_users',
    when: hasBasic,
    columns: {
      id: uuid,
      name: textAlways,
      hash: textAlways,
      roles: textAlways,
      scopes: textAlways,
      claims: textAlways,
      created_at: textAlways,
      expires_at: text,
    },
    unique: [['name']],
  },
  {
    name: 'secrets',
    when: hasSecrets,
    columns: { name: textAlways, value: textAlways },
    primaryKey: ['name'],
  },
  {
    name: 'idempotency_records',
    when: hasIdempotency,
    columns: {
      id: textAlways,
      fingerprint: textAlways,
      answer: textAlways,
      expires_at: textAlways,
    },
    indexes: [['expires_at']],
  },
  {
    name: 'request_quotas',
    when: () => true,
    columns: {
      client: textAlways,
      at: integerAlways,
      level: integerAlways,
      second_level: integerAlways,
      forgotten_at: integerAlways,
    },
    primaryKey: ['client'],
  },
  {
    name: 'timers',
    when: hasTimers,
    columns: {
      resource: textAlways,
      row_id: uuid,
      transition: textAlways,
      due_at: textAlways,
      next_at: text,
      failures: integerAlways,
    },
    primaryKey: ['resource', 'row_id', 'transition'],
    indexes: [['next_at']],
  },
  {
    name: 'leases',
    when: hasRelays,
    columns: {
      name: textAlways,
      owner: textAlways,
      token: integerAlways,
      expires_at: textAlways,
    },
    primaryKey: ['name'],
  },
  {
    name: 'jobs',
    when: hasJobs,
    columns: {
      id: uuid,
      created_at: instantAlways,
      updated_at: instantAlways,
      revision: integerAlways,
      action: textAlways,
      resource: textAlways,
      state: textAlways,
      started_at: instant,
      finished_at: instant,
      problem: { type: 'json' },
      kind: textAlways,
      row_id: uuid,
      input: text,
      client: textAlways,
      caller: text,
      trace_id: textAlways,
      language: text,
      attempts: integerAlways,
      next_at: instant,
    },
    indexes: [['client', 'id'], ['next_at', 'id'], ['finished_at']],
  },
  {
    name: 'webhook_endpoints',
    when: hasWebhooks,
    columns: {
      id: uuid,
      client: textAlways,
      reader: textAlways,
      url: textAlways,
      events: jsonAlways,
      description: text,
      state: textAlways,
      signing: textAlways,
      api_version: textAlways,
      public_key: text,
      previous_secret_until: instant,
      disabled_reason: text,
      disabled_at: instant,
      failures: { type: 'integer', required: true, default: 0 },
      created_at: instantAlways,
      updated_at: instantAlways,
      revision: integerAlways,
    },
    indexes: [
      ['client', 'created_at', 'id'],
      ['client', 'id'],
    ],
  },
  {
    name: 'webhook_secrets',
    when: hasWebhooks,
    columns: {
      id: uuid,
      webhook_endpoint_id: ofEndpoint,
      value: textAlways,
      expires_at: text,
    },
    indexes: [['webhook_endpoint_id', 'id']],
  },
  {
    name: 'webhook_replays',
    when: hasWebhooks,
    columns: {
      id: uuid,
      webhook_endpoint_id: ofEndpoint,
      from_time: textAlways,
      to_time: textAlways,
      position: integerAlways,
    },
    indexes: [['webhook_endpoint_id', 'id']],
  },
  {
    name: 'webhook_deliveries',
    when: hasWebhooks,
    columns: {
      id: uuid,
      webhook_endpoint_id: ofEndpoint,
      client: textAlways,
      event_id: uuid,
      event_type: textAlways,
      subject: textAlways,
      position: integerAlways,
      state: textAlways,
      attempts: jsonAlways,
      tries: integerAlways,
      due_at: text,
      next_attempt_at: instant,
      claimed_until: text,
      claim: text,
      ended_at: text,
      created_at: instantAlways,
      updated_at: instantAlways,
      revision: integerAlways,
    },
    // An endpoint is sent an event once.
    unique: [['webhook_endpoint_id', 'event_id']],
    indexes: [
      ['webhook_endpoint_id', 'id'],
      ['webhook_endpoint_id', 'created_at', 'id'],
      ['webhook_endpoint_id', 'state', 'id'],
      ['webhook_endpoint_id', 'subject', 'position'],
      ['webhook_endpoint_id', 'due_at'],
      ['webhook_endpoint_id', 'claimed_until'],
      ['state', 'position'],
      ['due_at'],
      ['ended_at'],
    ],
  },
  {
    name: 'events',
    when: hasEvents,
    columns: {
      sequence: { type: 'integer', counter: true },
      position: integer,
      id: uuid,
      type: textAlways,
      resource: textAlways,
      row_id: uuid,
      path: textAlways,
      time: textAlways,
      trace_id: text,
      data: textAlways,
      deciding: textAlways,
    },
    primaryKey: ['sequence'],
    unique: [['id'], ['position']],
  },
  {
    name: 'event_cursors',
    when: hasEvents,
    columns: { consumer: textAlways, position: integerAlways },
    primaryKey: ['consumer'],
  },
  {
    name: 'version_clients',
    when: recordsVersionClients,
    columns: { version: textAlways, client: textAlways, first_used_at: textAlways },
    primaryKey: ['version', 'client'],
  },
];

/** The library's own tables that a service needs, in the order in which they are made. */
export function libraryTables(
  model: ServiceModel,
): (TableDefinition & { readonly name: string })[] {
  return all
    .filter(({ when }) => when(model))
    .map(({ when: _, columns, ...table }) => ({
      ...table,
      columns: Object.fromEntries(
        Object.entries(columns).filter(
          ([column]) => conditional[`${table.name}.${column}`]?.(model) ?? true,
        ),
      ),
    }));
}
