import type { Static } from 'typebox';
import { Type } from '../../runtime/resources/type.ts';
import { json, nullable, type SystemMembers } from '../../runtime/resources/members.ts';
import type { ResourceRules } from '../../runtime/resources/rules.ts';
import { schemasOf } from '../../runtime/resources/schemas.ts';
import type { Tables } from '../../storage/tables.ts';

/** A transition that an order went through. */
const members = Type.Object({
  orderId: Type.String({
    format: 'uuid',
    readOnly: true,
    description: 'The order it belongs to.',
  }),
  transition: Type.String({
    maxLength: 40,
    description: 'The name of the transition.',
    readOnly: true,
  }),
  from: Type.String({ maxLength: 40, description: 'The state it left.', readOnly: true }),
  to: Type.String({ maxLength: 40, description: 'The state it entered.', readOnly: true }),
  at: Type.String({ format: 'date-time', description: 'When it happened.', readOnly: true }),
  client: nullable(
    Type.String({
      maxLength: 2000,
      description:
        'Who requested it; null for a timed transition, and in a service without authentication.',
      readOnly: true,
    }),
    { default: null },
  ),
  input: nullable(
    json(1000000, {
      description: 'What was sent along, without what is write-only or not for everybody.',
      readOnly: true,
    }),
    { default: null },
  ),
});

/** What can be decided of an order transition; the service sets the rest. */
export type OrderTransitionDraft = Static<typeof members>;

/** As it is kept. */
export type OrderTransition = OrderTransitionDraft & SystemMembers;

export type OrderTransitionRules = ResourceRules<OrderTransition, OrderTransitionDraft, Tables>;

export const orderTransitionSchemas = schemasOf('OrderTransition', members, {
  description: 'A transition that an order went through.',
  example: {
    orderId: '019bc0fd-89c0-7000-8000-000000000002',
    transition: 'Transition 1',
    from: 'From 1',
    to: 'To 1',
    at: '2026-01-01T09:30:00.000Z',
    client: 'Client 1',
    input: ['sample 1'],
  },
});
