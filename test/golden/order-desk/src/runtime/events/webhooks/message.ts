import type { Connection } from '../../storage/statement.ts';
import { isRetired, versionValue, type ApiVersion } from '../../versioning/version.ts';
import { cloudEvent, cloudEventMediaType, type EventOrigin } from '../cloud-event.ts';
import type { EventShapes } from '../event-shapes.ts';
import type { StoredEvent } from '../event.ts';
import type { Outbox } from '../outbox.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { Claim } from './queue.ts';
import type { Sight } from './reader.ts';
import { signaturesOf } from './signature.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/** Type of the event that only tests an endpoint. No resource has one without a dot. */
export const ping = 'ping';

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Makes what is sent at an instant: an event in the form that the endpoint is pinned to, signed for this attempt.
 *
 * @param sight what the client may see; undefined: it has no valid credential any more
 * @returns why there is nothing to send, where there is nothing
 */
export type Composer = (
  connection: Connection,
  claim: Claim,
  endpoint: WebhookEndpoint,
  at: Date,
  sight: Sight | undefined,
) => Promise<Message | Refusal>;

/** Why an event is not sent. */
export type Refusal =
  /** The client lost its permissions before the delivery. */
  | 'not-permitted'
  /** It is kept no longer, or that version is served no longer. */
  | 'event-expired';

/** The last message to an endpoint whose version is gone; undefined for a claim about something else. */
export type LastNotice = (version: ApiVersion, claim: Claim) => StoredEvent | undefined;

export interface Composing {
  readonly outbox: Pick<Outbox, 'find'>;
  readonly secrets: SigningSecrets;
  readonly versions: readonly ApiVersion[];
  /** Absent: there is one version. */
  readonly shapes?: Pick<EventShapes, 'at'> | undefined;
  /** Absent: no version is ever gone. */
  readonly lastNotice?: LastNotice | undefined;
  readonly origin: EventOrigin;
  /** Value of User-Agent. */
  readonly agent: string;
}

export function composer({
  outbox,
  secrets,
  versions,
  shapes,
  lastNotice,
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
    sight: Sight | undefined,
  ): Promise<StoredEvent | Refusal> {
    if (sight === undefined) return 'not-permitted';
    if (claim.eventType === ping) return pingOf(claim, endpoint, at);
    const version = versionOf(endpoint);
    if (version !== undefined && isRetired(version, at)) {
      // The end of the version also ends the deliveries that were due before it.
      return lastNotice?.(version, claim) ?? 'event-expired';
    }
    const event = await outbox.find(connection, claim.eventId);
    return event === undefined ? 'event-expired' : (sight(event) ?? 'not-permitted');
  }

  return async (connection, claim, endpoint, at, sight) => {
    const version = versionOf(endpoint);
    const event = await find(connection, claim, endpoint, at, sight);
    if (typeof event === 'string') return event;
    if (version === undefined) return 'event-expired';
    const isOfResource = claim.eventType === event.type && event.position > 0;
    const shown = isOfResource && shapes !== undefined ? shapes.at(event, version) : event;
    if (shown === undefined) return 'event-expired';
    // The bytes that are signed are those that are sent: nothing makes this text anew.
    const { dataschema, ...attributes } = cloudEvent(shown, version, origin);
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

/** A test message in the form of an event, about the endpoint itself. */
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
