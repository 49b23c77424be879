import type { Static } from 'typebox';
import { Type } from '../../runtime/resources/type.ts';
import { decimal, type SystemMembers } from '../../runtime/resources/members.ts';
import type { ResourceRules } from '../../runtime/resources/rules.ts';
import { schemasOf } from '../../runtime/resources/schemas.ts';
import type { Tables } from '../../storage/tables.ts';

/** One line of an order. */
const members = Type.Object({
  orderId: Type.String({
    format: 'uuid',
    readOnly: true,
    description: 'The order it belongs to.',
  }),
  sku: Type.String({ maxLength: 40, examples: ['TEA-250'] }),
  quantity: Type.Integer({ minimum: 1, maximum: 999, examples: [2] }),
  unitPrice: decimal(10, 2, {
    'x-minimum': '0.00',
    'x-maximum': '99999999.99',
    examples: ['12.50'],
  }),
});

/** What can be decided of an item; the service sets the rest. */
export type ItemDraft = Static<typeof members>;

/** As it is kept. */
export type Item = ItemDraft & SystemMembers;

export type ItemRules = ResourceRules<Item, ItemDraft, Tables>;

export const itemSchemas = schemasOf('Item', members, {
  description: 'One line of an order.',
  example: {
    orderId: '019bc0fd-89c0-7000-8000-000000000002',
    sku: 'TEA-250',
    quantity: 2,
    unitPrice: '12.50',
  },
});
