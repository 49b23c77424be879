import type { Grants } from '../../runtime/authentication/grants.ts';

/** Permissions for items: one grant is enough, and a caller without any is refused. */
export const itemGrants = {
  read: ['reader', 'clerk', 'admin'],
  create: ['clerk', 'admin'],
  replace: ['clerk', 'admin'],
  update: ['clerk', 'admin'],
  delete: ['clerk', 'admin'],
} as const satisfies Readonly<Record<string, Grants>>;
