import { standards } from './standards.ts';
import { Type, type Static } from 'typebox';
import { closed, distinct, named, oneOf, text } from './building.ts';
import { camelCase, kebabCase } from './forms.ts';

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
        default: standards.pageSize,
        description: 'Rows on a page where the client does not say.',
      }),
    ),
    maxSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: standards.maxPageSize,
        description: 'Most rows on a page, whatever the client says.',
      }),
    ),
    total: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Count all rows and say so. Switch it off for collections of millions.',
      }),
    ),
  },
  { description: 'How a list is cut into pages: ?page=1&size=20.' },
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
          default: [...standards.sort],
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
  },
  { description: 'How one resource is reached over HTTP.' },
);

export const endpoints = named(
  endpoint,
  kebabCase,
  { nameLength: 40, maximum: 5000 },
  { description: 'How each resource is reached over HTTP, by the singular name of the resource.' },
);

export type Endpoint = Static<typeof endpoint>;
