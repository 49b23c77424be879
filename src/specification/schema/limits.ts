import { standards } from './standards.ts';
import { Type } from 'typebox';
import { closed, textOrNumber } from './building.ts';
import * as forms from './forms.ts';

const size = (description: string, standard: string) =>
  Type.Optional(textOrNumber(forms.size, 'integer', { description, default: standard }));
const duration = (description: string, standard: string) =>
  Type.Optional(Type.String({ pattern: forms.duration.pattern, description, default: standard }));

export const limits = closed(
  {
    body: size('Largest body of a request, from 1 KiB to 64 MiB; beyond it 413.', standards.body),
    uri: size('Longest path with query, from 256 bytes to 64 KiB; beyond it 414.', standards.uri),
    headers: size(
      'Largest headers of a request together, from 1 KiB to 256 KiB; beyond it 431.',
      standards.headers,
    ),
    depth: Type.Optional(
      Type.Integer({
        minimum: 8,
        maximum: 256,
        default: standards.depth,
        description: 'Deepest nesting of objects and arrays in a body; beyond it 400.',
      }),
    ),
    requestTimeout: duration(
      'Longest time for a request to arrive whole, from 1s to 10m; beyond it 408.',
      standards.requestTimeout,
    ),
    headersTimeout: duration(
      'Longest time for the headers of a request to arrive, from 1s to 5m and not above requestTimeout.',
      standards.headersTimeout,
    ),
    keepAliveTimeout: duration(
      'How long an idle connection stays open, from 1s to 10m; longer than that of the load balancer in front.',
      standards.keepAliveTimeout,
    ),
  },
  { description: 'How much a client may ask for.' },
);
