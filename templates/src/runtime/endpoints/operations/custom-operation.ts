import type { Transaction } from 'kysely';
import { builtIn } from '../../errors/built-in.ts';
import type { SystemMembers } from '../../resources/members.ts';
import type { ProblemType } from '../../errors/problem.ts';
import type { Action } from '../../states/machine.ts';
import { changeProblems, checkWrite, preconditionsOf } from '../preconditions.ts';
import { resourceContent } from '../resource-answer.ts';
import type { Operation, RequestContext } from '../route.ts';
import { checkBody } from '../validation.ts';
import { namesOf } from './custom-operation-names.ts';
import type { CustomOperationEndpoints } from './custom-operation-endpoints.ts';
import { placeOf } from './parents.ts';
import type { Demand, Input } from './perform.ts';
import { runChange } from './run-change.ts';

/** What distinguishes one POST to a resource's action from another. */
export interface CustomOperation<Draft extends object, Tables> {
  readonly name: string;
  readonly action: Action;
  /** What is said of it, by the names that states have in a version. */
  says(state: (newest: string) => string): {
    /** Besides its own description. */
    readonly explanation: string;
    /** What the success means. */
    readonly answer: string;
  };
  readonly problems: readonly ProblemType[];
  perform(
    transaction: Transaction<Tables>,
    context: RequestContext,
    demand: Demand,
  ): Promise<Draft & SystemMembers>;
}

/**
 * What the operations of transitions and actions share: POST to a segment below a resource, answered with the resource
 * as it is then. The body is JSON in every representation, since it holds no resource.
 */
export function customOperation<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
  { name, action, says, problems, perform }: CustomOperation<Draft, Tables>,
): Operation<unknown, Input> {
  const { names, preconditions, idempotencyKey } = resource;
  const worded = (state: (newest: string) => string) => textsOf(action, says(state));
  return {
    ...namesOf(resource, name),
    ...worded((state) => state),
    worded,
    tag: names.many,
    resource,
    preconditions,
    idempotencyKey,
    body: inputBody(action),
    problems: [
      builtIn.notFound,
      builtIn.uniqueConflict,
      builtIn.referenceConflict,
      ...problems,
      ...changeProblems(preconditions),
    ],
    handle(context, { body }) {
      const demand = demandOf(resource, context, name, body);
      return runChange(resource, context, async (transaction) => {
        const changed = await perform(transaction, context, demand);
        return {
          status: 200,
          revision: changed.revision,
          content: resourceContent(resource, changed, resourcePath(context)),
        };
      });
    },
  };
}

/** The body of an action; where nothing in it is required, there need not be one. */
export function inputBody({ input }: Action): NonNullable<Operation<unknown, Input>['body']> {
  const { required = [] } = input as { readonly required?: readonly string[] };
  return {
    schemas: { 'application/json': input },
    isOptional: required.length === 0,
    parse(value) {
      checkBody(input, value);
      return value as Input;
    },
  };
}

/** What a request asks to be done, with its preconditions. */
export function demandOf<Draft extends object, Tables>(
  resource: CustomOperationEndpoints<Draft, Tables>,
  context: RequestContext,
  name: string,
  input: Input,
): Demand {
  const conditions = preconditionsOf(context.headers);
  return {
    place: placeOf(resource, context),
    name,
    input,
    check(stored) {
      checkWrite(conditions, stored.revision, resource.preconditions === 'required');
    },
  };
}

/** Path of the resource that an action is below. */
export function resourcePath({ path }: Pick<RequestContext, 'path'>): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function textsOf(
  { description }: Action,
  { explanation, answer }: { readonly explanation: string; readonly answer: string },
): Pick<Operation, 'description' | 'answers'> {
  const headers = { ETag: 'Tag of the new representation.' };
  return {
    description: description === undefined ? explanation : `${description} ${explanation}`,
    answers: {
      200: { description: answer, shows: 'resource', headers },
      204: { description: `${answer} The request prefers not to see it.`, headers },
    },
  };
}
