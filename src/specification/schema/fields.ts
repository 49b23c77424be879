import { defaults } from './defaults.ts';
import type { Static, TProperties, TSchema } from 'typebox';
import { oneOf, text } from './building.ts';
import { arrayConstraints } from './constraints.ts';
import { fieldKeys, memberKeys, uniqueKey } from './flags.ts';
import { kebabCase } from './forms.ts';
import {
  alternative,
  arraySays,
  byType,
  exampleOf,
  group,
  itemsKey,
  list,
  membersKey,
  objectSays,
  type Flat,
  type Keys,
} from './members.ts';
import { scalars, type Scalars, type ScalarType } from './scalars.ts';
import { Type } from './type.ts';

type Common = Keys<typeof memberKeys & typeof fieldKeys>;

export type ScalarField = {
  [T in ScalarType]: Flat<
    {
      type: T;
      default?: Static<Scalars[T]['value']>;
      example?: Static<Scalars[T]['value']>;
    } & Common &
      Keys<Scalars[T]['keys'] & Scalars[T]['constraints']>
  >;
}[ScalarType];

export type ArrayField = Flat<
  { type: 'array'; default?: unknown[]; example?: unknown[] } & Common &
    Keys<typeof itemsKey & typeof arrayConstraints>
>;
export type ObjectField = Flat<
  { type: 'object'; example?: Record<string, unknown> } & Common & Keys<typeof membersKey>
>;
export type ReferenceField = Flat<
  { type: 'reference' } & Common & Keys<typeof uniqueKey & typeof referenceKeys>
>;

/** A field of a resource; its `type` says which keys it has. */
export type Field = ScalarField | ArrayField | ObjectField | ReferenceField;
export type FieldType = Field['type'];

/** What a reference is to. */
export const targetKey = {
  to: text(
    40,
    { description: 'The resource that is referred to, by its singular name.' },
    kebabCase,
  ),
};

const referenceKeys = {
  ...targetKey,
  onDelete: Type.Optional(
    oneOf(['restrict', 'cascade', 'set-null'], {
      default: defaults.onDelete,
      description:
        'What happens when the row referred to is deleted: refuse with 409, delete this row as well, or empty this field.',
    }),
  ),
};

const defaultOf = (value: TSchema) =>
  Type.Optional(
    Type.Unsafe<unknown>({
      ...value,
      description: 'Value of the field where a client sends none.',
    }),
  );

/**
 * One alternative for each type of value.
 *
 * @param common keys of every type
 * @param keysOf keys of a scalar type besides those
 */
export function valueAlternatives(
  common: TProperties,
  keysOf: (kind: Scalars[ScalarType]) => TProperties,
) {
  return [
    ...Object.entries(scalars).map(([type, kind]) =>
      alternative(type, kind.says, {
        ...common,
        ...keysOf(kind),
        default: defaultOf(kind.value),
        example: exampleOf(kind.value),
        ...kind.constraints,
      }),
    ),
    alternative('array', arraySays, {
      ...common,
      default: defaultOf(list),
      example: exampleOf(list),
      ...itemsKey,
      ...arrayConstraints,
    }),
    alternative('object', objectSays, { ...common, example: exampleOf(group), ...membersKey }),
  ];
}

const common = { ...memberKeys, ...fieldKeys };

export const field = byType<Field>(
  [
    ...valueAlternatives(common, ({ keys }) => keys),
    alternative('reference', 'Link to a row of another resource, by its id.', {
      ...common,
      ...uniqueKey,
      ...referenceKeys,
    }),
  ],
  'A field of a resource. Its type decides which other keys it may have.',
);

/** All types of field, in the order in which editors offer them. */
export const fieldTypes: readonly string[] = [
  ...Object.keys(scalars),
  'array',
  'object',
  'reference',
];
