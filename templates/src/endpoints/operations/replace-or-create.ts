// {{#if hasGrants}}
import { isGranted } from '../../authentication/grants.ts';
// {{/if}}
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { SystemMembers } from '../../resources/members.ts';
import { UniqueViolation } from '../../storage/errors.ts';
import { preconditionsOf } from '../preconditions.ts';
import type { Operation, RequestContext } from '../route.ts';
import { answering } from './constraints.ts';
import { insertNew } from './insertion.ts';
import { checkNew } from './members.ts';
import { placeOf } from './parents.ts';
import { replace } from './replace.ts';
import type { ResourceEndpoints } from './resource.ts';
import { resourceContent } from '../resource-answer.ts';

type Body = Readonly<Record<string, unknown>>;

/** How often it is tried again because another request created or deleted the resource meanwhile. */
const attempts = 5;

/** PUT that creates the resource where nothing has the identifier yet (RFC 9110, section 9.3.4). */
export function replaceOrCreate<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, Body> {
  const { names } = resource;
  // {{#if hasGrants}}
  const { create = [] } = resource.grants ?? {};
  // {{/if}}
  const replacing = replace(resource);
  return {
    ...replacing,
    summary: `Replace one of the ${names.many.toLowerCase()}, or create it`,
    answers: {
      ...replacing.answers,
      201: { description: 'It is created.', shows: 'resource' },
    },
    async handle(context, input) {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        try {
          return await replacing.handle(context, input);
        } catch (error) {
          if (!(error instanceof Problem) || error.type !== builtIn.notFound) throw error;
        }
        // {{#if hasGrants}}
        if (!isGranted(context.caller, create)) throw new Problem(builtIn.forbidden);
        // {{/if}}
        const created = await tryToCreate(resource, context, input.body);
        if (created !== undefined) {
          return { status: 201, content: resourceContent(resource, created, context.path) };
        }
      }
      throw new Problem(builtIn.conflict);
    },
  };
}

/** Undefined when another request took the identifier first. */
async function tryToCreate<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  body: Body,
): Promise<(Draft & SystemMembers) | undefined> {
  const { database } = resource;
  const { id } = placeOf(resource, context);
  // A state that does not exist is no state that anything could match.
  if (preconditionsOf(context.headers).ifMatch !== undefined) {
    throw new Problem(builtIn.preconditionFailed);
  }
  const { id: named = id, ...members } = body;
  checkNew(resource, named === id ? members : body);
  return answering(resource, async () => {
    try {
      return await database.transaction((transaction) =>
        insertNew(resource, context, transaction, { id, body: members as object as Draft }),
      );
    } catch (error) {
      if (error instanceof UniqueViolation && error.columns.join() === 'id') return undefined;
      throw error;
    }
  });
}
