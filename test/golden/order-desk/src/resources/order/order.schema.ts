import type { Static } from 'typebox';
import { Type } from '../../runtime/resources/type.ts';
import {
  decimal,
  enumeration,
  nullable,
  type SystemMembers,
} from '../../runtime/resources/members.ts';
import type { ChangeRules } from '../../runtime/resources/change-rules.ts';
import type { ResourceRules } from '../../runtime/resources/rules.ts';
import { optionalFromClaims } from '../../runtime/resources/optional-from-claims.ts';
import { schemasOf } from '../../runtime/resources/schemas.ts';
import type { Tables } from '../../storage/tables.ts';
import type { OrderTransitionInputs } from './order.states.ts';

/** A purchase that a partner shop placed. */
const members = Type.Object({
  reference: Type.String({
    maxLength: 255,
    pattern: '^[A-Z]{2}-[0-9]{6}$',
    description: 'The number that the shop knows it by.',
    examples: ['AC-000017'],
    'x-immutable': true,
  }),
  tenantId: Type.String({
    maxLength: 40,
    description: 'The shop that placed it. To other shops it does not exist.',
    examples: ['north'],
    'x-immutable': true,
  }),
  customerEmail: Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] }),
  total: decimal(12, 2, {
    'x-minimum': '0.00',
    'x-maximum': '9999999999.99',
    examples: ['129.90'],
  }),
  currency: enumeration(['EUR', 'USD'], { default: 'EUR' }),
  note: nullable(Type.String({ maxLength: 2000 }), { default: null }),
  dueAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the customer expects the parcel.' }),
  ),
  accessCode: Type.Optional(
    Type.String({ maxLength: 40, description: 'Opens the pick-up box.', writeOnly: true }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20, uniqueItems: true }),
  ),
  shipTo: Type.Optional(
    Type.Object(
      {
        street: Type.Optional(Type.String({ maxLength: 120 })),
        city: Type.String({ maxLength: 80 }),
        country: Type.Optional(Type.String({ minLength: 2, maxLength: 2, pattern: '^[A-Z]{2}$' })),
      },
      { additionalProperties: false, description: 'Where the parcel goes.' },
    ),
  ),
  status: enumeration(['draft', 'submitted', 'shipped', 'cancelled'], {
    description: 'The state that it is in; transitions change it.',
    readOnly: true,
    default: 'draft',
  }),
});

/** What can be decided of an order; the service sets the rest. */
export type OrderDraft = Static<typeof members>;

/** As it is kept. */
export type Order = OrderDraft & SystemMembers;

export type OrderRules = ResourceRules<Order, OrderDraft, Tables> &
  ChangeRules<Order, OrderDraft, OrderTransitionInputs, Tables>;

export const orderSchemas = optionalFromClaims(
  schemasOf('Order', members, {
    description: 'A purchase that a partner shop placed.',
    example: {
      reference: 'AC-000017',
      tenantId: 'north',
      customerEmail: 'ada@example.com',
      total: '129.90',
      currency: 'EUR',
      note: 'Note 1',
      dueAt: '2026-01-01T09:30:00.000Z',
      accessCode: 'Access code 1',
      tags: ['gift'],
      shipTo: { street: '1 Analytical Way', city: 'London', country: 'GB' },
      status: 'draft',
    },
  }),
  ['tenantId'],
);
