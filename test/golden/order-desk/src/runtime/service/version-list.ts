import type { TSchema } from 'typebox';
import type { Route } from '../endpoints/route.ts';
import { Type } from '../resources/type.ts';
import { phaseOf, stateOf, successorOf, transitionsOf } from '../versioning/lifecycle.ts';
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

const released = { released: Day('The day on which it became active.') };

/** Of a service with several versions, or with one of which an end is known. */
const ofSeveral = {
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
};

const days = {
  ...released,
  maintained: Day('The day from which it gets nothing new.'),
  announced: Day('The day on which its end was made known.'),
  deprecated: Day('The day from which clients are asked to leave it.'),
  sunset: Day('The day from which it is gone.'),
};

/** Of a service to whose versions something happens after their release. */
const ofTheEnd = {
  phase: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 4,
      description: 'How far its end has come: announced, warned of, limited, over.',
    }),
  ),
  migrationGuide: Type.Optional(
    Type.String({ format: 'uri', maxLength: 2048, description: 'Tells how to leave it.' }),
  ),
};

/** What every document of a service tells of its versions. */
export interface VersionMembers {
  readonly schemas: Readonly<Record<string, TSchema>>;
  /** The same, of one version at an instant. */
  of(version: ApiVersion, now: Date): Readonly<Record<string, unknown>>;
}

export function versionMembersOf({
  versions,
  standing,
}: Pick<Application, 'versions' | 'standing'>): VersionMembers {
  const hasSeveral = standing !== undefined;
  const hasEnd = versions.some(hasLifecycle);
  const states: string[] = hasSeveral
    ? ['draft', 'maintained', 'deprecated', 'sunset', 'active']
    : ['draft', 'active'];
  const known = Object.keys(hasEnd ? days : released) as (keyof typeof days)[];
  return {
    schemas: {
      version: Value('Its major number, or its day.'),
      state: Type.Enum(states, { description: 'A draft may still change.' }),
      ...(hasEnd ? days : released),
      ...(hasEnd ? { phase: ofTheEnd.phase } : {}),
      ...(hasSeveral ? ofSeveral : {}),
      ...(hasEnd ? { migrationGuide: ofTheEnd.migrationGuide } : {}),
    },
    of: (version, now) => ({
      version: versionValue(version),
      state: stateOf(version, now),
      ...present(Object.fromEntries(known.map((name) => [name, version[name]]))),
      ...(hasEnd ? present({ phase: phaseOf(version, now) }) : {}),
      ...(hasSeveral ? present({ successor: successorValue(version, versions, now) }) : {}),
      ...(hasSeveral ? { transitions: transitionsOf(version) } : {}),
      ...present({ migrationGuide: version.migrationGuide }),
    }),
  };
}

/** Whether anything ever happens to a version but its release. */
function hasLifecycle({
  maintained,
  announced,
  deprecated,
  sunset,
  brownouts,
  readOnly,
  quota,
  withdrawn,
  closed,
  exemptions,
  migrationGuide,
}: ApiVersion): boolean {
  const days = maintained ?? announced ?? deprecated ?? sunset ?? readOnly ?? closed;
  const others = brownouts ?? quota ?? withdrawn ?? exemptions ?? migrationGuide;
  return days !== undefined || others !== undefined;
}

function successorValue(
  version: ApiVersion,
  versions: readonly ApiVersion[],
  now: Date,
): number | string | undefined {
  const successor = successorOf(version, versions, now);
  return successor && versionValue(successor);
}

/** The members that have a value. */
function present(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Where a version is described; one that is gone is described nowhere. */
export function documentOf(
  { strategy: { basePath = '' } }: Pick<Application, 'strategy'>,
  version: ApiVersion,
  now: Date,
): { readonly description?: string } {
  if (stateOf(version, now) === 'sunset') return {};
  return { description: basePath + documentPath(version) };
}

/**
 * Every version with its state, its dates, and where it is described.
 *
 * @param changelogPath where the changes of each release are listed; absent: nowhere
 */
export function versionListRoute(application: Application, changelogPath?: string): Route {
  const { versions, strategy } = application;
  const { basePath = '' } = strategy;
  const members = versionMembersOf(application);
  const VersionList = Type.Object(
    {
      versions: Type.Array(
        Type.Object({
          ...members.schemas,
          links: Type.Object({ description: documentMember, documentation: Address }),
        }),
        { maxItems: 10_000, description: 'The oldest first.' },
      ),
      links: Type.Object({
        self: Address,
        home: Address,
        ...(changelogPath === undefined ? {} : { changelog: Address }),
      }),
    },
    { description: 'The versions of the interface.' },
  );
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
              ...members.of(version, now),
              links: {
                ...documentOf(application, version, now),
                documentation: `${basePath}/docs`,
              },
            })),
            links: {
              self: `${basePath}/versions`,
              home: `${basePath}/`,
              ...(changelogPath === undefined ? {} : { changelog: basePath + changelogPath }),
            },
          },
        }),
      },
    },
  };
}
