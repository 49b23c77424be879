import { html, type Html } from '../../endpoints/markup.ts';
import { memberInWords } from '../../endpoints/representations/words.ts';
import type { RequestContext, Route } from '../../endpoints/route.ts';
import { Type } from '../../resources/type.ts';
import type { Application } from '../../service/application.ts';
import { publicListRoute } from '../../service/public-list.ts';
import {
  deprecationsPath,
  sectionOf,
  type DeprecatedFeature,
  type VersionDeprecations,
} from './feature.ts';

const Address = Type.String({ format: 'uri-reference', maxLength: 4096 });

const DeprecationList = Type.Object(
  {
    deprecations: Type.Array(
      Type.Object({
        version: Type.String({ maxLength: 10, description: 'The version that it is a part of.' }),
        feature: Type.String({
          maxLength: 4096,
          description: 'Its name, as the header `Api-Deprecated-Features` has it.',
        }),
        since: Type.String({ format: 'date', description: 'Clients are asked to leave it then.' }),
        sunset: Type.Optional(
          Type.String({ format: 'date', description: 'Do not rely on it from that day on.' }),
        ),
        replacedBy: Type.Optional(
          Type.String({ maxLength: 100, description: 'What to use instead, in the same place.' }),
        ),
        links: Type.Object({ section: Address }),
      }),
      { maxItems: 100_000, description: 'By version, the oldest first.' },
    ),
    links: Type.Object({ self: Address, versions: Address }),
  },
  { description: 'The features that clients are asked to stop using.' },
);

interface DeprecationContent {
  readonly deprecations: readonly (Omit<DeprecatedFeature, 'name'> & {
    readonly version: string;
    readonly feature: string;
  })[];
}

/** Every deprecated feature with its days and what to use instead: the links of answers lead to its sections. */
export function deprecationListRoute(
  application: Pick<Application, 'description' | 'strategy'>,
  all: readonly VersionDeprecations[],
): Route {
  const { basePath = '' } = application.strategy;
  const self = basePath + deprecationsPath;
  const body: DeprecationContent & { readonly links: object } = {
    deprecations: all.flatMap(({ label, features }) =>
      features.map(({ name, ...days }) => ({
        version: label,
        feature: name,
        ...days,
        links: { section: `${self}#${sectionOf(label, { name, ...days })}` },
      })),
    ),
    links: { self, versions: `${basePath}/versions` },
  };
  return publicListRoute(application, {
    path: deprecationsPath,
    id: 'listDeprecations',
    summary: 'List the deprecated features',
    description:
      'The features of each version that clients are asked to stop using, with their days and what to use instead.',
    answer: 'The deprecated features.',
    schema: DeprecationList,
    body,
    show: deprecationSections,
  });
}

function deprecationSections(
  { deprecations }: DeprecationContent,
  { texts }: RequestContext,
): Html {
  const sections = deprecations.map(
    ({
      version,
      feature,
      ...days
    }) => html`<h2 id="${sectionOf(version, { name: feature, ...days })}"><code>${feature}</code> <span class="weak">${texts.pages.version} ${version}</span></h2>
<dl>${row('since', days.since)}${row('sunset', days.sunset)}${row('replacedBy', days.replacedBy)}</dl>
`,
  );
  return html`${sections}`;
}

function row(name: string, value: string | undefined): Html {
  return value === undefined ? html`` : html`<dt>${memberInWords(name)}</dt><dd>${value}</dd>`;
}
