import { builtIn } from '../../errors/built-in.ts';
import { checkBody } from '../validation.ts';
import type { Operation } from '../route.ts';
import { answering } from './constraints.ts';
import { refuseServerMembers } from './members.ts';
import { parentsOf, type ResourceEndpoints } from './resource.ts';
import { requireParents } from './parents.ts';
import { show } from './show.ts';

/** POST to a collection (RFC 9110, section 9.3.3): a new resource with an identifier of ours. */
export function create<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, Draft> {
  const { names, schemas, database, store, rules, newId } = resource;
  return {
    id: `create${names.one}`,
    summary: `Create one of the ${names.many.toLowerCase()}`,
    tag: names.many,
    body: {
      schema: schemas.create,
      mediaTypes: ['application/json'],
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
        headers: { Location: 'Address of the new resource.' },
      },
    },
    problems: [
      builtIn.uniqueConflict,
      builtIn.referenceConflict,
      ...(resource.parentParameters.length > 0 ? [builtIn.notFound] : []),
    ],
    async handle(context, { body }) {
      const parents = parentsOf(resource, context);
      const created = await answering(resource, () =>
        database.transaction(async (transaction) => {
          await requireParents(resource, transaction, parents);
          const rule = { caller: context.caller, now: context.now, transaction };
          const draft: Draft = {
            ...schemas.initial,
            ...body,
            ...parentMember(resource, parents),
          };
          await rules.beforeCreate?.(draft, rule);
          const now = context.now.toISOString();
          const stored = await store.insert(transaction, {
            ...draft,
            id: newId(),
            createdAt: now,
            updatedAt: now,
            revision: 1,
          });
          await rules.afterCreate?.(stored, rule);
          return stored;
        }),
      );
      return {
        status: 201,
        headers: { location: `${context.path}/${created.id}` },
        body: show(resource, created),
      };
    },
  };
}

function parentMember(
  { parentParameters }: { readonly parentParameters: readonly string[] },
  parents: readonly string[],
): Record<string, string> {
  const name = parentParameters.at(-1);
  const id = parents.at(-1);
  return name === undefined || id === undefined ? {} : { [name]: id };
}
