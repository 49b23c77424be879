import type { Transaction } from 'kysely';
import type { RuleContext } from '../../resources/rules.ts';
import type { Actor } from './actor.ts';

/** What a rule may use while something is read. The service itself, and what is newest, know every behaviour. */
export function readContext({
  caller,
  now,
  lacks = [],
}: Actor): Omit<RuleContext<never>, 'transaction'> {
  return { caller, now, behaves: (behaviour) => !lacks.includes(behaviour) };
}

/** What a rule may use while something is changed. */
export function ruleContext<Tables>(
  actor: Actor,
  transaction: Transaction<Tables>,
): RuleContext<Tables> {
  return { ...readContext(actor), transaction };
}
