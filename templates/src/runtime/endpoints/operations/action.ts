import { builtIn } from '../../errors/built-in.ts';
import type { Operation } from '../route.ts';
import type { CustomOperationEndpoints } from './custom-operation-endpoints.ts';
import { customOperation } from './custom-operation.ts';
import { performAction, type Input } from './perform.ts';

/** POST of an action that leads to no other state. */
export function action<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
  name: string,
): Operation<unknown, Input> {
  const found = resource.actions?.[name];
  if (found === undefined) throw new TypeError(`${resource.name} has no action ${name}`);
  return customOperation(resource, {
    name,
    action: found,
    says: () => ({
      explanation:
        'It is done each time that the request is sent, unless with the same Idempotency-Key.',
      answer: 'It is done.',
    }),
    problems: [builtIn.guardNotMet],
    perform: (transaction, context, demand) =>
      performAction(resource, transaction, context, demand),
  });
}
