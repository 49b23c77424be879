import type { TProperties, TSchema } from 'typebox';
import { closed, distinct, oneOf, text } from './building.ts';
import { converterNames } from './converter-names.ts';
import { memberPath } from './forms.ts';
import { Type } from './type.ts';

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
export const path = (description: string) => text(300, { description }, memberPath);
const any = (description: string) => Type.Unknown({ description });
const byHook = (description: string) => optional(oneOf(['hook'], { description }));

/** A list of things that differ, each a mapping with exactly one of these keys. */
export function oneEach<P extends TProperties>(kinds: P, description: string) {
  const each = Type.Object(
    Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, optional(kind)])) as {
      [K in keyof P]: ReturnType<typeof optional<P[K]>>;
    },
    {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
      description: 'One change, by what kind it is.',
    },
  );
  return Type.Array(each, { maxItems: 500, description });
}

/** Every operation on members of bodies, from an older shape to a newer one. */
export const fieldOperations = {
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
