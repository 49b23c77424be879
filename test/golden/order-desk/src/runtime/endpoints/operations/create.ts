import { builtIn } from '../../errors/built-in.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { BodyDescription, Operation } from '../route.ts';
import { resourceContent } from '../resource-answer.ts';
import { insertNew } from './insertion.ts';
import { checkNew } from './members.ts';
import type { ResourceEndpoints } from './resource.ts';
import { runChange } from './run-change.ts';

/** POST to a collection (RFC 9110, section 9.3.3): a new resource with an identifier of ours. */
export function create<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, Draft> {
  const { names, newId } = resource;
  return {
    id: `create${names.one}`,
    summary: `Create one of the ${names.many.toLowerCase()}`,
    description:
      'The service chooses the identifier. Repeating the request creates another one, unless it carries the same Idempotency-Key.',
    tag: names.many,
    resource,
    idempotencyKey: resource.idempotencyKey,
    body: bodyOf(resource),
    answers: {
      201: {
        description: 'It is created.',
        shows: 'resource',
        headers: { Location: 'Address of the new resource.', ETag: 'Tag of its representation.' },
      },
    },
    problems: [
      builtIn.uniqueConflict,
      builtIn.referenceConflict,
      ...(resource.parentParameters.length > 0 ? [builtIn.notFound] : []),
    ],
    handle: (context, { body }) =>
      runChange(resource, context, async (transaction) => {
        const created = await insertNew(resource, context, transaction, { id: newId(), body });
        const path = `${context.path}/${created.id}`;
        return {
          status: 201,
          location: path,
          revision: created.revision,
          content: resourceContent(resource, created, path),
        };
      }),
  };
}

function bodyOf<Draft>(described: ResourceDescription): BodyDescription<Draft> {
  return {
    holds: 'new',
    schemas: { 'application/json': described.schemas.create },
    parse(value) {
      checkNew(described, value);
      return value as Draft;
    },
    of: bodyOf,
  };
}
