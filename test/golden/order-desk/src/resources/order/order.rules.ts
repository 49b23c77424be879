import type { OrderRules } from './order.schema.ts';

/**
 * Rules of orders that the specification cannot express. This file is yours: the generator wrote it
 * once and never touches it again.
 *
 * @example
 * async beforeCreate(draft, { transaction }) {
 *   if (await isBlocked(transaction, draft)) throw new Problem(builtIn.forbidden);
 * }
 */
export const orderRules: OrderRules = {};
