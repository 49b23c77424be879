import { claimsOf } from '../runtime/authentication/attribute-rules.ts';
import { callerLookup } from '../runtime/authentication/current.ts';
import type { EventFor } from '../runtime/events/visible.ts';
import { webhookReaders } from '../runtime/events/webhooks/webhook-readers.ts';
import { createWebhooks, type WebhookEnvironment } from '../runtime/events/webhooks/webhooks.ts';
import { about } from '../service/about.ts';
import type { Tables } from '../storage/tables.ts';
import { eventTypes } from './announced.ts';
import type { EventParts } from './parts.ts';

type Shared = 'outbox' | 'cursors' | 'newest' | 'origin';

/** What webhooks are made with. */
interface WebhookParts extends EventParts, Required<Pick<WebhookEnvironment<Tables>, Shared>> {
  readonly eventFor: EventFor;
}

/** Clients subscribe to events at addresses of their own. */
export function composeWebhooks({
  application,
  mechanisms,
  eventFor,
  secret,
  sealingKeys = [secret],
  webhooks: settings = {},
  logger,
  ...parts
}: WebhookParts) {
  return createWebhooks({
    ...parts,
    readers: webhookReaders({
      eventFor,
      current: callerLookup(mechanisms),
      claimsOf: claimsOf(['tenant']),
    }),
    sealingKeys,
    events: eventTypes,
    keep: 604800000,
    versions: application.versions,
    agent: about.name,
    settings,
    log: logger,
  });
}
