import type { ServiceDescription } from '../runtime/service/description.ts';

/** What the service says of itself. */
export const about: ServiceDescription = {
  name: 'order-desk',
  title: 'Order Desk',
  vendor: 'acme',
  purpose: 'Takes orders from partner shops and follows them until delivery.',
  domain: 'retail logistics',
  contact: { name: 'Order team', email: 'orders@acme.example' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  version: '1.0.0',
};
