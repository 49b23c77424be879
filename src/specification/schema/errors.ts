import { standards } from './standards.ts';
import { Type } from 'typebox';
import { closed, named, oneOf, text } from './building.ts';
import { kebabCase } from './forms.ts';

const code = closed(
  {
    status: Type.Integer({
      minimum: 400,
      maximum: 599,
      description: 'The HTTP status that goes with the problem.',
    }),
    title: text(200, { description: 'What went wrong, the same for every occurrence.' }),
    description: Type.Optional(
      text(2000, { description: 'What it means and what a client can do about it.' }),
    ),
  },
  { description: 'One kind of problem of your own.' },
);

export const errors = closed(
  {
    validationStatus: Type.Optional(
      oneOf([400, 422], {
        default: standards.validationStatus,
        description: 'The status of a request that is well-formed and breaks a rule of its fields.',
      }),
    ),
    codes: Type.Optional(
      named(
        code,
        kebabCase,
        { nameLength: 60, maximum: 500 },
        {
          description:
            'Problems of your own, by code, beside the built-in ones such as not-found and conflict.',
        },
      ),
    ),
  },
  { description: 'How faults are answered (RFC 9457 problem details).' },
);
