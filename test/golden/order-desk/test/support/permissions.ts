import type { ResourceSample } from './sample.ts';

/** Something that can be done, and with what. */
export interface Permission {
  readonly method: string;
  /** With its version and placeholders. */
  readonly path: string;
  /** Grants of which any one is enough; none: nobody may. */
  readonly allowed: readonly string[] | 'authenticated';
}

/** Who may do what, as the specification says. What is not here needs no credential, or is the owner's own. */
const declared: readonly Permission[] = [
  { method: 'GET', path: '/v1/orders', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'POST', path: '/v1/orders', allowed: ['clerk', 'admin'] },
  { method: 'GET', path: '/v1/orders/{orderId}', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'PUT', path: '/v1/orders/{orderId}', allowed: ['clerk', 'admin'] },
  { method: 'PATCH', path: '/v1/orders/{orderId}', allowed: ['clerk', 'admin'] },
  { method: 'DELETE', path: '/v1/orders/{orderId}', allowed: ['admin'] },
  { method: 'POST', path: '/v1/orders/{orderId}/submit', allowed: ['clerk', 'admin'] },
  { method: 'POST', path: '/v1/orders/{orderId}/ship', allowed: ['clerk', 'admin'] },
  { method: 'POST', path: '/v1/orders/{orderId}/cancel', allowed: ['clerk', 'admin'] },
  {
    method: 'GET',
    path: '/v1/orders/{orderId}/transitions',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'GET',
    path: '/v1/orders/{orderId}/transitions/{orderTransitionId}',
    allowed: ['reader', 'clerk', 'admin'],
  },
  { method: 'GET', path: '/v1/orders/{orderId}/items', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'POST', path: '/v1/orders/{orderId}/items', allowed: ['clerk', 'admin'] },
  {
    method: 'GET',
    path: '/v1/orders/{orderId}/items/{itemId}',
    allowed: ['reader', 'clerk', 'admin'],
  },
  { method: 'PUT', path: '/v1/orders/{orderId}/items/{itemId}', allowed: ['clerk', 'admin'] },
  { method: 'PATCH', path: '/v1/orders/{orderId}/items/{itemId}', allowed: ['clerk', 'admin'] },
  { method: 'DELETE', path: '/v1/orders/{orderId}/items/{itemId}', allowed: ['clerk', 'admin'] },
  { method: 'GET', path: '/v1/shipping-labels', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'POST', path: '/v1/shipping-labels', allowed: ['clerk', 'admin'] },
  {
    method: 'GET',
    path: '/v1/shipping-labels/{shippingLabelId}',
    allowed: ['reader', 'clerk', 'admin'],
  },
  { method: 'DELETE', path: '/v1/shipping-labels/{shippingLabelId}', allowed: ['admin'] },
  { method: 'GET', path: '/v1/webhook-endpoints', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'POST', path: '/v1/webhook-endpoints', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'GET', path: '/v1/webhook-endpoints/{id}', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'PUT', path: '/v1/webhook-endpoints/{id}', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'PATCH', path: '/v1/webhook-endpoints/{id}', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'DELETE', path: '/v1/webhook-endpoints/{id}', allowed: ['reader', 'clerk', 'admin'] },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/rotate-secret',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/ping',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/replay',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/deliveries',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/deliveries/{id}',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/deliveries/{id}/replay',
    allowed: ['reader', 'clerk', 'admin'],
  },
  { method: 'GET', path: '/v1/events', allowed: ['reader', 'clerk', 'admin'] },
];

/** The same, with HEAD, which is permitted to whom GET is. */
export const permissions: readonly Permission[] = declared.flatMap((each) =>
  each.method === 'GET' && !each.path.endsWith('/events')
    ? [each, { ...each, method: 'HEAD' }]
    : [each],
);

/** Whether somebody with these grants may do it with a kind of resource. */
export function mayUse(
  { path, idParameter }: Pick<ResourceSample, 'path' | 'idParameter'>,
  method: ResourceSample['methods'][number],
  grants: readonly string[],
): boolean {
  const methods = {
    list: 'GET',
    create: 'POST',
    read: 'GET',
    replace: 'PUT',
    update: 'PATCH',
    delete: 'DELETE',
  };
  const address = method === 'list' || method === 'create' ? path : `${path}/{${idParameter}}`;
  return permissions.some(
    (each) => each.method === methods[method] && each.path === address && mayDo(each, grants),
  );
}

export function mayDo({ allowed }: Permission, grants: readonly string[]): boolean {
  return allowed === 'authenticated' || grants.some((grant) => allowed.includes(grant));
}
