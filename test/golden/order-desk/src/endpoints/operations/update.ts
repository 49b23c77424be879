import { builtIn } from '../../errors/built-in.ts';
import { mergePatchOf } from '../../resources/members.ts';
import { JsonPatch, jsonPatch, parseJsonPatch } from '../json-patch.ts';
import { mergePatch } from '../merge-patch.ts';
import type { Operation } from '../route.ts';
import { changeProblems } from '../preconditions.ts';
import { checkBody } from '../validation.ts';
import { revise } from './revise.ts';
import { resourceContent, shown } from '../resource-answer.ts';
import type { ResourceEndpoints } from './resource.ts';

type Body = Readonly<Record<string, unknown>>;

/** PATCH of one resource (RFC 5789) by a merge patch (RFC 7396) or a JSON Patch (RFC 6902). */
export function update<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, (stored: Body) => Body> {
  const { names, schemas } = resource;
  const patchSchema = mergePatchOf(schemas.replace, `${names.one}Update`);
  return {
    id: `update${names.one}`,
    summary: `Change some members of one of the ${names.many.toLowerCase()}`,
    description:
      'By a merge patch, in which null removes a member, or by a JSON Patch, all of which is done or nothing. If-Match with its ETag holds the change back if somebody else made one.',
    tag: names.many,
    resource,
    preconditions: resource.preconditions,
    idempotencyKey: resource.idempotencyKey,
    body: {
      holds: 'known',
      schemas: {
        'application/merge-patch+json': patchSchema,
        'application/json': patchSchema,
        'application/json-patch+json': JsonPatch,
      },
      parse(value, mediaType) {
        if (mediaType === 'application/json-patch+json') {
          const operations = parseJsonPatch(value);
          return (stored) => jsonPatch(stored, operations);
        }
        checkBody(patchSchema, value);
        return (stored) => mergePatch(stored, value as Body, schemas.replace);
      },
    },
    answers: {
      200: {
        description: 'It is changed.',
        shows: 'resource',
        headers: { ETag: 'Tag of the new representation.' },
      },
      204: {
        description: 'It is changed, and the request prefers not to see it.',
        headers: { ETag: 'Tag of the new representation.' },
      },
    },
    problems: [
      builtIn.notFound,
      builtIn.uniqueConflict,
      builtIn.referenceConflict,
      ...changeProblems(resource.preconditions),
    ],
    handle: (context, { body: patch }) =>
      revise(resource, context, {
        bodyFor(stored) {
          // A patch is made for what its client can see: it could copy what it cannot see to where it can.
          const seen = shown(resource, stored);
          const patched = patch(seen);
          checkBody(schemas.replace, patched);
          return patched;
        },
        answer: (changed) => ({
          status: 200,
          revision: changed.revision,
          content: resourceContent(resource, changed, context.path),
        }),
      }),
  };
}
