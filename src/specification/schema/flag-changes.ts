import type { Static } from 'typebox';
import { closed, named, oneOf, text } from './building.ts';
import { converterNames } from './converter-names.ts';
import { fieldOperations, oneEach } from './field-operations.ts';
import type { Field } from './fields.ts';
import { kebabCase, memberPath } from './forms.ts';
import { Type } from './type.ts';

const fieldReference = { $ref: '#/$defs/field' };
const was = (description: string) => Type.Unsafe<Field>({ ...fieldReference, description });
const former = was('The field as it is without the flag: its type and what else is said of it.');

/** What the newer shape does not say of the older one is written with the operation: nothing is frozen of it. */
const { rename, add, remove, retype, split, merge, move, map, require, nullable } = fieldOperations;
const { by: _add, ...ofAdd } = add.properties;
const { by: _remove, ...ofRemove } = remove.properties;
const { by: _retype, ...ofRetype } = retype.properties;
const { by: _split, ...ofSplit } = split.properties;
const { by: _merge, ...ofMerge } = merge.properties;

const separator = text(20, { description: 'What stands between the parts.' });

const operations = {
  rename,
  add: closed(ofAdd, { description: 'Who asks for the flag has a field that others have not.' }),
  remove: closed(
    { ...ofRemove, was: former },
    { description: 'Who asks for the flag has no longer a field that others have.' },
  ),
  retype: closed(
    {
      ...ofRetype,
      by: oneOf(converterNames, {
        description: 'The converter from the older type to the newer one.',
      }),
      was: former,
    },
    { description: 'The same field with another type.' },
  ),
  split: closed(
    { ...ofSplit, separator, was: former },
    { description: 'One field is several for who asks for the flag.' },
  ),
  merge: closed(
    {
      ...ofMerge,
      separator,
      was: Type.Unsafe<Record<string, Field>>({
        type: 'object',
        propertyNames: { pattern: memberPath.pattern },
        additionalProperties: fieldReference,
        minProperties: 2,
        maxProperties: 10,
        description: 'Each of the parts, by its path, as it is without the flag.',
      }),
    },
    { description: 'Several fields are one for who asks for the flag.' },
  ),
  move,
  map: closed(
    {
      ...map.properties,
      was: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
          minItems: 1,
          maxItems: 200,
          uniqueItems: true,
          description:
            'All values without the flag. Left out: the new ones, each by its former name.',
        }),
      ),
    },
    { description: 'Values of an enum under other names.' },
  ),
  require,
  nullable,
  default: fieldOperations.default,
};

/** What a flag changes, written as a step between two versions writes it. */
export const flagChanges = closed(
  {
    resources: named(
      closed(
        {
          operations: oneEach(operations, 'What the flag changes in the fields, in this order.'),
        },
        { description: 'What the flag changes in one resource.' },
      ),
      kebabCase,
      { nameLength: 60, minimum: 1, maximum: 500 },
      { description: 'What the flag changes in each resource, by its singular name.' },
    ),
  },
  {
    description:
      'How bodies differ for who asks for the flag. The file describes them as they are with all flags; who does not ask for one gets them as they were before.',
  },
);

export type FlagChanges = Static<typeof flagChanges>;
export type FlagOperation = FlagChanges['resources'][string]['operations'][number];
