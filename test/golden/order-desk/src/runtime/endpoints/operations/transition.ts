import { builtIn } from '../../errors/built-in.ts';
import type { Operation } from '../route.ts';
import type { CustomOperationEndpoints } from './custom-operation-endpoints.ts';
import { customOperation } from './custom-operation.ts';
import { performTransition, type Input } from './perform.ts';

/** POST of a transition: the resource enters another state, or the answer says why it cannot. */
export function transition<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
  name: string,
): Operation<unknown, Input> {
  const action = resource.machine?.transitions[name];
  if (action === undefined) throw new TypeError(`${resource.name} has no transition ${name}`);
  const { from, to } = action;
  const isRepeatable = from.includes(to);
  return customOperation(resource, {
    name,
    action,
    says: (state) => ({
      explanation: `Leads from ${from.map((each) => code(state(each))).join(' or ')} to ${code(state(to))}. ${
        isRepeatable
          ? 'In any other state the answer is 409.'
          : 'In any other state the answer is 409: also when it is repeated, unless with the same Idempotency-Key.'
      }`,
      answer: `It is in the state ${code(state(to))}.`,
    }),
    problems: [builtIn.transitionNotAllowed, builtIn.guardNotMet],
    perform: (transaction, context, demand) =>
      performTransition(resource, transaction, context, demand),
  });
}

function code(state: string): string {
  return `\`${state}\``;
}
