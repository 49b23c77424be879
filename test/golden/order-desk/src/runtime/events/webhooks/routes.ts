import { list } from '../../endpoints/operations/list.ts';
import { read } from '../../endpoints/operations/read.ts';
import { remove } from '../../endpoints/operations/remove.ts';
import { replace } from '../../endpoints/operations/replace.ts';
import { update } from '../../endpoints/operations/update.ts';
import type { Route } from '../../endpoints/route.ts';
import { createEndpoint } from './create-endpoint.ts';
import { deliveryList } from './delivery.ts';
import { pingEndpoint, replayDelivery, replayEvents, rotateSecret } from './endpoint-actions.ts';
import type { EndpointParts } from './endpoint-parts.ts';

const pages = { size: 20, maxSize: 100, total: true } as const;

/** What clients do with their webhook endpoints. Those of others do not exist for them. */
export function webhookRoutes<Tables>(parts: EndpointParts<Tables>): Route[] {
  const { resource, deliveries } = parts;
  const endpoint = `/${resource.collection}/{${resource.idParameter}}`;
  const delivery = `${endpoint}/${deliveries.collection}/{${deliveries.idParameter}}`;
  return [
    {
      path: `/${resource.collection}`,
      description:
        'Endpoints of clients that receive events as signed requests (Standard Webhooks).',
      operations: {
        GET: list(resource, { ...pages, filter: ['state'], sort: ['createdAt'] }),
        POST: createEndpoint(parts),
      },
    },
    {
      path: endpoint,
      operations: {
        GET: read(resource),
        PUT: replace(resource),
        PATCH: update(resource),
        DELETE: remove(resource),
      },
    },
    { path: `${endpoint}/rotate-secret`, operations: { POST: rotateSecret(parts) } },
    { path: `${endpoint}/ping`, operations: { POST: pingEndpoint(parts) } },
    { path: `${endpoint}/replay`, operations: { POST: replayEvents(parts) } },
    {
      path: `${endpoint}/${deliveries.collection}`,
      description: 'What was sent to a webhook endpoint, and what came of it.',
      operations: {
        GET: list(deliveries, deliveryList),
      },
    },
    { path: delivery, operations: { GET: read(deliveries) } },
    { path: `${delivery}/replay`, operations: { POST: replayDelivery(parts) } },
  ];
}
