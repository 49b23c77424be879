import type { Static } from 'typebox';
import { closed, distinct, named, text } from './building.ts';
import { deprecatedKey } from './deprecation.ts';
import type { Field } from './fields.ts';
import { camelCase, kebabCase } from './forms.ts';
import { Type } from './type.ts';

const fieldReference = Type.Unsafe<Field>({ $ref: '#/$defs/field' });

const fieldList = distinct(
  text(60, { description: 'The name of a field.' }, camelCase),
  { minItems: 2, maxItems: 8 },
  { description: 'Fields whose values are unique together.' },
);

export const resource = closed(
  {
    description: Type.Optional(
      text(2000, { description: 'What one row of the resource is, for readers of the interface.' }),
    ),
    ...deprecatedKey('The resource'),
    plural: Type.Optional(
      text(
        60,
        {
          description: 'Name of the collection in paths. Left out: the English plural of the name.',
        },
        kebabCase,
      ),
    ),
    renamedFrom: Type.Optional(
      text(
        40,
        {
          description:
            'What the resource was called when the service was generated last: its rows stay. It can go after that generation.',
        },
        kebabCase,
      ),
    ),
    parent: Type.Optional(
      text(
        40,
        {
          description:
            'The resource that this one belongs to, by its singular name: paths are /PARENTS/{id}/PLURAL. At most two levels of children, and the history of a state machine below them.',
        },
        kebabCase,
      ),
    ),
    fields: named(
      fieldReference,
      camelCase,
      { nameLength: 60, minimum: 1, maximum: 500 },
      {
        description:
          'The fields by name, as they are written in JSON. The service adds id, createdAt, updatedAt, revision and, for a child, the id of its parent.',
      },
    ),
    unique: Type.Optional(
      Type.Array(fieldList, {
        minItems: 1,
        maxItems: 20,
        description:
          'Lists of fields whose values are unique together. The id of the parent may be one of them. As for the key unique of a field, that is within the rows that a rule of authentication sets apart.',
      }),
    ),
    examples: Type.Optional(
      Type.Array(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          description: 'One row: values by the name of the field.',
        }),
        {
          minItems: 1,
          maxItems: 100,
          description:
            'Example rows for documentation, tests and a first start. A reference, and the name of the parent, takes the number of an example row of the resource referred to, counted from 1 (default 1).',
        },
      ),
    ),
  },
  { description: 'One kind of thing that the service keeps.' },
);

export const resources = named(
  resource,
  kebabCase,
  { nameLength: 40, minimum: 1, maximum: 5000 },
  {
    description:
      'What the service keeps, by singular name: nouns in lower case, words joined by hyphens.',
  },
);

export type Resource = Static<typeof resource>;
