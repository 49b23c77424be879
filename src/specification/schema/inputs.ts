import type { Static } from 'typebox';
import { named } from './building.ts';
import type { arrayConstraints } from './constraints.ts';
import { memberKeys, writeOnlyKey } from './flags.ts';
import { camelCase } from './forms.ts';
import { targetKey, valueAlternatives } from './fields.ts';
import {
  alternative,
  byType,
  type Flat,
  type itemsKey,
  type Keys,
  type membersKey,
} from './members.ts';
import type { Scalars, ScalarType } from './scalars.ts';
import { Type } from './type.ts';

type Common = Keys<typeof memberKeys & typeof writeOnlyKey>;

export type ScalarInput = {
  [T in ScalarType]: Flat<
    {
      type: T;
      default?: Static<Scalars[T]['value']>;
      example?: Static<Scalars[T]['value']>;
    } & Common &
      Keys<Scalars[T]['constraints']>
  >;
}[ScalarType];
export type ArrayInput = Flat<
  { type: 'array'; default?: unknown[]; example?: unknown[] } & Common &
    Keys<typeof itemsKey & typeof arrayConstraints>
>;
export type ObjectInput = Flat<
  { type: 'object'; example?: Record<string, unknown> } & Common & Keys<typeof membersKey>
>;

export type ReferenceInput = Flat<{ type: 'reference' } & Common & Keys<typeof targetKey>>;

/** What a client sends along with a transition or an action: a field without the keys that only a kept row gives a meaning. */
export type Input = ScalarInput | ArrayInput | ObjectInput | ReferenceInput;

export const input = byType<Input>(
  [
    ...valueAlternatives({ ...memberKeys, ...writeOnlyKey }, () => ({})),
    alternative('reference', 'Link to a row of another resource, by its id; it has to exist.', {
      ...memberKeys,
      ...writeOnlyKey,
      ...targetKey,
    }),
  ],
  'A value that a client sends along.',
);

/** The key `input` of a transition and of an action. */
export const inputKey = {
  input: Type.Optional(
    named(
      Type.Unsafe<Input>({ $ref: '#/$defs/input' }),
      camelCase,
      { nameLength: 60, minimum: 1, maximum: 100 },
      {
        description:
          'What a client sends along, by name. An input with the name of a field is of its type and sets it, also where the field is read-only or immutable; any other reaches only the rules and the history.',
      },
    ),
  ),
};
