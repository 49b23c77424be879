import type { OrderTransitionRules } from './order-transition.schema.ts';

/**
 * Rules of order transitions that the specification cannot express. This file is yours: the generator wrote it
 * once and never touches it again.
 *
 * @example
 * async beforeCreate(draft, { transaction }) {
 *   if (await isBlocked(transaction, draft)) throw new Problem(builtIn.forbidden);
 * }
 */
export const orderTransitionRules: OrderTransitionRules = {};
