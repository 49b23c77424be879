import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { andThen } from '../../service/and-then.ts';
import { resourceContent } from '../resource-answer.ts';
import type { Operation } from '../route.ts';
import { placeOf } from './parents.ts';
import type { ResourceEndpoints } from './resource.ts';
import { readContext } from './rule-context.ts';

/** GET of one resource (RFC 9110, section 9.3.1). */
export function read<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation {
  const { names, database, store, rules } = resource;
  return {
    id: `read${names.one}`,
    summary: `Read one of the ${names.many.toLowerCase()}`,
    description: 'Its ETag, sent back as If-None-Match, asks for it only if it has changed.',
    tag: names.many,
    resource,
    cacheControl: 'private, no-cache',
    answers: {
      200: {
        description: 'The resource.',
        shows: 'resource',
      },
    },
    problems: [builtIn.notFound],
    handle(context) {
      const { id, rowFilter } = placeOf(resource, context);
      return andThen(store.get(database.reader, id, rowFilter), (stored) => {
        if (stored === undefined) throw new Problem(builtIn.notFound);
        return andThen(rules.beforeRead?.(stored, readContext(context)), () => ({
          status: 200,
          revision: stored.revision,
          content: resourceContent(resource, stored, context.path),
        }));
      });
    },
  };
}
