import type { Grants } from '../../runtime/authentication/grants.ts';

/** Permissions for shipping labels: one grant is enough, and a caller without any is refused. */
export const shippingLabelGrants = {
  read: ['reader', 'clerk', 'admin'],
  create: ['clerk', 'admin'],
  delete: ['admin'],
} as const satisfies Readonly<Record<string, Grants>>;
