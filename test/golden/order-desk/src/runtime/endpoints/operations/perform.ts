import type { Transaction } from 'kysely';
import type { Caller } from '../../authentication/caller.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { changeRule } from '../../resources/change-rules.ts';
import { systemMembers, type SystemMembers } from '../../resources/members.ts';
import { unmetFields } from '../../states/guards.ts';
import {
  possibleTransitions,
  stateOf,
  type Action,
  type StateMachine,
} from '../../states/machine.ts';
import { requireState } from '../../states/state-keeping.ts';
import { heldToClaims } from '../../versioning/held-to-claims.ts';
import type { CustomOperationEndpoints } from './custom-operation-endpoints.ts';
import type { Actor } from './actor.ts';
import { changeRow, isChanged, systemMembersOf, type Change } from './change.ts';
import type { TransitionMade } from './change-listener.ts';
import { requireTargets } from './input-targets.ts';
import type { Place } from './parents.ts';

export type Input = Readonly<Record<string, unknown>>;

/** What is to be done with which row. */
export interface Demand {
  readonly place: Place;
  /** Of the transition or of the action. */
  readonly name: string;
  /** Checked against the schema of the input. */
  readonly input: Input;
  /**
   * Holds it back where the row is not the one it was meant for.
   *
   * @throws {Problem} such as 412
   */
  check?(stored: SystemMembers): void;
}

/**
 * Makes a transition, between its rules.
 *
 * @param actor the client that asks for it, or the service where its time has come
 * @returns undefined when another change of the row came first; nothing is stored then
 * @throws {Problem} 404 where there is no such row, 409 where its state or a guard does not permit it
 */
export function performTransition<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
  transaction: Transaction<Tables>,
  actor: Actor,
  { place, name, input, check }: Demand,
): Promise<Draft & SystemMembers> {
  const { machine } = resource;
  const transition = machine?.transitions[name];
  if (machine === undefined || transition === undefined) {
    throw new TypeError(`${resource.name} has no transition ${name}`);
  }
  return changeRow(resource, transaction, actor, place, {
    draftOf(stored) {
      check?.(stored);
      if (!transition.from.includes(stateOf(machine, stored))) {
        throw notAllowed(name, machine, stored);
      }
      const draft = permittedDraft(resource, transition, stored, input, actor.caller);
      return { ...draft, [machine.field]: transition.to };
    },
    ...rulesOf(resource, name, input, (draft) => {
      requireState(machine, draft, transition.to);
    }),
    // Also where it leads to the state that it left.
    isStored: () => true,
    tells: (stored) => ({
      kind: 'entered',
      transition: {
        name,
        from: stateOf(machine, stored),
        to: transition.to,
        input: withoutSecrets(transition, input),
      },
    }),
  });
}

/**
 * Carries out an action that leads to no other state, between its rules.
 *
 * @param actor the client that asked for it
 * @returns undefined when another change of the row came first; nothing is stored then
 * @throws {Problem} 404 where there is no such row, 409 where a guard does not permit it
 */
export function performAction<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
  transaction: Transaction<Tables>,
  actor: Actor,
  { place, name, input, check }: Demand,
): Promise<Draft & SystemMembers> {
  const { machine } = resource;
  const action = resource.actions?.[name];
  if (action === undefined) throw new TypeError(`${resource.name} has no action ${name}`);
  return changeRow(resource, transaction, actor, place, {
    draftOf(stored) {
      check?.(stored);
      return permittedDraft(resource, action, stored, input, actor.caller);
    },
    ...rulesOf(resource, name, input, (draft, stored) => {
      if (machine !== undefined) requireState(machine, draft, stateOf(machine, stored));
    }),
    isStored: isChanged,
    tells: () => ({ kind: 'updated' }),
  });
}

/**
 * The row as a transition or an action would leave it, where that is permitted.
 *
 * @throws {Problem} 409 that names the fields whose guard does not hold, 403 where it would go to somebody else
 */
export function permittedDraft<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
  action: Action,
  stored: Draft & SystemMembers,
  input: Input,
  caller: Caller,
): Draft {
  const draft = draftWith(resource, stored, input);
  heldToClaims(input, caller);
  resource.attributes?.refuseForeign(caller, draft, stored);
  requireGuard(resource, action, draft, stored);
  return draft;
}

/** The row as it would be: inputs that are named like a member set it, whatever else protects it. */
function draftWith<Draft extends object, Tables>(
  { table }: CustomOperationEndpoints<Draft, Tables>,
  stored: Draft & SystemMembers,
  input: Input,
): Draft {
  const kept = Object.entries(stored).filter(([name]) => !Object.hasOwn(systemMembers, name));
  const set = Object.entries(input).filter(([name]) => Object.hasOwn(table.columns, name));
  return Object.fromEntries([...kept, ...set]) as Draft;
}

/** @throws {Problem} 409 that names the fields */
function requireGuard<Draft extends object, Tables>(
  { table, machine }: CustomOperationEndpoints<Draft, Tables>,
  { when }: Action,
  draft: Draft,
  stored: Draft & SystemMembers,
): void {
  // Through the table and back: as the store would give it, in canonical form.
  const row = table.fromRow(table.toRow({ ...draft, ...systemMembersOf(stored) }));
  const unmet = unmetFields(when, row as object as Input);
  if (unmet.length === 0) return;
  const { members, ...where } = machine === undefined ? {} : whereItIs(machine, stored);
  throw new Problem(builtIn.guardNotMet, { ...where, members: { ...members, unmet } });
}

function notAllowed(name: string, machine: StateMachine, stored: object): Problem {
  const where = whereItIs(machine, stored);
  return new Problem(builtIn.transitionNotAllowed, {
    ...where,
    detail: ({ details }) => details.transitionNotAllowed(name, where.members.state),
  });
}

/** The state of a row, and the transitions that are possible from there. */
function whereItIs(machine: StateMachine, stored: object) {
  const possible = possibleTransitions(machine, stored);
  const isFormer = (name: string) => machine.transitions[name]?.isFormer === true;
  return {
    members: {
      state: stateOf(machine, stored),
      allowedTransitions: possible.filter((name) => !isFormer(name)),
    },
    formerTransitions: possible.filter(isFormer),
  };
}

/** The rules before and after it, as the developer wrote them. */
function rulesOf<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
  name: string,
  input: Input,
  verify: (draft: Draft, stored: Draft & SystemMembers) => void,
): Pick<Change<Draft, Tables>, 'before' | 'after'> {
  const { rules } = resource;
  return {
    async before(draft, stored, context) {
      await requireTargets(resource, context, name, input);
      await changeRule<typeof draft, typeof stored, Tables>(rules, 'before', name)?.(
        draft,
        stored,
        input,
        context,
      );
      verify(draft, stored);
    },
    async after(changed, before, context) {
      await changeRule<typeof changed, typeof before, Tables>(rules, 'after', name)?.(
        changed,
        before,
        input,
        context,
      );
    },
  };
}

/** What is only written, or is not for everybody, is kept nowhere but in the row. */
function withoutSecrets({ input: { properties } }: Action, input: Input): TransitionMade['input'] {
  const isSecret = (name: string) => {
    const schema = (properties[name] ?? {}) as { writeOnly?: boolean; 'x-readableBy'?: unknown };
    return schema.writeOnly === true || schema['x-readableBy'] !== undefined;
  };
  return Object.fromEntries(Object.entries(input).filter(([name]) => !isSecret(name)));
}
