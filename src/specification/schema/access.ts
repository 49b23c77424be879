import type { Static } from 'typebox';
import { closed, distinct, named, text } from './building.ts';
import { camelCase, claimName, grant, kebabCase } from './forms.ts';
import { Type } from './type.ts';

/** What a grant that is a scope starts with. */
export const scopePrefix = 'scope:';

const longestRole = 40;

/** Roles and scopes of which any one is enough. */
export const grants = (description: string) =>
  distinct(
    text(106, { description: 'A role, or "scope:" and the name of a scope.' }, grant),
    { minItems: 0, maxItems: 100 },
    { description },
  );

/** Keys of the fields of a resource: who sees a value, and who may send one. */
export const fieldAccess = {
  readableBy: Type.Optional(
    grants(
      'Roles and scopes that see the field; any one is enough. For everybody else it is not there. Left out: everybody who sees the row.',
    ),
  ),
  writableBy: Type.Optional(
    grants(
      'Roles and scopes that may send the field; any one is enough. Left out: those of readableBy.',
    ),
  ),
};

const rule = closed(
  {
    resource: text(40, { description: 'The resource, by its singular name.' }, kebabCase),
    field: text(
      60,
      { description: 'The required field that says whose a row is.', examples: ['tenantId'] },
      camelCase,
    ),
    claim: text(
      200,
      {
        description:
          'The claim of the caller that has the value, or a list of values; "sub" is who calls, and "client_id" the client. Names of any mechanism but the first have it in front: "basic:ada".',
        examples: ['tenant', 'sub'],
      },
      claimName,
    ),
    unless: Type.Optional(grants('Roles and scopes that the rule does not hold for.')),
  },
  { description: 'Rows of which the field has no value of the claim do not exist for the caller.' },
);

/** Keys of the section `authentication`: what a caller may do, once it is known who calls. */
export const access = {
  roles: Type.Optional(
    distinct(
      text(longestRole, { description: 'The name of a role.' }, kebabCase),
      { minItems: 1, maxItems: 100 },
      {
        description: 'The roles that callers may have.',
        examples: [['reader', 'writer', 'admin']],
      },
    ),
  ),
  rules: Type.Optional(
    Type.Array(rule, {
      minItems: 1,
      maxItems: 1000,
      description:
        'Which rows exist for whom, by what a credential says of the caller: what fails a rule is not there for them. Left out: all rows for everybody.',
    }),
  ),
  allow: Type.Optional(
    named(
      named(
        grants(
          'Roles and scopes that are permitted; one is enough, and an empty list forbids it for every caller.',
        ),
        kebabCase,
        { nameLength: 40, minimum: 1, maximum: 400 },
        {
          description:
            'Who may what: read (list, read and HEAD), create, replace (by default as update), update, delete, and transitions and actions by their names. What is left out is forbidden.',
        },
      ),
      kebabCase,
      { nameLength: 60, minimum: 1, maximum: 5000 },
      {
        description:
          'Who may do what, each resource by its singular name; a resource that is left out is forbidden. Left out altogether: every authenticated caller may do everything.',
      },
    ),
  ),
};

export type AttributeRule = Static<typeof rule>;
