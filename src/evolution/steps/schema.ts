import type { Static, TSchema } from 'typebox';
import { closed, distinct, named, oneOf, text } from '../../specification/schema/building.ts';
import { fieldOperations, oneEach, path } from '../../specification/schema/field-operations.ts';
import { eventName, kebabCase, versionLabel } from '../../specification/schema/forms.ts';
import { Type } from '../../specification/schema/type.ts';

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
const word = (description: string) => text(100, { description }, kebabCase);

const renamed = (of: (description: string) => TSchema) =>
  closed(
    { from: of('As the older version calls it.'), to: of('As the newer version calls it.') },
    { description: 'The same under another name.' },
  );

const resourceStep = closed(
  {
    renamedFrom: optional(word('What the older version calls the resource.')),
    operations: optional(
      oneEach(fieldOperations, 'What differs in its fields, from the older to the newer version.'),
    ),
    actions: optional(
      oneEach(
        {
          rename: renamed(word),
          input: closed(
            {
              of: word('The transition or action, as the newer version calls it.'),
              ...(Object.fromEntries(
                Object.entries(fieldOperations).map(([key, kind]) => [key, optional(kind)]),
              ) as {
                [K in keyof typeof fieldOperations]: ReturnType<
                  typeof optional<(typeof fieldOperations)[K]>
                >;
              }),
            },
            { description: 'What differs in what is sent along: one operation.' },
          ),
        },
        'What differs in its transitions and actions.',
      ),
    ),
    existed: optional(
      distinct(
        word('A method, a transition or an action.'),
        { minItems: 1, maxItems: 50 },
        {
          description:
            'What the older version offers and the newer one does not: clients of the older one still use it.',
        },
      ),
    ),
    absent: optional(
      distinct(
        word('A method, a transition or an action.'),
        { minItems: 1, maxItems: 50 },
        { description: 'What the newer version offers and the older one does not.' },
      ),
    ),
    parameters: optional(
      oneEach(
        {
          rename: renamed(path),
          remove: closed(
            {
              parameter: oneOf(['filter', 'sort'], { description: 'What it is asked for.' }),
              field: path('The field, as the older version calls it.'),
            },
            {
              description:
                'Clients of the older version lose it too: it cannot be asked of what is kept now.',
            },
          ),
          add: closed(
            {
              parameter: oneOf(['filter', 'sort'], { description: 'What it is asked for.' }),
              field: path('The field, as the newer version calls it.'),
            },
            { description: 'The newer version can be asked for it, the older one not.' },
          ),
          approximate: closed(
            {
              parameter: oneOf(['filter', 'sort'], { description: 'What it is asked for.' }),
              field: path('The field, as the older version calls it.'),
              by: distinct(
                path('The field, as the newer version calls it.'),
                { minItems: 1, maxItems: 5 },
                {
                  description: 'By what it is done, without converting the values.',
                },
              ),
            },
            { description: 'Done by something that is nearly the same.' },
          ),
          hook: closed(
            { field: path('The field, as the older version calls it.') },
            {
              description:
                'A filter by a field that a hook carries: it finds what the hook makes of the value, and no other row that is shown with the same value.',
            },
          ),
          default: closed(
            {
              parameter: oneOf(['size', 'maxSize'], { description: 'Which one.' }),
              was: Type.Integer({
                minimum: 1,
                maximum: 10_000,
                description: 'In the older version.',
              }),
            },
            { description: 'The older version has another size of a page.' },
          ),
        },
        'What differs in the parameters of its list.',
      ),
    ),
  },
  { description: 'What differs in one resource.' },
);

/** What differs between two versions, without the versions. */
const changes = {
  former: optional(
    distinct(
      word('A resource, as the older version calls it.'),
      { minItems: 1, maxItems: 500 },
      {
        description:
          'Resources that the newer version has not. They are kept, with their tables, for as long as an older version is.',
      },
    ),
  ),
  resources: optional(
    named(
      resourceStep,
      kebabCase,
      { nameLength: 60, maximum: 500 },
      { description: 'What differs in each resource, by its name in the newer version.' },
    ),
  ),
  events: optional(
    oneEach(
      {
        rename: renamed((description) => text(130, { description }, eventName)),
        absent: text(
          130,
          { description: 'An event that clients of the older version do not receive.' },
          eventName,
        ),
        withdrawn: text(
          130,
          {
            description:
              'An event of the older version, by its name there, that the service no longer sends. Its clients may still ask for it.',
          },
          eventName,
        ),
      },
      'What differs in events.',
    ),
  ),
  errors: optional(
    oneEach(
      {
        status: closed(
          {
            code: word('The code, as the newer version calls it.'),
            was: Type.Integer({ minimum: 400, maximum: 599, description: 'In the older version.' }),
          },
          { description: 'Another status of the same problem.' },
        ),
        rename: renamed(word),
      },
      'What differs in problems.',
    ),
  ),
  behaviours: optional(
    distinct(
      text(60, { description: 'A name that rules ask for.' }, kebabCase),
      { minItems: 1, maxItems: 100 },
      {
        description:
          'What rules do for clients of the newer version and not for those of the older one.',
      },
    ),
  ),
};

export const stepSchema = closed(
  {
    from: text(10, { description: 'The older version.' }, versionLabel),
    to: text(10, { description: 'The newer version.' }, versionLabel),
    ...changes,
  },
  { description: 'What differs between two neighbouring versions.' },
);

export type Step = Static<typeof stepSchema>;
/** What differs, without the names of the two versions. */
export type Changes = Omit<Step, 'from' | 'to'>;
export type ResourceStep = Static<typeof resourceStep>;
export type FieldOperation = NonNullable<ResourceStep['operations']>[number];
export type FieldOperationKind = keyof typeof fieldOperations;
