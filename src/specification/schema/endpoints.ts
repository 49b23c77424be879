import { defaults } from './defaults.ts';
import type { Static } from 'typebox';
import { closed, distinct, named, oneOf, text } from './building.ts';
import { deprecatedPartsKey } from './deprecation.ts';
import { camelCase, kebabCase } from './forms.ts';
import { actionsKey } from './actions.ts';
import { serviceWide, type ServiceWide } from './service-wide.ts';
import { Type } from './type.ts';

/** What can be done with a resource; the order is that of the documentation. */
export const methods = ['list', 'create', 'read', 'replace', 'update', 'delete'] as const;
export type Method = (typeof methods)[number];

const fieldName = text(60, { description: 'The name of a field.' }, camelCase);

const pagination = closed(
  {
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: defaults.pageSize,
        description: 'Rows on a page where the client does not say.',
      }),
    ),
    maxSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: defaults.maxPageSize,
        description: 'Most rows on a page, whatever the client says.',
      }),
    ),
    total: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Count all rows and say so. Switch it off for collections of millions.',
      }),
    ),
    cursor: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Offers ?cursor=…: pages that stay exact while rows come and go, at the same cost for the last one as for the first.',
      }),
    ),
  },
  { description: 'How a list is cut into pages: ?page=1&size=20, or ?cursor=….' },
);

export const endpoint = closed(
  {
    methods: Type.Optional(
      distinct(
        oneOf(methods, { description: 'One method.' }),
        { minItems: 1, maxItems: methods.length },
        {
          description:
            'What clients may do: list and create on the collection, read, replace (PUT), update (PATCH) and delete on a row. Left out: all six.',
          default: [...methods],
        },
      ),
    ),
    filter: Type.Optional(
      distinct(
        fieldName,
        { minItems: 0, maxItems: 100 },
        {
          description:
            'Fields that a list can be narrowed by, createdAt and updatedAt included. Left out: references, enums, booleans and unique fields.',
        },
      ),
    ),
    sort: Type.Optional(
      distinct(
        fieldName,
        { minItems: 0, maxItems: 100 },
        {
          description: 'Fields that a list can be sorted by. Left out: createdAt and updatedAt.',
          default: [...defaults.sort],
        },
      ),
    ),
    pagination: Type.Optional(pagination),
    preconditions: Type.Optional(
      oneOf(['optional', 'required'], {
        description:
          'required: a change or a deletion without If-Match is answered with 428, so that no client overwrites what it has not seen.',
        default: 'optional',
      }),
    ),
    createByReplace: Type.Optional(
      Type.Boolean({
        description: 'A PUT to an identifier that nothing has yet creates the resource there.',
        default: false,
      }),
    ),
    idempotencyKey: Type.Optional(
      oneOf(['optional', 'required'], {
        description:
          'required: a POST or PATCH without the header Idempotency-Key is answered with 400, so that a request that is sent twice is done once.',
        default: 'optional',
      }),
    ),
    ...deprecatedPartsKey(camelCase),
    ...actionsKey,
    cost: Type.Optional(
      named(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description: 'For how many requests it counts.',
        }),
        kebabCase,
        { nameLength: 40, minimum: 1, maximum: 200 },
        {
          description:
            'For how many requests an operation counts, by the name of its method, action or transition. Left out: for one.',
        },
      ),
    ),
  },
  { description: 'How one resource is reached over HTTP.' },
);

export type Endpoint = Static<typeof endpoint>;

/** What is written in the section: the keys of the service as a whole, and the endpoints by the name of their resource. */
export interface EndpointsSection extends ServiceWide {
  [resource: string]: Endpoint | string[];
}

/** The endpoints of the section, by the name of their resource. */
export function resourceEndpoints(section: EndpointsSection = {}): Record<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>();
  for (const [name, value] of Object.entries(section)) {
    if (!Array.isArray(value)) endpoints.set(name, value);
  }
  return Object.fromEntries(endpoints);
}

export const endpoints = Type.Unsafe<EndpointsSection>({
  ...named(
    endpoint,
    kebabCase,
    { nameLength: 40, maximum: 5000 },
    {
      description:
        'How the service is reached over HTTP: what holds for all of it, and each resource by its singular name.',
    },
  ),
  properties: serviceWide,
});
