import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { closed, named, text } from './building.ts';
import { arrayConstraints } from './constraints.ts';
import { memberKeys } from './flags.ts';
import { camelCase } from './forms.ts';
import { scalars, type Scalars, type ScalarType } from './scalars.ts';
import { Type } from './type.ts';

/** Fields inside fields: the members of an object and the items of an array. They contain each other, hence the `$ref`s. */

/** The static type of a group of keys. */
export type Keys<P> = P extends TProperties ? Static<TObject<P>> : never;

/** Several types written as one, so that an editor shows the keys and not the way they were put together. */
export type Flat<T> = { [K in keyof T]: T[K] };

export type ScalarItem = {
  [T in ScalarType]: Flat<
    { type: T } & Keys<{ description: typeof description } & Scalars[T]['constraints']>
  >;
}[ScalarType];

export type ScalarMember = {
  [T in ScalarType]: Flat<
    { type: T; example?: Static<Scalars[T]['value']> } & Keys<
      typeof memberKeys & Scalars[T]['constraints']
    >
  >;
}[ScalarType];

export interface ObjectItem {
  type: 'object';
  description?: string;
  fields: Record<string, Member>;
}
export type ArrayMember = Flat<
  { type: 'array'; items: Item; example?: unknown[] } & Keys<
    typeof memberKeys & typeof arrayConstraints
  >
>;
export interface ObjectMember extends Keys<typeof memberKeys> {
  type: 'object';
  fields: Record<string, Member>;
  example?: Record<string, unknown>;
}

/** An item of an array: a scalar or an object. */
export type Item = ScalarItem | ObjectItem;
/** A member of an object: a scalar, an array or another object. */
export type Member = ScalarMember | ArrayMember | ObjectMember;

const itemReference = Type.Unsafe<Item>({ $ref: '#/$defs/item' });
const memberReference = Type.Unsafe<Member>({ $ref: '#/$defs/member' });

const description = Type.Optional(text(2000, { description: 'What an item is.' }));

/** The key `items` of an array. */
export const itemsKey = {
  items: Type.Unsafe<Item>({ ...itemReference, description: 'The type of every item.' }),
};

/** The key `fields` of an object. */
export const membersKey = {
  fields: named(
    memberReference,
    camelCase,
    { nameLength: 60, minimum: 1, maximum: 100 },
    { description: 'The members of the object, by name.' },
  ),
};

export const exampleOf = (value: TSchema) =>
  Type.Optional(
    Type.Unsafe<unknown>({
      ...value,
      description: 'A value as a reader of the interface would meet it.',
    }),
  );

export const arraySays = 'List of values of one type.';
export const objectSays = 'Group of named members, at most three groups deep.';
export const list = Type.Unsafe<unknown[]>({ type: 'array' });
export const group = Type.Unsafe<Record<string, unknown>>({ type: 'object' });

/** One alternative of a union whose `type` says which one it is. */
export function alternative(type: string, says: string, keys: TProperties) {
  const properties = { type: Type.Literal(type, { description: says }), ...keys };
  return [type, closed(properties, { description: says })] as const;
}

/** A union whose `type` says which alternative it is, so that an issue is reported for the type that was meant. */
export function byType<T>(alternatives: readonly (readonly [string, TSchema])[], says: string) {
  const types = alternatives.map(([type]) => type);
  return Type.Unsafe<T>({
    type: 'object',
    required: ['type'],
    properties: {
      type: {
        type: 'string',
        enum: types,
        description: 'The type decides which other keys there are.',
      },
    },
    discriminator: { propertyName: 'type' },
    oneOf: alternatives.map(([, schema]) => schema),
    description: says,
  });
}

const kinds = Object.entries(scalars);

export const item = byType<Item>(
  [
    ...kinds.map(([type, kind]) =>
      alternative(type, kind.says, { description, ...kind.constraints }),
    ),
    alternative('object', objectSays, { description, ...membersKey }),
  ],
  'An item of an array.',
);

export const member = byType<Member>(
  [
    ...kinds.map(([type, kind]) =>
      alternative(type, kind.says, {
        ...memberKeys,
        example: exampleOf(kind.value),
        ...kind.constraints,
      }),
    ),
    alternative('array', arraySays, {
      ...memberKeys,
      example: exampleOf(list),
      ...itemsKey,
      ...arrayConstraints,
    }),
    alternative('object', objectSays, { ...memberKeys, example: exampleOf(group), ...membersKey }),
  ],
  'A member of an object.',
);
