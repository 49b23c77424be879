import type { Static } from 'typebox';
import { Type } from '../../runtime/resources/type.ts';
import { enumeration, type SystemMembers } from '../../runtime/resources/members.ts';
import type { ResourceRules } from '../../runtime/resources/rules.ts';
import { schemasOf } from '../../runtime/resources/schemas.ts';
import type { Tables } from '../../storage/tables.ts';

/** What the carrier sticks on a parcel. */
const members = Type.Object({
  order: Type.String({ format: 'uuid' }),
  carrier: enumeration(['hermes', 'dhl', 'ups']),
  weightInGrams: Type.Optional(Type.Integer({ minimum: 1, maximum: 40000 })),
  printedOn: Type.Optional(Type.String({ format: 'date' })),
});

/** What can be decided of a shipping label; the service sets the rest. */
export type ShippingLabelDraft = Static<typeof members>;

/** As it is kept. */
export type ShippingLabel = ShippingLabelDraft & SystemMembers;

export type ShippingLabelRules = ResourceRules<ShippingLabel, ShippingLabelDraft, Tables>;

export const shippingLabelSchemas = schemasOf('ShippingLabel', members, {
  description: 'What the carrier sticks on a parcel.',
  example: {
    order: '019bc0fd-89c0-7000-8000-000000000003',
    carrier: 'dhl',
    weightInGrams: 870,
    printedOn: '2026-01-15',
  },
});
