import { builtIn } from '../../errors/built-in.ts';
import { mergePatchOf } from '../../resources/members.ts';
import { mergePatch } from '../merge-patch.ts';
import type { Operation } from '../route.ts';
import { checkBody } from '../validation.ts';
import { revise } from './revise.ts';
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
    answers: { 200: { description: 'It is changed.', schema: schemas.shown } },
    problems: [builtIn.notFound, builtIn.uniqueConflict, builtIn.referenceConflict],
    handle: (context, { body: patch }) =>
      revise(resource, context, (stored) => {
        const merged = mergePatch(stored, patch, schemas.replace);
        checkBody(schemas.replace, merged);
        return merged;
      }),
  };
}
