import { builtIn } from '../../errors/built-in.ts';
import { checkBody } from '../validation.ts';
import type { Operation } from '../route.ts';
import { answering } from './constraints.ts';
import { entityHeaders } from './entity.ts';
import { insertNew } from './insertion.ts';
import { refuseServerMembers } from './members.ts';
import type { ResourceEndpoints } from './resource.ts';
import { show } from './show.ts';

/** POST to a collection (RFC 9110, section 9.3.3): a new resource with an identifier of ours. */
export function create<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, Draft> {
  const { names, schemas, database, newId } = resource;
  return {
    id: `create${names.one}`,
    summary: `Create one of the ${names.many.toLowerCase()}`,
    description: 'The service chooses the identifier. Repeating the request creates another one.',
    tag: names.many,
    body: {
      schemas: { 'application/json': schemas.create },
      parse(value) {
        refuseServerMembers(resource, value);
        checkBody(schemas.create, value);
        return value as Draft;
      },
    },
    answers: {
      201: {
        description: 'It is created.',
        schema: schemas.shown,
        headers: { Location: 'Address of the new resource.', ETag: 'Tag of its representation.' },
      },
    },
    problems: [
      builtIn.uniqueConflict,
      builtIn.referenceConflict,
      ...(resource.parentParameters.length > 0 ? [builtIn.notFound] : []),
    ],
    async handle(context, { body }) {
      const created = await answering(resource, () =>
        database.transaction((transaction) =>
          insertNew(resource, context, transaction, { id: newId(), body }),
        ),
      );
      return {
        status: 201,
        headers: { location: `${context.path}/${created.id}`, ...entityHeaders(context, created) },
        body: show(resource, created),
      };
    },
  };
}
