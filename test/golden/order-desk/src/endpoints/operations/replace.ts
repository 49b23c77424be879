import { builtIn } from '../../errors/built-in.ts';
import type { Operation } from '../route.ts';
import { changeProblems } from '../preconditions.ts';
import { checkBody } from '../validation.ts';
import { resourceContent } from '../resource-answer.ts';
import { revise } from './revise.ts';
import type { ResourceEndpoints } from './resource.ts';

/** PUT of one resource (RFC 9110, section 9.3.4): what the body leaves out gets its default, or goes. */
export function replace<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation<unknown, Readonly<Record<string, unknown>>> {
  const { names, schemas } = resource;
  return {
    id: `replace${names.one}`,
    summary: `Replace one of the ${names.many.toLowerCase()}`,
    description:
      'What the body leaves out gets its default, or goes. What was read can be sent back as it is. If-Match with its ETag holds the change back if somebody else made one.',
    tag: names.many,
    resource,
    preconditions: resource.preconditions,
    body: {
      holds: 'known',
      schemas: { 'application/json': schemas.replace },
      parse(value) {
        checkBody(schemas.replace, value);
        return value as Readonly<Record<string, unknown>>;
      },
    },
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
        bodyFor: () => body,
        answer: (replaced) => ({
          status: 200,
          content: resourceContent(resource, replaced, context.path),
        }),
      }),
  };
}
