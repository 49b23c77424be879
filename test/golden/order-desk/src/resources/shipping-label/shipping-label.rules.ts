import type { ShippingLabelRules } from './shipping-label.schema.ts';

/**
 * Rules of shipping labels that the specification cannot express. This file is yours: the generator wrote it
 * once and never touches it again.
 *
 * @example
 * async beforeCreate(draft, { transaction }) {
 *   if (await isBlocked(transaction, draft)) throw new Problem(builtIn.forbidden);
 * }
 */
export const shippingLabelRules: ShippingLabelRules = {};
