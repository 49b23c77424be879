import type { Grants } from '../../runtime/authentication/grants.ts';

/** Who may do what with shipping labels: any one grant is enough, and whoever has none may not. */
export const shippingLabelGrants = {
  read: ['reader', 'clerk', 'admin'],
  create: ['clerk', 'admin'],
  delete: ['admin'],
} as const satisfies Readonly<Record<string, Grants>>;
