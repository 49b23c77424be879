import type { Method, Operation, Route } from '../../endpoints/route.ts';
import { Type } from '../../resources/type.ts';
import type { SelectorDescription } from '../../versioning/selector-description.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { Application } from '../application.ts';
import { componentsOf, type Components } from './components.ts';
import { headerComponents } from './headers.ts';
import { operationObject } from './operation.ts';
import type { Overlay } from './overlay.ts';
import { problemResponses } from './problems.ts';

type Json = Readonly<Record<string, unknown>>;

const Identifier = Type.String({ format: 'uuid' });
const Name = Type.String({ maxLength: 255 });

export interface DocumentedRoutes {
  /** The oldest first. */
  readonly versions: readonly DocumentedVersion[];
  /** Routes that belong to no version, such as `/health`. */
  readonly unversioned: readonly Route[];
  /** Where the events of a version are described; absent: there are none. */
  readonly eventsPath?: (version: ApiVersion) => string;
}

export interface DocumentedVersion {
  readonly version: ApiVersion;
  /** Without what names it. */
  readonly routes: readonly Route[];
  /** What is sent to addresses that clients name (OpenAPI 3.1, section 4.8.1); absent: nothing is. */
  readonly webhooks?: (components: Components) => Json;
}

/** What an operation belongs to, and how clients ask for that. */
export interface Asked {
  readonly version: ApiVersion;
  readonly selector: SelectorDescription;
  readonly isDeprecated: boolean;
}

/** The OpenAPI 3.1 document of one version, made of the routes that are served and the schemas that check them. */
export function openApiDocument(
  application: Application,
  version: ApiVersion,
  overlay: Overlay,
  routes: DocumentedRoutes,
): Json {
  const { description, authentication: { schemes } = { schemes: [] }, strategy } = application;
  const components = componentsOf();
  const selector = strategy.describe(version);
  const documented = routes.versions.find((each) => each.version === version);
  const { routes: versioned = [], webhooks } = documented ?? {};
  const { eventsPath } = routes;
  const paths = {
    ...pathItems(application, components, versioned, {
      version,
      selector,
      isDeprecated: overlay.isDeprecated,
    }),
    ...withServer(
      pathItems(application, components, routes.unversioned),
      selector.server === undefined ? undefined : application.baseUrl,
    ),
  };
  const responses = problemResponses(application, components, paths);
  const server = selector.server ?? application.baseUrl;
  return {
    openapi: '3.1.1',
    info: {
      title: description.title,
      version: numberOf(version),
      ...(description.purpose === '' ? {} : { description: description.purpose }),
      ...(description.contact === undefined ? {} : { contact: description.contact }),
      ...(description.license === undefined ? {} : { license: description.license }),
      ...overlay.info,
    },
    servers: [{ url: server }],
    tags: tagsOf([...versioned, ...routes.unversioned]),
    security: schemes.map(({ name }) => ({ [name]: [] })),
    paths,
    ...(webhooks && { webhooks: webhooks(components) }),
    ...(eventsPath && {
      externalDocs: {
        description: 'The events (AsyncAPI)',
        url: application.baseUrl + eventsPath(version),
      },
    }),
    components: {
      schemas: components.schemas(),
      headers: headerComponents(server, paths, responses),
      responses,
      ...(schemes.length === 0
        ? {}
        : {
            securitySchemes: Object.fromEntries(
              schemes.map(({ name, definition }) => [name, definition]),
            ),
          }),
    },
  };
}

/** The headings, each with what the first route below it says of itself. */
function tagsOf(routes: readonly Route[]): object[] {
  const descriptions = new Map<string, string | undefined>();
  for (const { operations, description } of routes) {
    for (const { tag } of Object.values(operations)) {
      descriptions.set(tag, descriptions.get(tag) ?? description);
    }
  }
  return [...descriptions].map(([name, description = `What clients can do with ${name}.`]) => ({
    name,
    description,
  }));
}

function pathItems(
  application: Application,
  components: Components,
  routes: readonly Route[],
  asked?: Asked,
): Json {
  const { path } = asked?.selector ?? { path: same };
  return Object.fromEntries(
    routes
      .filter(({ isHidden }) => !isHidden)
      .map((route) => {
        const operations = Object.entries(route.operations) as [Method, Operation][];
        const placeholders = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
          name,
          in: 'path',
          required: true,
          description: route.parameters?.[name] ?? `Identifier: \`${name}\`.`,
          schema: components.refer(name.endsWith('Id') ? Identifier : Name),
        }));
        return [
          path(route.path),
          {
            ...(route.description === undefined ? {} : { description: route.description }),
            ...(placeholders.length > 0 ? { parameters: placeholders } : {}),
            ...Object.fromEntries(
              operations.map(([method, operation]) => [
                method.toLowerCase(),
                operationObject(application, components, operation, asked),
              ]),
            ),
          },
        ];
      }),
  );
}

/** MAJOR.MINOR.PATCH, or the date. */
export function numberOf({ label, release }: ApiVersion): string {
  return release ?? (label.includes('-') ? label : `${label}.0.0`);
}

/** Where a version has a host of its own, what belongs to none is elsewhere (OpenAPI 3.1, section 4.8.9). */
function withServer(items: Json, url: string | undefined): Json {
  if (url === undefined) return items;
  return Object.fromEntries(
    Object.entries(items).map(([path, item]) => [path, { ...(item as Json), servers: [{ url }] }]),
  );
}

function same(path: string): string {
  return path;
}
