import { builtIn } from '../../errors/built-in.ts';
import { mergePatchOf } from '../../resources/members.ts';
import { mergePatch } from '../merge-patch.ts';
import type { Operation } from '../route.ts';
import { changeProblems } from '../preconditions.ts';
import { checkBody } from '../validation.ts';
import { entityHeaders } from './entity.ts';
import { revise } from './revise.ts';
import { show } from './show.ts';
import type { ResourceEndpoints } from './resource.ts';

/** PATCH of one resource by a merge patch (RFC 5789, RFC 7396). */
export function update<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, Readonly<Record<string, unknown>>> {
  const { names, schemas } = resource;
  const patchSchema = mergePatchOf(schemas.replace, `${names.one}Update`);
  return {
    id: `update${names.one}`,
    summary: `Change some members of one of the ${names.many.toLowerCase()}`,
    tag: names.many,
    body: {
      schema: patchSchema,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      parse(value) {
        checkBody(patchSchema, value);
        return value as Readonly<Record<string, unknown>>;
      },
    },
    answers: {
      200: {
        description: 'It is changed.',
        schema: schemas.shown,
        headers: { ETag: 'Tag of the new representation.' },
      },
    },
    problems: [
      builtIn.notFound,
      builtIn.uniqueConflict,
      builtIn.referenceConflict,
      ...changeProblems(resource.preconditions),
    ],
    async handle(context, { body: patch }) {
      const changed = await revise(resource, context, (stored) => {
        const merged = mergePatch(stored, patch, schemas.replace);
        checkBody(schemas.replace, merged);
        return merged;
      });
      return {
        status: 200,
        headers: entityHeaders(context, changed),
        body: show(resource, changed),
      };
    },
  };
}
