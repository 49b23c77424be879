import { isGranted } from '../../authentication/grants.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { SystemMembers } from '../../resources/members.ts';
import { UniqueViolation } from '../../storage/errors.ts';
import { preconditionsOf } from '../preconditions.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { BodyDescription, Operation, RequestContext, Revised } from '../route.ts';
import { mapConstraintErrors } from './constraints.ts';
import { insertNew } from './insertion.ts';
import { checkNew } from './members.ts';
import { isIdentifier } from './parents.ts';
import { replace, replacement } from './replace.ts';
import type { ResourceEndpoints } from './resource.ts';
import { resourceContent } from '../resource-answer.ts';

type Body = Readonly<Record<string, unknown>>;

/** What PUT makes of the resource that it is sent to, or of none. */
export interface RevisedOrNew extends Revised {
  /** The members of a new resource with this identifier, checked against the schema. */
  asNew(id: string): Body;
}

/** How often it is tried again because another request created or deleted the resource meanwhile. */
const attempts = 5;

/** PUT that creates the resource where nothing has the identifier yet (RFC 9110, section 9.3.4). */
export function replaceOrCreate<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, RevisedOrNew> {
  const { names, grants } = resource;
  const replacing = replace(resource);
  return {
    ...replacing,
    replacing,
    body: bodyOf(resource),
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
        if (grants !== undefined && !isGranted(context.caller, grants['create'] ?? [])) {
          throw new Problem(builtIn.forbidden);
        }
        const created = await tryToCreate(resource, context, input.body);
        if (created !== undefined) {
          return { status: 201, content: resourceContent(resource, created, context.path) };
        }
      }
      throw new Problem(builtIn.conflict);
    },
  };
}

/**
 * Undefined when another request took the identifier first.
 *
 * @throws {Problem} that says so where the client chose an identifier that no resource can have
 */
async function tryToCreate<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  body: RevisedOrNew,
): Promise<(Draft & SystemMembers) | undefined> {
  const { database, idParameter } = resource;
  const id = context.parameters[idParameter] ?? '';
  if (!isIdentifier(id)) {
    throw new Problem(builtIn.validationFailed, {
      errors: [
        {
          in: 'path',
          at: idParameter,
          code: 'format',
          detail: ({ violations }) => violations.identifier,
        },
      ],
    });
  }
  // A state that does not exist is no state that anything could match.
  if (preconditionsOf(context.headers).ifMatch !== undefined) {
    throw new Problem(builtIn.preconditionFailed);
  }
  const members = body.asNew(id);
  return mapConstraintErrors(resource, async () => {
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

function bodyOf(described: ResourceDescription): BodyDescription<RevisedOrNew> {
  const replaced = replacement(described);
  return {
    ...replaced,
    parse(value, mediaType, limits) {
      const revised = replaced.parse(value, mediaType, limits);
      return {
        ...revised,
        asNew(id) {
          const { id: named = id, ...members } = value as Body;
          checkNew(described, named === id ? members : value);
          return members;
        },
      };
    },
    of: bodyOf,
  };
}
