import type { Route } from '../../endpoints/route.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Type } from '../../resources/type.ts';
import type { Application } from '../../service/application.ts';
import { documentOf } from '../../service/openapi/overlay.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import { asyncApiPath, eventsPath } from '../cloud-event.ts';
import { asyncApiDocument } from './asyncapi.ts';
import type { Delivery } from './channels.ts';
import type { EventDescription } from './event-description.ts';

const AsyncApi = Type.Object({
  asyncapi: Type.String({ maxLength: 20, pattern: '^3\\.1\\.[0-9]+$' }),
  info: Type.Object({}),
});

/** The events of a version. */
export interface DescribedEvents {
  readonly version: ApiVersion;
  readonly events: readonly EventDescription[];
}

/** Where the events of each version are described; the last one is the newest, which has an address besides. */
export function asyncApiRoutes(
  application: Application,
  described: readonly DescribedEvents[],
  deliveries: readonly Delivery[],
): Route[] {
  const newest = described.at(-1);
  const routes = described.map((each) =>
    asyncApiRoute(application, each, deliveries, {
      path: eventsPath(each.version),
      id: `getAsyncApiV${each.version.label.replaceAll('-', '')}`,
    }),
  );
  return newest === undefined
    ? routes
    : [
        asyncApiRoute(application, newest, deliveries, { path: asyncApiPath, id: 'getAsyncApi' }),
        ...routes,
      ];
}

function asyncApiRoute(
  application: Application,
  { version, events }: DescribedEvents,
  deliveries: readonly Delivery[],
  { path, id }: { readonly path: string; readonly id: string },
): Route {
  const document = documentOf(version, (overlay) =>
    asyncApiDocument(application, version, overlay, events, deliveries),
  );
  return {
    path,
    operations: {
      GET: {
        id,
        summary: 'Describe the events',
        description:
          'The channels of events and their messages, made from the schemas of the resources.',
        tag: 'Service',
        isPublic: true,
        cacheControl: 'no-cache',
        answers: { 200: { description: 'The AsyncAPI 3.1 document.', schema: AsyncApi } },
        problems: application.retirement === undefined ? [] : [builtIn.versionRetired],
        handle: ({ now }) => {
          const gone = application.retirement?.(version, now);
          if (gone !== undefined) throw gone;
          return { status: 200, body: document(now) };
        },
      },
    },
  };
}
