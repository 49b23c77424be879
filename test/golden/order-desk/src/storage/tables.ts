import type { ApiKeyTable } from '../runtime/authentication/api-key-store.ts';
import type { EndedSessionTable } from '../runtime/authentication/ended-sessions.ts';
import type { EventCursorTable } from '../runtime/events/cursors.ts';
import type { EventTable } from '../runtime/events/event.ts';
import type { WebhookDeliveryTable } from '../runtime/events/webhooks/delivery-store.ts';
import type { WebhookEndpointTable } from '../runtime/events/webhooks/endpoint-store.ts';
import type { WebhookReplayTable } from '../runtime/events/webhooks/replays.ts';
import type { WebhookSecretTable } from '../runtime/events/webhooks/signing-secrets.ts';
import type { RequestQuotaTable } from '../runtime/limits/database-store.ts';
import type { IdempotencyRecordTable } from '../runtime/storage/idempotency-records.ts';
import type { SecretTable } from '../runtime/storage/secrets.ts';
import type { TimerTable } from '../runtime/states/timers.ts';
import type { OrderRow } from '../resources/order/order.store.ts';
import type { OrderTransitionRow } from '../resources/order-transition/order-transition.store.ts';
import type { ItemRow } from '../resources/item/item.store.ts';
import type { ShippingLabelRow } from '../resources/shipping-label/shipping-label.store.ts';

/** The tables by their names, for queries of rules and of custom endpoints. */
export interface Tables {
  orders: OrderRow;
  order_transitions: OrderTransitionRow;
  items: ItemRow;
  shipping_labels: ShippingLabelRow;
  api_keys: ApiKeyTable;
  ended_sessions: EndedSessionTable;
  events: EventTable;
  event_cursors: EventCursorTable;
  idempotency_records: IdempotencyRecordTable;
  request_quotas: RequestQuotaTable;
  secrets: SecretTable;
  timers: TimerTable;
  webhook_deliveries: WebhookDeliveryTable;
  webhook_endpoints: WebhookEndpointTable;
  webhook_replays: WebhookReplayTable;
  webhook_secrets: WebhookSecretTable;
}
