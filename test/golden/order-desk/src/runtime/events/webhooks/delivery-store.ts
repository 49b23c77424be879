import type { Database } from '../../storage/database.ts';
import { createStore, type Store } from '../../storage/store.ts';
import type { Table } from '../../storage/table.ts';
import type { Attempt, WebhookDelivery } from './delivery.ts';

/** A row of the table webhook_deliveries, as clients may see it. */
export interface WebhookDeliveryRow {
  id: string;
  webhook_endpoint_id: string;
  client: string;
  event_id: string;
  event_type: string;
  subject: string;
  state: WebhookDelivery['state'];
  /** JSON. */
  attempts: string;
  next_attempt_at: string | null;
  created_at: string;
  updated_at: string;
  revision: number;
}

/** What the tasks keep of a delivery besides. Instants are text, YYYY-MM-DDTHH:MM:SS.mmmZ. */
export interface WebhookDeliveryTable extends WebhookDeliveryRow {
  /** Of the event, which gives the deliveries of one subject their order; 0 for a ping. */
  position: number;
  /** Attempts since it was begun, or begun again. */
  tries: number;
  /** From when on it can be claimed; null where it has ended, or waits for an earlier one of its subject. */
  due_at: string | null;
  /** Deadline of the replica that makes the current attempt. */
  claimed_until: string | null;
  /** Tells that claim from a later one. */
  claim: string | null;
  /** Since when it is not pending any more. */
  ended_at: string | null;
}

export function webhookDeliveryTable({
  values,
}: Pick<Database<unknown>, 'values'>): Table<WebhookDeliveryRow, WebhookDelivery> {
  const { uuid, text, integer, dateTime } = values;
  const attempts = values.json<Attempt[]>();
  return {
    name: 'webhook_deliveries',
    columns: {
      id: { name: 'id', type: uuid },
      webhookEndpointId: { name: 'webhook_endpoint_id', type: uuid },
      client: { name: 'client', type: text },
      eventId: { name: 'event_id', type: uuid },
      eventType: { name: 'event_type', type: text },
      subject: { name: 'subject', type: text },
      state: { name: 'state', type: text },
      attempts: { name: 'attempts', type: attempts },
      nextAttemptAt: { name: 'next_attempt_at', type: dateTime },
      createdAt: { name: 'created_at', type: dateTime },
      updatedAt: { name: 'updated_at', type: dateTime },
      revision: { name: 'revision', type: integer },
    },
    parents: [{ table: 'webhook_endpoints', column: 'webhook_endpoint_id' }],
    fromRow(row) {
      const entity: WebhookDelivery = {
        id: uuid.read(row.id),
        webhookEndpointId: uuid.read(row.webhook_endpoint_id),
        client: row.client,
        eventId: uuid.read(row.event_id),
        eventType: row.event_type,
        subject: row.subject,
        state: row.state,
        attempts: attempts.read(row.attempts),
        createdAt: dateTime.read(row.created_at),
        updatedAt: dateTime.read(row.updated_at),
        revision: integer.read(row.revision),
      };
      if (row.next_attempt_at !== null) entity.nextAttemptAt = dateTime.read(row.next_attempt_at);
      return entity;
    },
    toRow(entity) {
      return {
        id: uuid.write(entity.id),
        webhook_endpoint_id: uuid.write(entity.webhookEndpointId),
        client: entity.client,
        event_id: uuid.write(entity.eventId),
        event_type: entity.eventType,
        subject: entity.subject,
        state: entity.state,
        attempts: attempts.write(entity.attempts),
        next_attempt_at: dateTime.write(entity.nextAttemptAt ?? null),
        created_at: dateTime.write(entity.createdAt),
        updated_at: dateTime.write(entity.updatedAt),
        revision: integer.write(entity.revision),
      };
    },
  };
}

export function webhookDeliveryStore(
  database: Pick<Database<unknown>, 'engine' | 'explain' | 'values'>,
): Store<WebhookDelivery> {
  return createStore(database, webhookDeliveryTable(database));
}
