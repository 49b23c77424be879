import type { Static, TSchema } from 'typebox';
import { closed, distinct, oneOf, text } from '../specification/schema/building.ts';
import { kebabCase, oneLine, semanticVersion } from '../specification/schema/forms.ts';
import { Type } from '../specification/schema/type.ts';
import type { Validation } from '../specification/structure/compiled-validator.ts';

/** Headers that a policy can ask for, by what in a service has them. */
export const policyHeaders = ['X-RateLimit-Limit', 'If-Match', 'Idempotency-Key'] as const;
export type PolicyHeader = (typeof policyHeaders)[number];

/** A mapping by keys of a specification: `versioning.strategy`, or for every resource `endpoints.*.preconditions`. */
const byKey = <S extends TSchema>(value: S, description: string) =>
  Type.Unsafe<Record<string, Static<S>>>({
    type: 'object',
    additionalProperties: value,
    minProperties: 1,
    maxProperties: 200,
    description,
  });

const reason = text(500, { description: 'Why; a team that wants to change it sees this text.' });
const anyValue = Type.Unknown({ description: 'A value as service.yaml has it there.' });
const part = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', description });

const templates = (description: string) =>
  distinct(
    text(240, { description: 'A path with forward slashes.' }, oneLine),
    { minItems: 1, maxItems: 50 },
    { description },
  );

export const kitSchema = closed(
  {
    kit: text(60, { description: 'The name of the kit.' }, kebabCase),
    version: text(
      100,
      { description: 'Its version; any change of the kit raises it.' },
      semanticVersion,
    ),
    description: Type.Optional(text(500, { description: 'What it is for, in a sentence.' })),
    generator: Type.Optional(
      text(100, { description: 'The versions of the generator that it fits, such as >=0.1 <2.' }),
    ),
    extends: Type.Optional(
      text(
        300,
        {
          description:
            'The kit that it adds to: the name of one that comes with the generator, of an npm package, or a directory inside of this kit, such as ./base.',
        },
        oneLine,
      ),
    ),
    defaults: Type.Optional(
      part(
        'What holds where service.yaml says nothing: sections as service.yaml has them. Under endpoints, "*" stands for every resource.',
      ),
    ),
    locked: Type.Optional(
      byKey(
        closed({ value: anyValue, reason }, { description: 'A value that no service changes.' }),
        'Values that no service changes, by key: versioning.strategy, or endpoints.*.preconditions for every resource.',
      ),
    ),
    allowed: Type.Optional(
      byKey(
        closed(
          {
            values: Type.Array(anyValue, {
              minItems: 1,
              maxItems: 100,
              description: 'What may be written there; of a list, what may be in it.',
            }),
            reason,
          },
          { description: 'The choices that services have.' },
        ),
        'Choices that services have, by key.',
      ),
    ),
    policies: Type.Optional(
      closed(
        {
          noticePeriod: Type.Optional(
            Type.Integer({
              minimum: 180,
              maximum: 3650,
              description:
                'The fewest days from the announcement or deprecation of a version to its sunset.',
            }),
          ),
          headers: Type.Optional(
            distinct(
              oneOf(policyHeaders, { description: 'One header.' }),
              { minItems: 1, maxItems: policyHeaders.length },
              {
                description:
                  'Headers that must be there. X-RateLimit-Limit: answers report the quota by the older headers as well. If-Match and Idempotency-Key: requests that change or create are refused without.',
              },
            ),
          ),
        },
        { description: 'What services comply with, whatever else they choose.' },
      ),
    ),
    templates: Type.Optional(
      closed(
        {
          replace: Type.Optional(
            templates(
              "Templates of the generator that the kit has another one for, by their paths, such as README.md.hbs. Those of the library, of older versions and of migrations stay the generator's.",
            ),
          ),
          add: Type.Optional(
            templates(
              'Files that services have besides, by the paths of their templates, such as docs/runbook.md.hbs. What ends in .hbs is rendered with the view of the service, all else is copied.',
            ),
          ),
        },
        {
          description:
            'Templates in the directory templates of the kit. What they make becomes code that services run, so a service takes them with --trust alone.',
        },
      ),
    ),
    starter: Type.Optional(
      part(
        'What a new service begins with, and owns from then on: resources, and states and endpoints of them.',
      ),
    ),
  },
  { description: 'A starter kit: what services of one organisation have in common.' },
);

export type KitText = Static<typeof kitSchema>;

export const kitValidation: Validation = {
  schema: kitSchema,
  options: { allErrors: true, verbose: true, allowUnionTypes: true },
  formats: [],
};
