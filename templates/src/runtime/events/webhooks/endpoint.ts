import type { Static } from 'typebox';
import type { ResourceDescription } from '../../endpoints/resource-description.ts';
import { enumeration, type SystemMembers } from '../../resources/members.ts';
import { schemasOf, type ResourceSchemas } from '../../resources/schemas.ts';
import { Type } from '../../resources/type.ts';
import type { KeptReader } from './reader.ts';
import { signings } from './signature.ts';
import { versionValue, type ApiVersion } from '../../versioning/version.ts';

/** Why nothing is sent to an endpoint: its owner wants it so, it answered 410, it failed for days, or its version is gone. */
const disabledReasons = ['requested', 'gone', 'exhausted', 'version-retired'] as const;

export type DisabledReason = (typeof disabledReasons)[number];

/** Those that there can be: not every service has versions that are gone one day. */
function reasonsFor(versions: readonly ApiVersion[]): DisabledReason[] {
  const isRetiring = versions.some(({ sunset }) => sunset !== undefined);
  return disabledReasons.filter((reason) => isRetiring || reason !== 'version-retired');
}

/** Of what a subscription can be about. */
export interface WebhookOffer {
  /** `order.submitted` */
  readonly events: readonly string[];
  /** Whether there are networks that the operator permits besides, also by http. */
  readonly hasPermittedNetworks: boolean;
  /** Those that events can have the form of, the oldest first. */
  readonly versions: readonly ApiVersion[];
  /** Whether clients differ in what they may see of events. */
  readonly isNarrowed: boolean;
}

/** A name, which is checked each time that it is resolved. */
const publicAddress =
  '^https://([A-Za-z0-9-]+\\.)*[A-Za-z][A-Za-z0-9-]*(:([1-9][0-9]{0,3}|[1-5][0-9]{4}))?([/?][!"$-~]*)?$';
const anyAddress = '^https?://[^/?#\\s]+([/?][!"$-~]*)?$';

function membersOf({ events, hasPermittedNetworks, versions }: WebhookOffer) {
  return Type.Object({
    url: Type.String({
      // No format: many more addresses are URIs than a delivery can be sent to.
      pattern: hasPermittedNetworks ? anyAddress : publicAddress,
      maxLength: 2000,
      description:
        'Where events are sent: https, and no address of a private network. Redirects are not followed.',
    }),
    events: Type.Array(enumeration([...events]), {
      minItems: 1,
      maxItems: events.length,
      uniqueItems: true,
      default: [...events],
      description: 'What is sent; everything that there is now, unless it is said.',
    }),
    description: Type.Optional(
      Type.String({ maxLength: 500, description: 'For people: what the endpoint is for.' }),
    ),
    state: enumeration(['enabled', 'disabled'], {
      default: 'enabled',
      description:
        'What happens while it is disabled is not sent later, unless a replay asks for it.',
    }),
    signing: Type.Optional(
      enumeration([...signings], {
        'x-immutable': true,
        description:
          'How deliveries are signed (Standard Webhooks); hmac-sha256 unless it is said.',
      }),
    ),
    apiVersion: Type.Optional(
      Type.Unsafe<number | string>({
        type: versions.every(({ label }) => label.includes('-')) ? 'string' : 'integer',
        enum: versions.map(versionValue),
        description:
          'The version that events have the form of; that of the request which created it, unless it is said.',
      }),
    ),
    publicKey: Type.Optional(
      Type.String({
        maxLength: 100,
        readOnly: true,
        description: 'Verifies signatures by ed25519.',
      }),
    ),
    previousSecretUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        readOnly: true,
        description: 'Until then the secret before the last rotation signs along.',
      }),
    ),
    disabledReason: Type.Optional(
      enumeration(reasonsFor(versions), {
        readOnly: true,
        description:
          'Its owner requested it; it answered 410 (gone); a delivery failed as often as it is tried (exhausted).',
      }),
    ),
    disabledAt: Type.Optional(
      Type.String({ format: 'date-time', readOnly: true, description: 'Since when it is.' }),
    ),
  });
}

/** An address at which a client receives events. */
export type WebhookEndpointDraft = Static<ReturnType<typeof membersOf>> & {
  /** Who made it, and whom alone it exists for. */
  client?: string;
  /** What the client could see when it made or last changed it; kept where clients differ in that. */
  reader?: KeptReader;
};

export type WebhookEndpoint = WebhookEndpointDraft & SystemMembers;

interface Descriptions {
  readonly endpoint: ResourceDescription;
  /** With the secret, which only the answers that made it have. */
  readonly withSecret: ResourceDescription;
}

export function describeEndpoints(offer: WebhookOffer): Descriptions {
  const newest = offer.versions.at(-1);
  const members = membersOf(offer);
  const notes = {
    description: 'Where a client wants to receive events.',
    example: {
      url: 'https://hooks.partner.example/orders',
      events: offer.events.slice(0, 1),
      state: 'enabled',
      signing: 'hmac-sha256',
      ...(newest === undefined ? {} : { apiVersion: versionValue(newest) }),
    },
  };
  const schemas: ResourceSchemas = {
    ...schemasOf('WebhookEndpoint', members, notes),
    writeOnly: ['client', 'reader'],
  };
  const endpoint: ResourceDescription = {
    names: { one: 'WebhookEndpoint', many: 'WebhookEndpoints' },
    name: 'webhookEndpoint',
    collection: 'webhook-endpoints',
    schemas,
    children: ['deliveries'],
  };
  const secret = Type.Optional(
    Type.String({
      maxLength: 100,
      readOnly: true,
      description: 'Verifies signatures by hmac-sha256. Shown here alone: keep it.',
    }),
  );
  const shown = schemasOf('NewWebhookEndpoint', Type.Object({ ...members.properties, secret }), {
    ...notes,
    example: { ...notes.example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  });
  return {
    endpoint,
    withSecret: {
      ...endpoint,
      names: { one: 'NewWebhookEndpoint', many: 'NewWebhookEndpoints' },
      schemas: { ...schemas, shown: shown.shown },
    },
  };
}
