import { Type } from 'typebox';
import type { Route } from '../../endpoints/route.ts';
import type { Application } from '../../service/application.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import { asyncApiPath } from '../cloud-event.ts';
import { asyncApiDocument } from './asyncapi.ts';
import type { EventDescription } from './event-description.ts';

const AsyncApi = Type.Object({
  asyncapi: Type.String({ maxLength: 20, pattern: '^3\\.1\\.[0-9]+$' }),
  info: Type.Object({}),
});

/** Where the events are described. */
export function asyncApiRoute(
  application: Application,
  version: ApiVersion,
  events: readonly EventDescription[],
): Route {
  let text: Buffer | undefined;
  return {
    path: asyncApiPath,
    operations: {
      GET: {
        id: 'getAsyncApi',
        summary: 'Describe the events',
        description:
          'Where events are told and what they say, made of the schemas that resources are shown by.',
        tag: 'Service',
        isPublic: true,
        cacheControl: 'no-cache',
        answers: { 200: { description: 'The AsyncAPI 3.1 document.', schema: AsyncApi } },
        handle: () => {
          text ??= Buffer.from(JSON.stringify(asyncApiDocument(application, version, events)));
          return { status: 200, body: text };
        },
      },
    },
  };
}
