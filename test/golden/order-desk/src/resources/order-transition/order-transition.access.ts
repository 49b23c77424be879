import type { Grants } from '../../runtime/authentication/grants.ts';

/** Permissions for order transitions: one grant is enough, and a caller without any is refused. */
export const orderTransitionGrants = {
  read: ['reader', 'clerk', 'admin'],
} as const satisfies Readonly<Record<string, Grants>>;
