import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import { closed, distinct, named, oneOf, text } from '../../specification/schema/building.ts';

import { converterNames } from './converter-names.ts';
import {
  eventName,
  kebabCase,
  memberPath,
  versionLabel,
} from '../../specification/schema/forms.ts';

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
const path = (description: string) => text(300, { description }, memberPath);
const word = (description: string) => text(100, { description }, kebabCase);
const any = (description: string) => Type.Unknown({ description });
const byHook = (description: string) => optional(oneOf(['hook'], { description }));

/** A list of things that differ, each a mapping with exactly one of these keys. */
function oneEach<P extends TProperties>(kinds: P, description: string) {
  const each = Type.Object(
    Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, optional(kind)])) as {
      [K in keyof P]: ReturnType<typeof optional<P[K]>>;
    },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
  );
  return Type.Array(each, { maxItems: 500, description });
}

const renamed = (of: (description: string) => TSchema) =>
  closed(
    { from: of('As the older version calls it.'), to: of('As the newer version calls it.') },
    { description: 'The same under another name.' },
  );

const fieldOperations = {
  rename: closed(
    {
      from: path('The path in the older version.'),
      to: path('The path in the newer version, in the same object.'),
    },
    { description: 'The same field under another name.' },
  ),
  add: closed(
    {
      field: path('The path in the newer version.'),
      fill: optional(any('What a row has that a client of the older version creates.')),
      by: byHook('A function decides what such a row has.'),
    },
    { description: 'The newer version has a field that the older one has not.' },
  ),
  remove: closed(
    {
      field: path('The path in the older version.'),
      value: optional(any('What clients of the older version are shown.')),
      by: byHook('A function decides what they are shown.'),
    },
    {
      description:
        'The older version has a field that the newer one has not. What it is set to is lost.',
    },
  ),
  retype: closed(
    {
      field: path('The path, the same in both versions.'),
      by: oneOf([...converterNames, 'hook'], {
        description: 'The converter from the older type to the newer one, or a function.',
      }),
      values: optional(
        Type.Array(text(100, { description: 'What stands for it.' }), {
          minItems: 2,
          maxItems: 2,
          description: 'Of an enum: the values that stand for false and for true.',
        }),
      ),
    },
    { description: 'The same field with another type.' },
  ),
  split: closed(
    {
      field: path('The path in the older version.'),
      into: distinct(
        path('The path in the newer version.'),
        { minItems: 2, maxItems: 10 },
        {
          description: 'What the parts are called, in their order.',
        },
      ),
      separator: optional(text(20, { description: 'What stands between the parts.' })),
      by: byHook('Functions take it apart and put it together.'),
    },
    { description: 'One field of the older version is several of the newer one.' },
  ),
  merge: closed(
    {
      fields: distinct(
        path('The path in the older version.'),
        { minItems: 2, maxItems: 10 },
        {
          description: 'The parts, in their order.',
        },
      ),
      into: path('The path in the newer version.'),
      separator: optional(text(20, { description: 'What stands between the parts.' })),
      by: byHook('Functions put it together and take it apart.'),
    },
    { description: 'Several fields of the older version are one of the newer one.' },
  ),
  move: closed(
    {
      from: path('The path in the older version.'),
      to: path('The path in the newer version.'),
    },
    { description: 'The same field in another object. Not into or out of a list.' },
  ),
  map: closed(
    {
      field: path('The path, the same in both versions.'),
      values: Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string', minLength: 1, maxLength: 100 },
        minProperties: 1,
        maxProperties: 200,
        description: 'The newer value by the older one. Those that both have need not be written.',
      }),
      others: optional(
        text(100, {
          description: 'What the older version shows for values that it does not know.',
        }),
      ),
    },
    { description: 'Values of an enum, or states, under other names.' },
  ),
  require: closed(
    {
      field: path('The path, the same in both versions.'),
      fill: any('What it is where a client of the older version does not send it.'),
    },
    { description: 'The newer version always has a value where the older one may have none.' },
  ),
  nullable: closed(
    {
      field: path('The path, the same in both versions.'),
      value: any('What clients of the older version are shown where there is no value.'),
    },
    { description: 'The newer version may have no value where the older one always has one.' },
  ),
  default: closed(
    {
      field: path('The path, the same in both versions.'),
      was: any('What it is where a client of the older version does not send it.'),
    },
    { description: 'What is not sent is something else in the older version.' },
  ),
} satisfies TProperties;

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
        word('A method.'),
        { minItems: 1, maxItems: 50 },
        {
          description: 'Methods that the older version has and the newer one has not.',
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

/** What differs between two versions, without the versions: a flag has the same. */
const changes = {
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
          { description: 'An event that the older version is not told of.' },
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
