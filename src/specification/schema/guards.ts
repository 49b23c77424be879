import { closed, named } from './building.ts';
import { camelCase } from './forms.ts';
import { Type } from './type.ts';

/** What a field can be compared with. */
export type Comparable = string | number | boolean;

/** The keys of a condition that is more than a value. */
export interface Comparison {
  present?: boolean;
  gte?: Comparable;
  gt?: Comparable;
  lte?: Comparable;
  lt?: Comparable;
  not?: Comparable | Comparable[];
}

/** One value, any of several, or a comparison. */
export type Condition = Comparable | Comparable[] | Comparison;

const comparable = ['string', 'number', 'boolean'];
const values = { items: { type: comparable }, minItems: 1, maxItems: 200, uniqueItems: true };

const bound = (description: string) =>
  Type.Optional(Type.Unsafe<Comparable>({ type: ['string', 'number'], description }));

const comparison = closed(
  {
    present: Type.Optional(
      Type.Boolean({ description: 'true: the field has a value. false: it has none.' }),
    ),
    gte: bound('The value is this or above.'),
    gt: bound('The value is above this.'),
    lte: bound('The value is this or below.'),
    lt: bound('The value is below this.'),
    not: Type.Optional(
      Type.Unsafe<Comparable | Comparable[]>({
        type: [...comparable, 'array'],
        ...values,
        description: 'The value is not this, or none of these. A row without a value holds.',
      }),
    ),
  },
  { description: '' },
);

const condition = Type.Unsafe<Condition>({
  type: [...comparable, 'array', 'object'],
  ...values,
  properties: comparison.properties,
  additionalProperties: false,
  minProperties: 1,
  description:
    'A value that the field has, a list of values of which it has one, or a mapping with present, gte, gt, lte, lt and not, all of which must hold.',
});

/** The key `when` of a transition and of an action. */
export const whenKey = {
  when: Type.Optional(
    named(
      condition,
      camelCase,
      { nameLength: 60, minimum: 1, maximum: 50 },
      {
        description:
          'What must hold for the row, by the name of a field, with what the client sends along already in its place; otherwise 409. All entries must hold.',
        examples: [{ shipTo: { present: true }, total: { gte: '0.01' }, currency: ['EUR', 'USD'] }],
      },
    ),
  ),
};
