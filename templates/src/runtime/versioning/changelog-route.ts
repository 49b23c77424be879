import { html, type Html } from '../endpoints/markup.ts';
import { memberInWords } from '../endpoints/representations/words.ts';
import type { RequestContext, Route } from '../endpoints/route.ts';
import { Type } from '../resources/type.ts';
import type { Application } from '../service/application.ts';
import { publicListRoute } from '../service/public-list.ts';
import { versionValue } from './version.ts';

/** What a release of the interface changed. */
export interface ReleaseChanges {
  /** Of its version. */
  readonly label: string;
  /** MAJOR.MINOR.PATCH; of a version that is a day, that day. */
  readonly release: string;
  /** Day on which its version became active; absent: it is a later release of that, or a draft. */
  readonly released?: string;
  readonly changes: readonly Change[];
}

interface Change {
  /** A place in the specification, such as `endpoints.order.filter.title`, or a member, such as `order.title`. */
  readonly place: string;
  readonly what: string;
  /** Whether clients have to change something to come to this release. */
  readonly toDo: 'yes' | 'perhaps' | 'no';
}

/** Where the changes are listed, below the address of the service. */
export const changelogPath = '/versions/changelog';

const Address = Type.String({ format: 'uri-reference', maxLength: 2048 });

const Changelog = Type.Object(
  {
    releases: Type.Array(
      Type.Object({
        version: Type.Union(
          [Type.Integer({ minimum: 0, maximum: 9999 }), Type.String({ format: 'date' })],
          { description: 'Its major number, or its day.' },
        ),
        release: Type.String({
          maxLength: 40,
          description: 'The number of the release, such as 2.1.0, or the day of the version.',
        }),
        released: Type.Optional(
          Type.String({
            format: 'date',
            description: 'The day on which the version became active.',
          }),
        ),
        changes: Type.Array(
          Type.Object({
            place: Type.String({ maxLength: 4096, description: 'What is different.' }),
            what: Type.String({ maxLength: 100_000, description: 'How it is different.' }),
            toDo: Type.Enum(['yes', 'perhaps', 'no'], {
              description: 'Whether clients have to change something to come to this release.',
            }),
          }),
          { maxItems: 100_000 },
        ),
      }),
      { maxItems: 10_000, description: 'The newest first.' },
    ),
    links: Type.Object({ self: Address, versions: Address }),
  },
  { description: 'What each release of the interface changed.' },
);

interface ChangelogContent {
  readonly releases: readonly (Pick<ReleaseChanges, 'release' | 'released'> & {
    readonly changes: readonly Change[];
  })[];
}

/**
 * The changes of every release of the versions that this service knows: those of a draft only where it is served.
 *
 * @param all the newest release first
 */
export function changelogRoute(
  application: Pick<Application, 'description' | 'strategy' | 'versions'>,
  all: readonly ReleaseChanges[],
): Route {
  const { strategy, versions } = application;
  const { basePath = '' } = strategy;
  const known = new Set(versions.map(({ label }) => label));
  const body: ChangelogContent & { readonly links: object } = {
    releases: all
      .filter(({ label }) => known.has(label))
      .map(({ label, ...release }) => ({ version: versionValue({ label }), ...release })),
    links: { self: basePath + changelogPath, versions: `${basePath}/versions` },
  };
  return publicListRoute(application, {
    path: changelogPath,
    id: 'listChanges',
    summary: 'List the changes of each release',
    description:
      'What each release of each version changed, and whether clients have to change something to come to it.',
    answer: 'The changes.',
    schema: Changelog,
    body,
    show: changelogSections,
  });
}

function changelogSections({ releases }: ChangelogContent, { texts }: RequestContext): Html {
  const sections = releases.map(
    ({
      release,
      released = '',
      changes,
    }) => html`<h2>${texts.pages.version} ${release} <span class="weak">${released}</span></h2>
<dl>${changes.map(({ place, what, toDo }) => html`<dt>${place}</dt><dd>${what} <span class="weak">${memberInWords('toDo')}: ${toDo}</span></dd>`)}</dl>
`,
  );
  return html`${sections}`;
}
