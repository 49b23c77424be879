import { closed, distinct, oneOf, text } from './building.ts';
import { eventName, isoDuration } from './forms.ts';
import { defaults } from './defaults.ts';
import { Type } from './type.ts';

/** How events leave the service. */
export const deliveries = ['webhook', 'stream', 'nats', 'kafka'] as const;
export type Delivery = (typeof deliveries)[number];

export const events = closed(
  {
    emit: Type.Optional(
      distinct(
        text(
          100,
          {
            description:
              'The singular name of a resource, a dot, and created, updated, deleted or the name of a state that is entered.',
            examples: ['order.created', 'order.submitted'],
          },
          eventName,
        ),
        { minItems: 1, maxItems: 5000 },
        { description: 'Which events there are. Left out: all that can happen.' },
      ),
    ),
    deliver: Type.Optional(
      distinct(
        oneOf(deliveries, { description: 'One way out of the service.' }),
        { minItems: 1, maxItems: deliveries.length },
        {
          description:
            'How events are delivered. webhook: signed requests to addresses that clients register. stream: server-sent events. nats, kafka: published to a broker.',
          default: [...defaults.deliver],
        },
      ),
    ),
    data: Type.Optional(
      oneOf(['full', 'thin'], {
        default: defaults.eventData,
        description:
          'What an event contains. full: the resource. thin: its identifier, revision and address, so that clients read it.',
      }),
    ),
    keep: Type.Optional(
      text(
        40,
        {
          default: defaults.keepEvents,
          description:
            'How long an event can be resumed from and replayed, from one minute to ten years.',
          examples: ['P7D', 'PT12H'],
        },
        isoDuration,
      ),
    ),
  },
  { description: 'What the service tells others about changes. Left out: nothing.' },
);
