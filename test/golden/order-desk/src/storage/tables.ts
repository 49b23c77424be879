import type { ApiKeyTable } from '../authentication/api-key-store.ts';
import type { IdempotencyRecordTable } from './idempotency-records.ts';
import type { SecretTable } from './secrets.ts';
import type { OrderRow } from '../resources/order/order.store.ts';
import type { ItemRow } from '../resources/item/item.store.ts';
import type { ShippingLabelRow } from '../resources/shipping-label/shipping-label.store.ts';

/** The tables by their names, for queries of rules and of custom endpoints. */
export interface Tables {
  orders: OrderRow;
  items: ItemRow;
  shipping_labels: ShippingLabelRow;
  api_keys: ApiKeyTable;
  idempotency_records: IdempotencyRecordTable;
  secrets: SecretTable;
}
