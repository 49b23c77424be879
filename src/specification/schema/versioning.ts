import type { Static } from 'typebox';
import { closed, distinct, named, oneOf, text, textOrNumber } from './building.ts';
import { flagChanges } from './flag-changes.ts';
import * as forms from './forms.ts';
import { version } from './version.ts';
import { defaults } from './defaults.ts';
import { Type } from './type.ts';

/** Where a client says which version it wants, and what that looks like. */
export const strategies = [
  'uri-path',
  'query',
  'header',
  'media-type',
  'accept-parameter',
  'hostname',
  'date',
  'feature-flags',
  'partial',
] as const;
export type Strategy = (typeof strategies)[number];

/** What an entry of `exceptions` can set aside. */
export const policyRules = [
  'notice-period',
  'two-supported-versions',
  'default-version',
  'one-major-a-year',
] as const;
export type PolicyRule = (typeof policyRules)[number];

const flagName = (description: string) => text(60, { description }, forms.kebabCase);

const flag = closed(
  {
    description: Type.Optional(
      text(2000, {
        description: 'What changes for who asks for it, for readers of the interface.',
      }),
    ),
    state: Type.Optional(
      oneOf(['active', 'graduated', 'withdrawn'], {
        default: defaults.flagState,
        description:
          'active: for who asks for it. graduated: what it changed holds for everybody, and asking for it does nothing. withdrawn: who asks for it gets 410.',
      }),
    ),
    requires: Type.Optional(
      distinct(
        flagName('A flag without which this one cannot be asked for.'),
        { minItems: 1, maxItems: 20 },
        { description: 'Flags that have to be asked for along with it.' },
      ),
    ),
    conflicts: Type.Optional(
      distinct(
        flagName('A flag with which this one cannot be asked for.'),
        { minItems: 1, maxItems: 20 },
        {
          description:
            'Flags that cannot be asked for along with it, whichever of the two says so.',
        },
      ),
    ),
    changes: Type.Optional(flagChanges),
  },
  { description: 'One change that clients can ask for by its name.' },
);

const exception = closed(
  {
    rule: oneOf(policyRules, {
      description:
        'notice-period: a sunset comes 180 days after announcement and deprecation or later. two-supported-versions: each sunset leaves two versions, unless there only ever was one. default-version: the default is not sunset. one-major-a-year: no second major within a year.',
    }),
    version: textOrNumber(forms.versionLabel, 'integer', {
      description: 'The version for which it does not hold. It still holds for all others.',
    }),
    reason: text(500, { description: 'Why it does not hold here.' }),
  },
  { description: 'One rule of the support policy that does not hold for one version.' },
);

const acknowledgement = closed(
  {
    change: text(10, { description: 'The identifier of the kind of change.' }, forms.changeId),
    path: text(1000, { description: 'What changed: keys joined by dots.' }),
    to: Type.Optional(text(200, { description: 'The value that it got, cut to 80 characters.' })),
  },
  { description: 'One change that was accepted.' },
);

export const versioning = closed(
  {
    strategy: Type.Optional(
      oneOf(strategies, {
        default: defaults.strategy,
        description:
          'Where a client says which version it wants. uri-path: /v1/orders. query: /orders?version=1. header: X-API-Version: 1. media-type: Accept: application/vnd.acme.v1+json. accept-parameter: Accept: application/json; version=1. hostname: v1.api.acme.example. date: /2026-03-01/orders or X-API-Version: 2026-03-01. feature-flags: ?features=split-name. partial: /orders/v1/items.',
      }),
    ),
    query: Type.Optional(
      closed(
        {
          parameter: oneOf(['version', 'api-version'], {
            description:
              'The query parameter that names the version. Left out: version where versions are numbers, api-version where they are dates.',
          }),
        },
        { description: 'Of the strategy query.' },
      ),
    ),
    date: Type.Optional(
      closed(
        {
          in: oneOf(['path', 'header'], {
            default: defaults.datedIn,
            description:
              'Where the date stands. path: /2026-03-01/orders. header: X-API-Version: 2026-03-01.',
          }),
        },
        { description: 'Of the strategy date.' },
      ),
    ),
    hostname: Type.Optional(
      closed(
        {
          form: oneOf(['label', 'suffix'], {
            default: defaults.hostnameForm,
            description:
              'How the host names the version. label: v1.api.acme.example. suffix: api-v1.acme.example.',
          }),
        },
        { description: 'Of the strategy hostname.' },
      ),
    ),
    resources: Type.Optional(
      distinct(
        text(40, { description: 'The singular name of a child resource.' }, forms.kebabCase),
        { minItems: 1, maxItems: 100 },
        {
          description:
            'Of the strategy partial: the child resources that have versions. So have webhook endpoints and the stream of events, and everything else has none.',
        },
      ),
    ),
    default: Type.Optional(
      textOrNumber(forms.versionLabel, 'integer', {
        description:
          'The version of clients that name none; a constant, never the newest. Left out: they are refused.',
      }),
    ),
    versions: Type.Optional(
      named(
        version,
        forms.versionLabel,
        { nameLength: 10, minimum: 1, maximum: 100 },
        {
          description:
            'The versions of the interface, by number (1, 2, …) or by date in quotes ("2026-03-01"), one of the two in a file. The newest is the one that this file describes.',
        },
      ),
    ),
    flags: Type.Optional(
      named(
        flag,
        forms.kebabCase,
        { nameLength: 60, minimum: 1, maximum: 100 },
        {
          description:
            'Of the strategy feature-flags: the changes that clients can ask for by name. Rules ask whether a client has one.',
        },
      ),
    ),
    exceptions: Type.Optional(
      Type.Array(exception, {
        minItems: 1,
        maxItems: 400,
        description:
          'Rules of the support policy that do not hold for a version, each with the version and a reason.',
      }),
    ),
    acknowledged: Type.Optional(
      Type.Array(acknowledgement, {
        maxItems: 1000,
        description:
          'Changes of a released version that clients may notice and that somebody accepted. The generator writes it; the identifiers are those of docs/changes.md.',
      }),
    ),
  },
  { description: 'How the interface changes over time.' },
);

export type Versioning = Static<typeof versioning>;
export type Flag = Static<typeof flag>;
