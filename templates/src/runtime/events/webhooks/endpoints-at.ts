import { isDeepStrictEqual } from 'node:util';
import { builtIn } from '../../errors/built-in.ts';
import { Problem, type Violation } from '../../errors/problem.ts';
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
  const emitted = own(offer.events);
  if (emitted.length === 0) return adapter;
  const newest = (types: readonly string[]) =>
    types.flatMap((type) => newestTypes(type, offer.events, adapter));
  const delivery = deliveryAt(adapter, offer, (type) => newest([type]), paths);
  if (isDeepStrictEqual(emitted, offer.events) && adapter.withdrawn === undefined) {
    return { ...adapter, resources: { ...adapter.resources, webhookDelivery: delivery } };
  }

  const { withdrawn = [] } = adapter;
  const described = describeEndpoints({ ...offer, events: [...emitted, ...withdrawn] });
  /** What is withdrawn may be asked for along with others, and is not shown then. */
  const asked = (body: Members) => {
    const types = newest(typesIn(body));
    if (types.length === 0) throw noEventsOf(emitted);
    return types;
  };
  const endpoint: ResourceAdapter = {
    description: described.endpoint,
    others: { [described.withSecret.names.one]: described.withSecret },
    down: (members) => ({ ...members, events: own(typesIn(members)) }),
    create: (body) => ({ ...body, events: asked(body) }),
    replace(body, seen) {
      const before = typesIn(seen);
      if (isDeepStrictEqual(typesIn(body), own(before))) return { ...body, events: before };
      const unsaid = before.filter((type) => typeAt(type, adapter) === undefined);
      return { ...body, events: [...asked(body), ...unsaid] };
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

/** The service would never send anything to the endpoint. */
function noEventsOf(emitted: readonly string[]): Problem {
  const violation: Violation = {
    in: 'body',
    at: '/events',
    code: 'enum',
    detail: ({ violations }) => violations.enum([...emitted]),
  };
  return new Problem(builtIn.validationFailed, { errors: [violation] });
}

function typesIn({ events }: Members): readonly string[] {
  return (events ?? []) as readonly string[];
}
