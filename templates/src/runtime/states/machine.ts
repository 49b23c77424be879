import type { TObject } from 'typebox';
import { Type } from '../resources/type.ts';
import { unmetFields, type Guard } from './guards.ts';

type Row = Readonly<Record<string, unknown>>;

/** Of what takes no input: an empty object, or no body at all. */
export const noInput = Type.Object({}, { examples: [{}], additionalProperties: false });

/** Something that can be done with a resource, by a POST to the segment of its name. */
export interface Action {
  readonly description?: string;
  /** What must hold of the row as it would be with the input. */
  readonly when: Guard;
  /** Body of the request. A member of the resource's own name sets that member; the others only reach the rules. */
  readonly input: TObject;
  /** Members that the input can give a value that meets their condition. */
  readonly mends?: readonly string[];
}

/** An action that leads to another state. */
export interface Transition extends Action {
  readonly from: readonly string[];
  readonly to: string;
  /** The service makes it by itself, so many milliseconds after one of the states in `from` was entered. */
  readonly after?: number;
  /** The service makes it by itself, at the instant or on the day that this member holds. */
  readonly at?: string;
  /** Only older versions have it. */
  readonly isFormer?: true;
}

/** The states that a resource can be in, and the ways between them. */
export interface StateMachine {
  /** The member that holds the state. */
  readonly field: string;
  readonly initial: string;
  /** By name. */
  readonly transitions: Readonly<Record<string, Transition>>;
}

/** What can be done with one kind of resource. */
export interface Behaviour {
  readonly machine?: StateMachine;
  /** By name; those that lead to no other state. */
  readonly actions?: Readonly<Record<string, Action>>;
}

export function stateOf({ field }: StateMachine, row: object): string {
  return String((row as Row)[field]);
}

/** Names of the transitions that a client can make of a row as it is. */
export function possibleTransitions(machine: StateMachine, row: object): string[] {
  const state = stateOf(machine, row);
  return Object.entries(machine.transitions)
    .filter(([, transition]) => !isTimed(transition) && transition.from.includes(state))
    .filter(([, transition]) => isPossible(transition, row))
    .map(([name]) => name);
}

/** Names of all that a client can do with a row as it is. */
export function possibleActions({ machine, actions = {} }: Behaviour, row: object): string[] {
  const others = Object.entries(actions).filter(([, action]) => isPossible(action, row));
  return [
    ...(machine === undefined ? [] : possibleTransitions(machine, row)),
    ...others.map(([name]) => name),
  ];
}

/** Only the service makes it. */
export function isTimed({ after, at }: Transition): boolean {
  return after !== undefined || at !== undefined;
}

/** What the input can mend does not stand in the way. */
function isPossible({ when, mends = [] }: Action, row: object): boolean {
  return unmetFields(when, row as Row).every((name) => mends.includes(name));
}
