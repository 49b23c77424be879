import type { OrderRules } from './order.schema.ts';

/**
 * Rules of orders that the specification cannot express. This file is yours: the generator wrote it
 * once and never touches it again.
 *
 * @example
 * import { memberViolation } from '../../runtime/endpoints/violations.ts';
 * import { builtIn } from '../../runtime/errors/built-in.ts';
 * import { Problem } from '../../runtime/errors/problem.ts';
 * import type { OrderDraft, OrderRules } from './order.schema.ts';
 *
 * function refuseCapitals({ title }: OrderDraft): void {
 *   if (title === '' || title !== title.toUpperCase()) return;
 *   const errors = [memberViolation('title', 'capitals', 'must have small letters as well')];
 *   throw new Problem(builtIn.validationFailed, { errors });
 * }
 *
 * export const orderRules: OrderRules = {
 *   beforeCreate: refuseCapitals,
 *   // PUT and PATCH: only a new value, so that what is stored already can still be changed elsewhere.
 *   beforeUpdate(draft, stored) {
 *     if (draft.title !== stored.title) refuseCapitals(draft);
 *   },
 * };
 */
export const orderRules: OrderRules = {};
