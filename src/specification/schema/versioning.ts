import { standards } from './standards.ts';
import { Type } from 'typebox';
import { closed, oneOf, text } from './building.ts';
import { calendarDate } from './forms.ts';

const version = closed(
  {
    released: Type.Optional(
      text(
        10,
        {
          description:
            'The day from which the version is promised. Left out: the version is a draft.',
        },
        calendarDate,
      ),
    ),
  },
  { description: 'One version of the interface.' },
);

export const versioning = closed(
  {
    strategy: Type.Optional(
      oneOf(['uri-path'], {
        default: standards.strategy,
        description: 'Where a client says which version it wants. uri-path: /v1/orders.',
      }),
    ),
    versions: Type.Optional(
      closed({ '1': version }, { description: 'The versions of the interface, by number.' }),
    ),
  },
  { description: 'How the interface changes over time.' },
);
