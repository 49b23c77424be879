import { isDeepStrictEqual } from 'node:util';
import type { Members, ResourceAdapter, VersionAdapter } from '../../versioning/adapter.ts';
import { newestTypes, typeAt } from '../../versioning/event-at.ts';
import type { Paths } from '../../versioning/paths-at.ts';
import { deliveryList, describeDeliveries } from './delivery.ts';
import { describeEndpoints, type WebhookOffer } from './endpoint.ts';

/** An older version with webhook endpoints and deliveries that name events, and what they happened to, as it does. */
export function endpointsAt(
  adapter: VersionAdapter,
  offer: WebhookOffer,
  paths: Paths,
): VersionAdapter {
  const own = (types: readonly string[]) => [
    ...new Set(types.flatMap((type) => typeAt(type, adapter) ?? [])),
  ];
  const told = own(offer.events);
  if (told.length === 0) return adapter;
  const newest = (types: readonly string[]) =>
    types.flatMap((type) => newestTypes(type, offer.events, adapter));
  const delivery = deliveryAt(adapter, offer, (type) => newest([type]), paths);
  if (isDeepStrictEqual(told, offer.events)) {
    return { ...adapter, resources: { ...adapter.resources, webhookDelivery: delivery } };
  }

  const endpoint: ResourceAdapter = {
    description: describeEndpoints({ ...offer, events: told }).endpoint,
    down: (members) => ({ ...members, events: own(typesIn(members)) }),
    create: (body) => ({ ...body, events: newest(typesIn(body)) }),
    replace(body, seen) {
      const before = typesIn(seen);
      if (isDeepStrictEqual(typesIn(body), own(before))) return { ...body, events: before };
      const unsaid = before.filter((type) => typeAt(type, adapter) === undefined);
      return { ...body, events: [...newest(typesIn(body)), ...unsaid] };
    },
  };
  return {
    ...adapter,
    resources: { ...adapter.resources, webhookEndpoint: endpoint, webhookDelivery: delivery },
  };
}

function deliveryAt(
  adapter: VersionAdapter,
  offer: WebhookOffer,
  newest: (type: string) => readonly string[],
  paths: Paths,
): ResourceAdapter {
  return {
    description: describeDeliveries(offer),
    down: (members) => ({
      ...members,
      eventType: typeAt(String(members['eventType']), adapter) ?? members['eventType'],
      subject: paths.toOlder(`/${String(members['subject'])}`).slice(1),
    }),
    members: {
      eventType: {
        from: ['eventType'],
        // What is no event of the service, as a ping, has one name.
        equal(type) {
          const types = newest(String(type));
          return (types.length === 0 ? [type] : types).map((each) => [each]);
        },
      },
      subject: {
        from: ['subject'],
        equal: (subject) => [[paths.toNewest(`/${String(subject)}`).slice(1)]],
      },
    },
    list: { ...deliveryList, cursor: false },
  };
}

function typesIn({ events }: Members): readonly string[] {
  return (events ?? []) as readonly string[];
}
