import { defined, mapValues, own } from '../plain.ts';
import type { ResolvedCondition, ResolvedField, ResolvedGuard } from '../resolved.ts';
import type { Condition } from '../schema.ts';
import { resolveValue } from './values.ts';

/** A guard in its one form: lists of values, each as on the wire. */
export function resolveGuard(
  when: Readonly<Record<string, Condition>> = {},
  fields: Readonly<Record<string, ResolvedField>>,
): ResolvedGuard {
  return mapValues(when, (condition, name) => resolveCondition(condition, own(fields, name)));
}

function resolveCondition(
  condition: Condition,
  field: ResolvedField | undefined,
): ResolvedCondition {
  const one = (value: unknown) => (field === undefined ? value : resolveValue(field, value));
  const bound = (value: unknown) => (value === undefined ? undefined : one(value));
  if (typeof condition !== 'object') return { anyOf: [one(condition)] };
  if (Array.isArray(condition)) return { anyOf: condition.map(one) };
  const { present, gte, gt, lte, lt, not } = condition;
  return defined({
    present,
    gte: bound(gte),
    gt: bound(gt),
    lte: bound(lte),
    lt: bound(lt),
    not: not === undefined ? undefined : [not].flat().map(one),
  });
}
