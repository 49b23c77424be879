import { builtIn } from '../../errors/built-in.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { BodyDescription, Operation, Revised } from '../route.ts';
import { changeProblems } from '../preconditions.ts';
import { checkBody } from '../validation.ts';
import { resourceContent } from '../resource-answer.ts';
import { revise } from './revise.ts';
import type { ResourceEndpoints } from './resource.ts';
import { seenOf } from './seen-of.ts';

/** PUT of one resource (RFC 9110, section 9.3.4): what the body leaves out gets its default, or goes. */
export function replace<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, Revised> {
  const { names } = resource;
  return {
    id: `replace${names.one}`,
    summary: `Replace one of the ${names.many.toLowerCase()}`,
    description:
      'What the body leaves out gets its default, or goes. What was read can be sent back as it is. If-Match with its ETag holds the change back if somebody else made one.',
    tag: names.many,
    resource,
    preconditions: resource.preconditions,
    body: replacement(resource),
    answers: {
      200: { description: 'It is replaced.', shows: 'resource' },
      204: { description: 'It is replaced, and the request prefers not to see it.' },
    },
    problems: [
      builtIn.notFound,
      builtIn.uniqueConflict,
      builtIn.referenceConflict,
      ...changeProblems(resource.preconditions),
    ],
    // No entity tag: what is stored is not what was sent (RFC 9110, section 9.3.4).
    handle: (context, { body }) =>
      revise(resource, context, {
        bodyFor: (stored) => body.over(() => seenOf(resource, stored, context.caller)),
        answer: (replaced) => ({
          status: 200,
          content: resourceContent(resource, replaced, context.path),
        }),
      }),
  };
}

/** The body of PUT: a whole representation. */
export function replacement({ schemas }: ResourceDescription): BodyDescription<Revised> {
  return {
    holds: 'known',
    schemas: { 'application/json': schemas.replace },
    parse(value) {
      checkBody(schemas.replace, value);
      const body = value as Readonly<Record<string, unknown>>;
      return { over: () => body };
    },
    of: replacement,
  };
}
