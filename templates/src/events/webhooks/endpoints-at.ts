import { isDeepStrictEqual } from 'node:util';
import type { Members, ResourceAdapter, VersionAdapter } from '../../versioning/adapter.ts';
import { newestTypes, typeAt } from '../../versioning/event-at.ts';
import { deliveryDescription } from './delivery.ts';
import { describeEndpoints, type WebhookOffer } from './endpoint.ts';

/** An older version with webhook endpoints that name events as it does. */
export function endpointsAt(adapter: VersionAdapter, offer: WebhookOffer): VersionAdapter {
  const own = (types: readonly string[]) => [
    ...new Set(types.flatMap((type) => typeAt(type, adapter) ?? [])),
  ];
  const told = own(offer.events);
  if (told.length === 0 || isDeepStrictEqual(told, offer.events)) return adapter;
  const newest = (types: readonly string[]) =>
    types.flatMap((type) => newestTypes(type, offer.events, adapter));

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
  const delivery: ResourceAdapter = {
    description: deliveryDescription,
    down: (members) => ({
      ...members,
      eventType: typeAt(String(members['eventType']), adapter) ?? members['eventType'],
    }),
  };
  return {
    ...adapter,
    resources: { ...adapter.resources, webhookEndpoint: endpoint, webhookDelivery: delivery },
  };
}

function typesIn({ events }: Members): readonly string[] {
  return (events ?? []) as readonly string[];
}
