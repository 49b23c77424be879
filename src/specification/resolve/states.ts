import { defined, mapValues } from '../plain.ts';
import type { ResolvedEnum, ResolvedStateMachine, ResolvedTransition } from '../resolved.ts';
import type { Field, StateMachine, Transition } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { millisecondsOfIso } from '../units.ts';
import { resolveField } from './field.ts';
import { resolveGuard } from './guard.ts';
import { resolveInputs } from './input.ts';

type Fields = Readonly<Record<string, Field>>;

/** A machine with every default filled in; `fields` are those of its resource as in the file. */
export function resolveStateMachine(machine: StateMachine, fields: Fields): ResolvedStateMachine {
  const { field = defaults.stateField, initial, history = false } = machine;
  const states = statesOf(machine);
  const left = new Set(Object.values(machine.transitions).flatMap(({ from }) => from));
  const own = stateField({ states, initial });
  const known = { ...mapValues(fields, resolveField), [field]: own };
  return {
    field,
    initial,
    states,
    final: machine.final ?? states.filter((state) => !left.has(state)),
    history,
    transitions: mapValues(machine.transitions, (transition): ResolvedTransition => {
      const { description, deprecated, from, to, when, input, after, at } = transition;
      return {
        ...defined({ description, deprecated }),
        from: [from].flat(),
        to,
        when: resolveGuard(when, known),
        input: resolveInputs(input, fields),
        ...defined({ after: after === undefined ? undefined : millisecondsOfIso(after), at }),
      };
    }),
  };
}

/** Every state, in the order in which it is mentioned, the initial one first. */
export function statesOf({
  initial,
  transitions,
}: {
  readonly initial: string;
  readonly transitions: Readonly<Record<string, Pick<Transition, 'from' | 'to'>>>;
}): string[] {
  const mentioned = Object.values(transitions).flatMap(({ from, to }) => [from, to].flat());
  return [...new Set([initial, ...mentioned])];
}

/** The field that the machine adds to its resource. */
export function stateField({
  states,
  initial,
}: Pick<ResolvedStateMachine, 'states' | 'initial'>): ResolvedEnum {
  return {
    type: 'enum',
    description: 'The state that it is in; transitions change it.',
    required: false,
    nullable: false,
    unique: false,
    immutable: false,
    readOnly: true,
    writeOnly: false,
    deprecated: false,
    values: states,
    default: initial,
  };
}
