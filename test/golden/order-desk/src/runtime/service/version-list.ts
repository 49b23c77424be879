import { Type } from 'typebox';
import type { Route } from '../endpoints/route.ts';
import { stateOf } from '../versioning/lifecycle.ts';
import { versionValue, type ApiVersion } from '../versioning/version.ts';
import type { Application } from './application.ts';
import { documentPath } from './openapi/route.ts';

const Address = Type.String({ format: 'uri-reference', maxLength: 2048 });

const Day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
/** As `versionValue` has it. */
const Value = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: 9999 }), Type.String({ format: 'date' })], {
    description,
  });

/** The address of the document of a version; of one that is gone there is none. */
export const documentMember = Type.Optional(Address);

/** What every document of the service tells of a version. */
export const versionMembers = {
  version: Value('Its major number, or its day.'),
  state: Type.Enum(['draft', 'active'], { description: 'A draft may still change.' }),
  released: Day('The day on which it became active.'),
};

/** The same, of one version at an instant. */
export function versionState(version: ApiVersion, now: Date) {
  return {
    version: versionValue(version),
    state: stateOf(version, now),
    ...datesOf(version),
  };
}

/** Those of the days on which something happens to a version that are known. */
function datesOf(version: ApiVersion): Readonly<Record<string, string>> {
  const names = ['released'] as const;
  const known = names.flatMap((name) => {
    const day = version[name];
    return day === undefined ? [] : [[name, day] as const];
  });
  return Object.fromEntries(known);
}

/** Where a version is described. */
export function documentOf(
  { strategy: { basePath = '' } }: Pick<Application, 'strategy'>,
  version: ApiVersion,
): { readonly description?: string } {
  return { description: basePath + documentPath(version) };
}

const VersionList = Type.Object(
  {
    versions: Type.Array(
      Type.Object({
        ...versionMembers,
        links: Type.Object({ description: documentMember, documentation: Address }),
      }),
      { maxItems: 10_000, description: 'The oldest first.' },
    ),
    links: Type.Object({ self: Address, home: Address }),
  },
  { description: 'The versions of the interface.' },
);

/** Every version with its state, its dates, and where it is described. */
export function versionListRoute(application: Application): Route {
  const { versions, strategy } = application;
  const { basePath = '' } = strategy;
  return {
    path: '/versions',
    operations: {
      GET: {
        id: 'listVersions',
        summary: 'List the versions',
        description: 'Every version with its state, its dates, and where it is described.',
        tag: 'Service',
        isPublic: true,
        cacheControl: 'no-cache',
        answers: { 200: { description: 'The versions.', schema: VersionList } },
        handle: ({ now }) => ({
          status: 200,
          body: {
            versions: versions.map((version) => ({
              ...versionState(version, now),
              links: {
                ...documentOf(application, version),
                documentation: `${basePath}/docs`,
              },
            })),
            links: { self: `${basePath}/versions`, home: `${basePath}/` },
          },
        }),
      },
    },
  };
}
