import { builtIn } from '../../errors/built-in.ts';
import type { Limits } from '../../limits/limits.ts';
import { mergePatchOf } from '../../resources/members.ts';
import { JsonPatch, jsonPatch, parseJsonPatch } from '../json-patch.ts';
import { mergePatch } from '../merge-patch.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { BodyDescription, Operation, Revised } from '../route.ts';
import { changeProblems } from '../preconditions.ts';
import { checkBody, checkChanged } from '../validation.ts';
import { revise } from './revise.ts';
import { resourceContent } from '../resource-answer.ts';
import type { ResourceEndpoints } from './resource.ts';
import { seenOf } from './seen-of.ts';

type Body = Readonly<Record<string, unknown>>;

/** PATCH of one resource (RFC 5789) by a merge patch (RFC 7396) or a JSON Patch (RFC 6902). */
export function update<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, Revised> {
  const { names } = resource;
  return {
    id: `update${names.one}`,
    summary: `Change some members of one of the ${names.many.toLowerCase()}`,
    description:
      'By a merge patch, in which null removes a member, or by a JSON Patch, all of which is done or nothing. If-Match with its ETag holds the change back if somebody else made one.',
    tag: names.many,
    resource,
    preconditions: resource.preconditions,
    idempotencyKey: resource.idempotencyKey,
    body: bodyOf(resource),
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
        bodyFor: (stored) => patch.over(() => seenOf(resource, stored, context.caller)),
        answer: (changed) => ({
          status: 200,
          revision: changed.revision,
          content: resourceContent(resource, changed, context.path),
        }),
      }),
  };
}

/** What is left after a patch is checked, but for the members that it leaves as they are. */
function bodyOf(described: ResourceDescription): BodyDescription<Revised> {
  const { names, schemas } = described;
  const patchSchema = mergePatchOf(schemas.replace, `${names.one}Update`);
  const patchOf = (
    value: unknown,
    mediaType: string,
    { depth }: Limits,
  ): ((seen: Body) => Body) => {
    if (mediaType === 'application/json-patch+json') {
      const operations = parseJsonPatch(value);
      return (seen) => jsonPatch(seen, operations, depth);
    }
    checkBody(patchSchema, value);
    return (seen) => mergePatch(seen, value as Body, schemas.replace);
  };
  return {
    holds: 'known',
    schemas: {
      'application/merge-patch+json': patchSchema,
      'application/json': patchSchema,
      'application/json-patch+json': JsonPatch,
    },
    parse(value, mediaType, limits) {
      const patch = patchOf(value, mediaType, limits);
      return {
        over(seen) {
          const before = seen();
          const patched = patch(before);
          checkChanged(schemas.replace, patched, before);
          return patched;
        },
      };
    },
    of: bodyOf,
  };
}
