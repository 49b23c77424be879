import type { ResourceRules } from '../resources/rules.ts';
import { stateOf, type StateMachine } from './machine.ts';

/** Rules of a resource that has states: they cannot change the state, which transitions alone do. */
export function keepingState<Stored extends object, Draft extends object, Tables>(
  rules: ResourceRules<Stored, Draft, Tables>,
  machine: StateMachine,
): ResourceRules<Stored, Draft, Tables> {
  return {
    ...rules,
    async beforeCreate(draft, context) {
      await rules.beforeCreate?.(draft, context);
      requireState(machine, draft, machine.initial);
    },
    async beforeUpdate(draft, stored, context) {
      await rules.beforeUpdate?.(draft, stored, context);
      requireState(machine, draft, stateOf(machine, stored));
    },
  };
}

/** @throws {Error} where a rule has changed the state: that is a mistake in the rule, and no answer to a client */
export function requireState(machine: StateMachine, draft: object, state: string): void {
  const found = stateOf(machine, draft);
  if (found === state) return;
  throw new Error(`A rule changed ${machine.field} from ${state} to ${found}: only transitions do`);
}
