import type { Static } from 'typebox';
import { closed, distinct, named, text } from './building.ts';
import { deprecatedKey } from './deprecation.ts';
import { camelCase, isoDuration, kebabCase } from './forms.ts';
import { whenKey } from './guards.ts';
import { inputKey } from './inputs.ts';
import { defaults } from './defaults.ts';
import { Type } from './type.ts';

const state = (description: string) => text(40, { description }, kebabCase);

const states = (description: string) =>
  Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    pattern: kebabCase.pattern,
    maxLength: 40,
    items: state('The name of a state.'),
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description,
  });

const transition = closed(
  {
    description: Type.Optional(
      text(2000, { description: 'What happens, for readers of the interface.' }),
    ),
    ...deprecatedKey('The transition'),
    from: states('The state that the row leaves, or a list of such states.'),
    to: state('The state that the row enters.'),
    ...whenKey,
    ...inputKey,
    after: Type.Optional(
      text(
        40,
        {
          description:
            'Happens by itself this long after the row entered the state, and clients cannot ask for it.',
          examples: ['P30D', 'PT15M'],
        },
        isoDuration,
      ),
    ),
    at: Type.Optional(
      text(
        60,
        {
          description:
            'Happens by itself at the instant in this field, a date-time or a date (00:00 UTC), and clients cannot ask for it. A row without a value waits.',
        },
        camelCase,
      ),
    ),
  },
  { description: 'One way from state to state.' },
);

const machine = closed(
  {
    field: Type.Optional(
      text(
        60,
        {
          description:
            'The field that holds the state. The machine adds it to the resource: an enum that only the service sets.',
          default: defaults.stateField,
        },
        camelCase,
      ),
    ),
    initial: state('The state of a new row.'),
    final: Type.Optional(
      distinct(
        state('The name of a state.'),
        { minItems: 0, maxItems: 100 },
        {
          description:
            'States that nothing leaves. Left out: every state that no transition leaves.',
        },
      ),
    ),
    history: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Keeps every transition of a row, to be read at its child collection "transitions".',
      }),
    ),
    renamedFrom: Type.Optional(
      named(
        state('What the state was called.'),
        kebabCase,
        { nameLength: 40, minimum: 1, maximum: 100 },
        {
          description:
            'What states were called when the service was generated last, by what they are called now: rows in them stay in them. It can go after that generation.',
        },
      ),
    ),
    transitions: named(
      transition,
      kebabCase,
      { nameLength: 40, minimum: 1, maximum: 200 },
      {
        description:
          "The ways from state to state, by name: verbs in lower case, words joined by hyphens. Each is a POST to the row's address with its name behind it.",
      },
    ),
  },
  { description: 'The states that a row goes through.' },
);

export const statesSection = named(
  machine,
  kebabCase,
  { nameLength: 40, maximum: 5000 },
  {
    description:
      'What states the rows of a resource go through, by its singular name. A resource that is not named here has none.',
  },
);

export type StateMachine = Static<typeof machine>;
export type Transition = Static<typeof transition>;
