import type { WebhookSettings } from './runtime/events/webhooks/webhooks.ts';
import type { ServiceEnvironment } from './runtime/service/environment.ts';
import type { Tables } from './storage/tables.ts';

/** What the service needs from outside. */
export interface Environment extends ServiceEnvironment<Tables> {
  /** The same for all replicas: see runtime/storage/secrets.ts. */
  readonly secret: Buffer;
  /** The first one encrypts what the database keeps sealed; absent: the secret does. */
  readonly sealingKeys?: readonly Buffer[];
  /** How deliveries reach their receivers. */
  readonly webhooks?: WebhookSettings;
}
