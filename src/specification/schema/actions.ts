import type { Static } from 'typebox';
import { closed, named, text } from './building.ts';
import { deprecatedKey } from './deprecation.ts';
import { kebabCase } from './forms.ts';
import { whenKey } from './guards.ts';
import { inputKey } from './inputs.ts';
import { Type } from './type.ts';

const action = closed(
  {
    description: Type.Optional(
      text(2000, { description: 'What it does, for readers of the interface.' }),
    ),
    ...deprecatedKey('The action'),
    ...whenKey,
    ...inputKey,
    async: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'The answer is 202 with the address of a job that tells how it goes, and the work is done afterwards.',
      }),
    ),
  },
  { description: 'Something that a client can have done with a row.' },
);

/** The key `actions` of an endpoint. */
export const actionsKey = {
  actions: Type.Optional(
    named(
      action,
      kebabCase,
      { nameLength: 40, minimum: 1, maximum: 100 },
      {
        description:
          "What clients can have done with a row that is neither a method nor a change of its state, by name: verbs in lower case, words joined by hyphens. Each is a POST to the row's address with its name behind it.",
      },
    ),
  ),
};

export type Action = Static<typeof action>;
