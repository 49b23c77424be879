import type { Static } from 'typebox';
import { Type } from '../../runtime/resources/type.ts';
import { noInput, type StateMachine } from '../../runtime/states/machine.ts';

/** What is sent along with ship. */
const shipInput = Type.Object(
  {
    tracking: Type.String({
      format: 'uri',
      maxLength: 2048,
      examples: ['https://carrier.example/parcels/4711'],
    }),
  },
  {
    title: 'ShipOrderInput',
    examples: [{ tracking: 'https://carrier.example/parcels/4711' }],
    additionalProperties: false,
  },
);

/** What is sent along with cancel. */
const cancelInput = Type.Object(
  {
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  },
  {
    title: 'CancelOrderInput',
    examples: [{}],
    additionalProperties: false,
  },
);

/** The states of an order and the ways between them. */
export const orderStates: StateMachine = {
  field: 'status',
  initial: 'draft',
  transitions: {
    submit: {
      description: 'The customer has paid.',
      from: ['draft'],
      to: 'submitted',
      when: { shipTo: { present: true } },
      input: noInput,
    },
    ship: {
      description: 'The carrier has taken the parcel.',
      from: ['submitted'],
      to: 'shipped',
      when: {},
      input: shipInput,
    },
    cancel: {
      description: 'Whoever ordered, or whoever should deliver, gave it up.',
      from: ['draft', 'submitted'],
      to: 'cancelled',
      when: {},
      input: cancelInput,
    },
    expire: {
      description: 'Nobody paid for thirty days.',
      from: ['draft'],
      to: 'cancelled',
      when: {},
      input: noInput,
      after: 30 * 24 * 60 * 60 * 1000,
    },
  },
};

/** What rules get of each transition. */
export interface OrderTransitionInputs {
  submit: Static<typeof noInput>;
  ship: Static<typeof shipInput>;
  cancel: Static<typeof cancelInput>;
  expire: Static<typeof noInput>;
}
