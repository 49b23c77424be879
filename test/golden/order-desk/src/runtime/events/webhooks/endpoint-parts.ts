import type { ResourceEndpoints } from '../../endpoints/operations/resource.ts';
import type { ResourceDescription } from '../../endpoints/resource-description.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { WebhookDelivery } from './delivery.ts';
import type { WebhookEndpointDraft } from './endpoint.ts';
import type { DeliveryQueue } from './queue.ts';
import type { Readers } from './reader.ts';
import type { Replays } from './replays.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/** What the operations of webhook endpoints are made with. */
export interface EndpointParts<Tables> {
  readonly resource: ResourceEndpoints<WebhookEndpointDraft, Tables>;
  /** The resource as the answers show it that made its secret. */
  readonly withSecret: ResourceDescription;
  readonly deliveries: ResourceEndpoints<WebhookDelivery, Tables>;
  readonly secrets: SigningSecrets;
  readonly queue: DeliveryQueue;
  readonly replays: Replays;
  /** Absent: every client may see everything. */
  readonly readers?: Readers | undefined;
  /** That events have the form of where nothing says which. */
  readonly newest: ApiVersion;
  /** Called when there is something to deliver. */
  wake(): void;
}
