// {{#if hasAccess}}
import type { Principal } from '../../authentication/grants.ts';
// {{/if}}
import type { Connection } from '../../storage/statement.ts';
import { versionValue, type ApiVersion } from '../../versioning/version.ts';
import { cloudEvent, cloudEventMediaType, type EventOrigin } from '../cloud-event.ts';
import type { StoredEvent } from '../event.ts';
import type { Outbox } from '../outbox.ts';
// {{#if hasAccess}}
import type { EventFor } from '../visible.ts';
// {{/if}}
// {{#if hasAdapters}}
import type { EventShapes } from '../../versioning/event-at.ts';
// {{/if}}
import type { WebhookEndpoint } from './endpoint.ts';
import type { Claim } from './queue.ts';
import { signaturesOf } from './signature.ts';
import type { SigningSecrets } from './signing-secrets.ts';
// {{#if hasSunsets}}
import { stateOf } from '../../versioning/lifecycle.ts';
import { farewell, farewellOf } from '../version-events.ts';
// {{/if}}

/** Type of the event that only tests an endpoint. No resource has one without a dot. */
export const ping = 'ping';

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Makes what is sent at an instant: an event in the form that the endpoint is pinned to, signed for this attempt.
 *
 * @returns why there is nothing to send, where there is nothing
 */
export type Composer = (
  connection: Connection,
  claim: Claim,
  endpoint: WebhookEndpoint,
  at: Date,
  // {{#if hasAccess}}
  reader: Principal | undefined,
  // {{/if}}
) => Promise<Message | Refusal>;

/** Why an event is not sent. */
export type Refusal =
  // {{#if hasAccess}}
  /** The rights of whoever would be told have gone since it was to be. */
  | 'not-permitted'
  // {{/if}}
  /** It is kept no longer, or that version is served no longer. */
  | 'event-expired';

export interface Composing {
  readonly outbox: Pick<Outbox, 'find'>;
  // {{#if hasAccess}}
  readonly eventFor: EventFor;
  // {{/if}}
  readonly secrets: SigningSecrets;
  readonly versions: readonly ApiVersion[];
  // {{#if hasAdapters}}
  readonly shapes: EventShapes;
  // {{/if}}
  readonly origin: EventOrigin;
  /** Value of User-Agent. */
  readonly agent: string;
}

export function composer({
  outbox,
  // {{#if hasAccess}}
  eventFor,
  // {{/if}}
  secrets,
  versions,
  // {{#if hasAdapters}}
  shapes,
  // {{/if}}
  origin,
  agent,
}: Composing): Composer {
  function versionOf({ apiVersion }: WebhookEndpoint): ApiVersion | undefined {
    return versions.find((each) => versionValue(each) === apiVersion);
  }

  async function find(
    connection: Connection,
    claim: Claim,
    endpoint: WebhookEndpoint,
    at: Date,
    // {{#if hasAccess}}
    reader: Principal | undefined,
    // {{/if}}
  ): Promise<StoredEvent | Refusal> {
    // {{#if hasAccess}}
    if (reader === undefined) return 'not-permitted';
    // {{/if}}
    if (claim.eventType === ping) return pingOf(claim, endpoint, at);
    // {{#if hasSunsets}}
    const version = versionOf(endpoint);
    if (version !== undefined && stateOf(version, at) === 'sunset') {
      // What was to be told before the end is not told after it.
      const isNotice = claim.eventType === farewell && claim.position === 0;
      return (isNotice ? farewellOf(version, claim.eventId) : undefined) ?? 'event-expired';
    }
    // {{/if}}
    const event = await outbox.find(connection, claim.eventId);
    // {{#if hasAccess}}
    if (event !== undefined) return eventFor(reader, event) ?? 'not-permitted';
    // {{/if}}
    return event ?? 'event-expired';
  }

  return async (
    connection,
    claim,
    endpoint,
    at,
    // {{#if hasAccess}}
    reader,
    // {{/if}}
  ) => {
    const version = versionOf(endpoint);
    const event = await find(
      connection,
      claim,
      endpoint,
      at,
      // {{#if hasAccess}}
      reader,
      // {{/if}}
    );
    if (typeof event === 'string') return event;
    if (version === undefined) return 'event-expired';
    // {{#if hasAdapters}}
    const isOfResource = claim.eventType === event.type && event.position > 0;
    const shown = isOfResource ? shapes.at(event, version) : event;
    if (shown === undefined) return 'event-expired';
    // {{/if}}
    // The bytes that are signed are those that are sent: nothing makes this text anew.
    // {{#if hasAdapters}}
    const { dataschema, ...attributes } = cloudEvent(shown, version, origin);
    // {{else}}
    // const { dataschema, ...attributes } = cloudEvent(event, version, origin);
    // {{/if}}
    // No document describes a ping: it is about nothing.
    const body = JSON.stringify(event.type === ping ? attributes : { ...attributes, dataschema });
    const timestamp = Math.floor(at.getTime() / 1000);
    const { eventId: id } = claim;
    const keys = await secrets.current(connection, endpoint.id, at);
    return {
      body,
      headers: {
        'content-type': cloudEventMediaType,
        'user-agent': agent,
        'webhook-id': id,
        // Of this attempt: receivers refuse what was signed long ago, since it may be somebody else's repetition.
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signaturesOf({ id, timestamp, body }, keys),
      },
    };
  };
}

/** Nothing happened, and it is told in the form of an event: of the endpoint itself. */
function pingOf(
  { eventId, subject }: Claim,
  { id, revision }: WebhookEndpoint,
  at: Date,
): StoredEvent {
  return {
    id: eventId,
    position: 0,
    type: ping,
    resource: 'webhook-endpoint',
    rowId: id,
    path: `/${subject}`,
    time: at.toISOString(),
    data: { id, revision },
  };
}
