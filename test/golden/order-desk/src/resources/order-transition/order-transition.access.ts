import type { Grants } from '../../runtime/authentication/grants.ts';

/** Who may do what with order transitions: any one grant is enough, and whoever has none may not. */
export const orderTransitionGrants = {
  read: ['reader', 'clerk', 'admin'],
} as const satisfies Readonly<Record<string, Grants>>;
