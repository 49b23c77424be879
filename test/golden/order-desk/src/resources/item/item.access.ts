import type { Grants } from '../../runtime/authentication/grants.ts';

/** Who may do what with items: any one grant is enough, and whoever has none may not. */
export const itemGrants = {
  read: ['reader', 'clerk', 'admin'],
  create: ['clerk', 'admin'],
  replace: ['clerk', 'admin'],
  update: ['clerk', 'admin'],
  delete: ['clerk', 'admin'],
} as const satisfies Readonly<Record<string, Grants>>;
