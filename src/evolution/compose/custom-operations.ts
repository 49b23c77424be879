import { mapValues, own } from '../../specification/plain.ts';
import type {
  ResolvedAction,
  ResolvedCondition,
  ResolvedField,
  ResolvedSpecification,
  ResolvedTransition,
} from '../../specification/index.ts';

/** A custom operation: a transition or an action that clients can ask for besides the methods. */
export type CustomOperation = ResolvedTransition | ResolvedAction;

/** The transitions and actions of a resource that clients can ask for, by segment. */
function askedOf(
  { states, endpoints }: ResolvedSpecification,
  resource: string,
): Record<string, CustomOperation> {
  const transitions = Object.entries(own(states, resource)?.transitions ?? {}).filter(
    ([, { after, at }]) => after === undefined && at === undefined,
  );
  return { ...Object.fromEntries(transitions), ...own(endpoints, resource)?.actions };
}

/** Fields of what is sent along with each transition and action that clients can ask for, by segment. */
export function customOperationInputs(
  specification: ResolvedSpecification,
  resource: string,
): Record<string, Readonly<Record<string, ResolvedField>>> {
  return mapValues(askedOf(specification, resource), ({ input }) => input);
}

/** A transition or an action that clients can ask for. */
export function customOperationOf(
  specification: ResolvedSpecification,
  resource: string,
  name: string,
): CustomOperation | undefined {
  return own(askedOf(specification, resource), name);
}

/** A condition in which each value that it names is another one. */
export function withValues(
  { anyOf, not, ...others }: ResolvedCondition,
  renamed: (value: unknown) => unknown,
): ResolvedCondition {
  return {
    ...others,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(renamed) }),
    ...(not === undefined ? {} : { not: not.map(renamed) }),
  };
}
