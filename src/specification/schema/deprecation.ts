import type { Static } from 'typebox';
import { closed, named, text } from './building.ts';
import { calendarDate, kebabCase, oneLine, type Form } from './forms.ts';
import { Type } from './type.ts';

/** What is said of one feature that clients are asked to stop using. Days are YYYY-MM-DD and mean 00:00 UTC. */
const keys = {
  since: text(
    10,
    {
      description:
        'The day from which clients are asked to stop using it. It may lie ahead; responses name it from the next generation on.',
    },
    calendarDate,
  ),
  replacedBy: Type.Optional(
    text(
      100,
      {
        description:
          'What to use instead, of the same kind and in the same place: for a field one beside it, for a resource another resource, for a filter or a value another one, for a method, an action or a transition any of the three.',
      },
      oneLine,
    ),
  ),
  sunset: Type.Optional(
    text(
      10,
      {
        description:
          'The day from which clients must not rely on it any more, not before since. Nothing is removed by itself on that day; check reminds you.',
      },
      calendarDate,
    ),
  ),
};

const deprecation = closed(keys, { description: 'Since when, and what to use instead.' });

export type Deprecation = Static<typeof deprecation>;

/** The key `deprecated` of what has an address. */
export const deprecatedKey = (what: string) => ({
  deprecated: Type.Optional(
    closed(keys, { description: `${what} still works, and clients are asked to stop using it.` }),
  ),
});

/** The key `deprecated` of fields, which may say as little as that. */
export const deprecatedFieldKey = {
  deprecated: Type.Optional(
    Type.Unsafe<boolean | Deprecation>({
      ...deprecation,
      type: ['boolean', 'object'],
      default: false,
      description:
        'The field still works, and clients are asked to stop using it: true says so in the documents alone; { since: 2026-01-01, replacedBy: total, sunset: 2027-01-01 } also in the responses to clients that send it. Only since is needed.',
    }),
  ),
};

const several = (name: Form, nameLength: number, maximum: number, description: string) =>
  Type.Optional(named(deprecation, name, { nameLength, minimum: 1, maximum }, { description }));

/** The key `deprecatedValues` of enumerations of text. */
export const deprecatedValuesKey = {
  deprecatedValues: Type.Optional(
    Type.Unsafe<Record<string, Deprecation>>({
      type: 'object',
      propertyNames: { maxLength: 100 },
      additionalProperties: deprecation,
      minProperties: 1,
      maxProperties: 200,
      description:
        'Values that clients are asked to stop sending, each with { since, replacedBy, sunset } as for deprecated.',
    }),
  ),
};

/** The key `deprecated` of an endpoint. */
export const deprecatedPartsKey = (fieldName: Form) => ({
  deprecated: Type.Optional(
    closed(
      {
        methods: several(
          kebabCase,
          40,
          6,
          'Methods that clients are asked to stop using, by name; each is among the methods.',
        ),
        filter: several(
          fieldName,
          60,
          100,
          'Filters that clients are asked to stop using, by the name of the field; each is among the filters.',
        ),
      },
      { description: 'Methods and filters that still work, and that clients are asked to leave.' },
    ),
  ),
});
