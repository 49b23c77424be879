import { attributeRules } from '../../runtime/authentication/attribute-rules.ts';
import type { Grants } from '../../runtime/authentication/grants.ts';
import { orderSchemas } from './order.schema.ts';

/** Permissions for orders: one grant is enough, and a caller without any is refused. */
export const orderGrants = {
  read: ['reader', 'clerk', 'admin'],
  create: ['clerk', 'admin'],
  replace: ['clerk', 'admin'],
  update: ['clerk', 'admin'],
  delete: ['admin'],
  submit: ['clerk', 'admin'],
  ship: ['clerk', 'admin'],
  cancel: ['clerk', 'admin'],
} as const satisfies Readonly<Record<string, Grants>>;

/** Which orders exist for whom: those whose members have the values that the caller's claims say. */
export const orderAttributes = attributeRules(
  [{ member: 'tenantId', claim: 'tenant', unless: [] }],
  orderSchemas.shown,
  'api-key',
);
