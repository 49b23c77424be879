import { Type } from 'typebox';
import type { Route } from '../endpoints/route.ts';
import {
  // {{#if hasLifecycle}}
  phaseOf,
  // {{/if}}
  stateOf,
  // {{#if tellsLifecycle}}
  successorOf,
  transitionsOf,
  // {{/if}}
} from '../versioning/lifecycle.ts';
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
  state: Type.Enum(
    [
      'draft',
      // {{#if tellsLifecycle}}
      'maintained',
      'deprecated',
      'sunset',
      // {{/if}}
      'active',
    ],
    { description: 'A draft may still change.' },
  ),
  released: Day('The day on which it became active.'),
  // {{#if hasLifecycle}}
  maintained: Day('The day from which it gets nothing new.'),
  announced: Day('The day on which its end was made known.'),
  deprecated: Day('The day from which clients are asked to leave it.'),
  sunset: Day('The day from which it is gone.'),
  phase: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 4,
      description: 'How far its end has come: announced, warned of, limited, over.',
    }),
  ),
  // {{/if}}
  // {{#if tellsLifecycle}}
  successor: Type.Optional(Value('The version to go to from it.')),
  transitions: Type.Array(
    Type.Object({
      transition: Type.Enum([
        'released',
        'maintained',
        'announced',
        'deprecated',
        'limited',
        'sunset',
      ]),
      at: Type.String({ format: 'date-time' }),
    }),
    {
      maxItems: 6,
      description: 'What happens to it and when, the past and what is planned, the earliest first.',
    },
  ),
  // {{/if}}
  // {{#if hasLifecycle}}
  migrationGuide: Type.Optional(
    Type.String({ format: 'uri', maxLength: 2048, description: 'Tells how to leave it.' }),
  ),
  // {{/if}}
};

/** The same, of one version at an instant. */
export function versionState(
  version: ApiVersion,
  // {{#if tellsLifecycle}}
  versions: readonly ApiVersion[],
  // {{/if}}
  now: Date,
) {
  return {
    version: versionValue(version),
    state: stateOf(version, now),
    ...datesOf(version),
    // {{#if hasLifecycle}}
    ...phaseMember(version, now),
    // {{/if}}
    // {{#if tellsLifecycle}}
    ...successorMember(version, versions, now),
    transitions: transitionsOf(version),
    // {{/if}}
    // {{#if hasLifecycle}}
    ...(version.migrationGuide === undefined ? {} : { migrationGuide: version.migrationGuide }),
    // {{/if}}
  };
}

/** Those of the days on which something happens to a version that are known. */
function datesOf(version: ApiVersion): Readonly<Record<string, string>> {
  const names = [
    'released',
    // {{#if hasLifecycle}}
    'maintained',
    'announced',
    'deprecated',
    'sunset',
    // {{/if}}
  ] as const;
  const known = names.flatMap((name) => {
    const day = version[name];
    return day === undefined ? [] : [[name, day] as const];
  });
  return Object.fromEntries(known);
}
// {{#if hasLifecycle}}

function phaseMember(version: ApiVersion, now: Date): { readonly phase?: number } {
  const phase = phaseOf(version, now);
  return phase === undefined ? {} : { phase };
}
// {{/if}}
// {{#if tellsLifecycle}}

function successorMember(
  version: ApiVersion,
  versions: readonly ApiVersion[],
  now: Date,
): { readonly successor?: number | string } {
  const successor = successorOf(version, versions, now);
  return successor === undefined ? {} : { successor: versionValue(successor) };
}
// {{/if}}

/** Where a version is described. */
export function documentOf(
  { strategy: { basePath = '' } }: Pick<Application, 'strategy'>,
  version: ApiVersion,
  // {{#if hasSunsets}}
  now: Date,
  // {{/if}}
): { readonly description?: string } {
  // {{#if hasSunsets}}
  if (stateOf(version, now) === 'sunset') return {};
  // {{/if}}
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
              ...versionState(
                version,
                // {{#if tellsLifecycle}}
                versions,
                // {{/if}}
                now,
              ),
              links: {
                ...documentOf(
                  application,
                  version,
                  // {{#if hasSunsets}}
                  now,
                  // {{/if}}
                ),
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
