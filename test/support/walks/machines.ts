import * as fc from 'fast-check';

/** A condition as a specification has it. Prices are hundredths here, and text there. */
export interface RandomCondition {
  readonly anyOf?: readonly (number | boolean | string)[];
  readonly not?: number;
  readonly present?: boolean;
  readonly gte?: number;
  readonly lt?: number;
}

export type RandomGuard = Readonly<Record<string, RandomCondition>>;

/** By name, whether it is required. */
export type RandomInput = Readonly<Record<string, boolean>>;

export interface RandomCustomOperation {
  readonly name: string;
  readonly when: RandomGuard;
  readonly input: RandomInput;
  /** Absent for an action. */
  readonly from?: readonly string[];
  readonly to?: string;
  /** Minutes after the state was entered. */
  readonly after?: number;
  /** At the instant in `dueAt`. */
  readonly at?: true;
}

export interface RandomMachine {
  /** Singular name of the resource that has it. */
  readonly resource: string;
  readonly initial: string;
  readonly hasHistory: boolean;
  readonly isConditional: boolean;
  readonly customOperations: readonly RandomCustomOperation[];
}

const stateNames = ['draft', 'submitted', 'shipped', 'parked', 'cancelled'];
const transitionNames = [
  'submit',
  'ship',
  'hand-over',
  'cancel',
  'reopen',
  'park',
  'mend',
  'close',
];
const resourceNames = [
  'parcel',
  'ticket',
  'invoice',
  'claim',
  'booking',
  'permit',
  'sample',
  'repair',
  'contract',
  'grant',
  'quote',
  'shipment',
];

// Few of them: so walks come to the very values.
const amount = fc.integer({ min: 2, max: 5 });
const hundredths = fc.constantFrom(90, 100, 110, 200);

/** Conditions by the field that they can be about. */
const conditions: Readonly<Record<string, fc.Arbitrary<RandomCondition>>> = {
  amount: fc.oneof(
    fc.record({ gte: amount }),
    fc.record({ lt: amount }),
    fc.record({ not: amount }),
    fc.record({ anyOf: fc.uniqueArray(amount, { minLength: 1, maxLength: 5 }) }),
  ),
  price: fc.oneof(
    fc.record({ present: fc.boolean() }),
    fc.record({ gte: hundredths }),
    fc.record({ lt: hundredths }),
  ),
  flag: fc.record({ anyOf: fc.boolean().map((value) => [value]) }),
  code: fc.record({ present: fc.boolean() }),
};

const guard: fc.Arbitrary<RandomGuard> = fc
  .uniqueArray(fc.constantFrom(...Object.keys(conditions)), { maxLength: 2 })
  .chain((fields) =>
    fc.record(
      Object.fromEntries(fields.map((field) => [field, conditions[field] ?? fc.constant({})])),
    ),
  );

const input: fc.Arbitrary<RandomInput> = fc
  .uniqueArray(fc.constantFrom('amount', 'price', 'code', 'comment', 'secret'), { maxLength: 3 })
  .chain((names) =>
    fc.record(
      Object.fromEntries(
        // What may be missing is asked for by conditions, so it is never required.
        names.map((name) => [
          name,
          ['price', 'code'].includes(name) ? fc.constant(false) : fc.boolean(),
        ]),
      ),
    ),
  );

/** A tree first, so that every state can be reached; then whatever else there is between them. */
function customOperations(count: number): fc.Arbitrary<readonly RandomCustomOperation[]> {
  const state = fc.nat(count - 1);
  const branches = Array.from({ length: count - 1 }, (_, index) =>
    fc.record({ from: fc.nat(index).map((from) => [from]), to: fc.constant(index + 1) }),
  );
  const ways = fc
    .tuple(
      fc.tuple(...branches),
      fc.array(
        fc.record({ from: fc.uniqueArray(state, { minLength: 1, maxLength: 3 }), to: state }),
        {
          maxLength: transitionNames.length - count,
        },
      ),
    )
    .map(([tree, others]) => [...tree, ...others]);
  return ways.chain((all) =>
    fc
      .tuple(
        ...all.map(({ from, to }, index) =>
          fc
            .record({
              when: guard,
              input,
              kind: fc.constantFrom('asked', 'asked', 'asked', 'after', 'at'),
              hours: fc.integer({ min: 1, max: 72 }),
            })
            .map(({ when, input: sent, kind, hours }): RandomCustomOperation => {
              const way = {
                name: transitionNames[index] ?? '',
                from: from.map((each) => stateNames[each] ?? ''),
                to: stateNames[to] ?? '',
                when,
              };
              // By the clock it only goes forward: then it comes to an end.
              if (kind === 'asked' || from.some((each) => each >= to))
                return { ...way, input: sent };
              // No two are due at the same moment.
              return kind === 'at'
                ? { ...way, input: {}, at: true }
                : { ...way, input: {}, after: hours * 60 + index };
            }),
        ),
      )
      .map(withoutTies),
  );
}

/** From one state a single transition is due at the instant: of two, nobody says which is first. */
function withoutTies(all: readonly RandomCustomOperation[]): readonly RandomCustomOperation[] {
  return all.map((customOperation, index) => {
    const { at, ...asked } = customOperation;
    const isTied = all
      .slice(0, index)
      .some(
        (other) => other.at && other.from?.some((state) => customOperation.from?.includes(state)),
      );
    return at !== undefined && isTied ? asked : customOperation;
  });
}

const actions = fc
  .array(fc.record({ when: guard, input, states: fc.subarray(stateNames.slice(0, 2)) }), {
    maxLength: 2,
  })
  .map((list) =>
    list.map(({ when, input: sent, states }, index): RandomCustomOperation => {
      const inState = states.length === 0 ? {} : { status: { anyOf: states } };
      return {
        name: ['adjust', 'count-again'][index] ?? '',
        when: { ...when, ...inState },
        input: sent,
      };
    }),
  );

/** As many machines as there are names, each of a resource of its own. */
export const machines: fc.Arbitrary<readonly RandomMachine[]> = fc.tuple(
  ...resourceNames.map((resource) =>
    fc
      .integer({ min: 2, max: stateNames.length })
      .chain((count) => fc.tuple(customOperations(count), actions, fc.boolean(), fc.boolean()))
      .map(([ways, others, hasHistory, isConditional]): RandomMachine => ({
        resource,
        initial: stateNames[0] ?? '',
        hasHistory,
        isConditional,
        customOperations: [...ways, ...others],
      })),
  ),
);

/** The specification of a service with all of them. JSON is YAML. */
export function specificationOf(list: readonly RandomMachine[]): string {
  const each = <Value>(valueOf: (machine: RandomMachine) => Value) =>
    Object.fromEntries(list.map((machine) => [machine.resource, valueOf(machine)]));
  return JSON.stringify({
    service: { name: 'random-walks', title: 'Random walks', vendor: 'acme' },
    resources: each(() => ({
      fields: {
        amount: { type: 'integer', minimum: 0, maximum: 9, required: true },
        price: { type: 'decimal', precision: 6, scale: 2 },
        flag: { type: 'boolean', default: false },
        code: { type: 'string', maxLength: 20, readOnly: true },
        dueAt: { type: 'date-time' },
      },
    })),
    states: each(({ initial, hasHistory, customOperations: all }) => ({
      initial,
      history: hasHistory,
      transitions: Object.fromEntries(
        all.flatMap((customOperation) =>
          customOperation.to === undefined
            ? []
            : [
                [
                  customOperation.name,
                  {
                    from: customOperation.from,
                    to: customOperation.to,
                    ...described(customOperation),
                    ...(customOperation.after === undefined
                      ? {}
                      : { after: `PT${String(customOperation.after)}M` }),
                    ...(customOperation.at === undefined ? {} : { at: 'dueAt' }),
                  },
                ],
              ],
        ),
      ),
    })),
    // Longer than any walk takes.
    events: { deliver: ['stream'], keep: 'P60D' },
    endpoints: {
      representations: ['json', 'hal'],
      ...each(({ isConditional, customOperations: all }) => ({
        preconditions: isConditional ? 'required' : 'optional',
        ...actionsOf(all),
      })),
    },
  });
}

function described({ when, input: sent }: RandomCustomOperation): object {
  const guardEntries = Object.entries(when).map(([field, condition]) => [
    field,
    conditionOf(field, condition),
  ]);
  const inputEntries = Object.entries(sent).map(([name, required]) => [
    name,
    { ...inputs[name], ...(required ? { required } : {}) },
  ]);
  return {
    ...(guardEntries.length === 0 ? {} : { when: Object.fromEntries(guardEntries) }),
    ...(inputEntries.length === 0 ? {} : { input: Object.fromEntries(inputEntries) }),
  };
}

const inputs: Readonly<Record<string, object>> = {
  amount: { type: 'integer' },
  price: { type: 'decimal', precision: 6, scale: 2 },
  code: { type: 'string', maxLength: 20 },
  comment: { type: 'string', maxLength: 20 },
  secret: { type: 'string', maxLength: 20, writeOnly: true },
};

function conditionOf(field: string, { anyOf, ...bounds }: RandomCondition): unknown {
  if (anyOf !== undefined) return anyOf.length === 1 ? anyOf[0] : anyOf;
  if (field !== 'price') return bounds;
  return Object.fromEntries(
    Object.entries(bounds).map(([name, value]) => [
      name,
      typeof value === 'number' ? priceText(value) : value,
    ]),
  );
}

/** As the service shows it. */
export function priceText(value: number): string {
  return (value / 100).toFixed(2);
}

function actionsOf(all: readonly RandomCustomOperation[]): object {
  const list = all.filter(({ to }) => to === undefined);
  if (list.length === 0) return {};
  return {
    actions: Object.fromEntries(
      list.map((customOperation) => [customOperation.name, described(customOperation)]),
    ),
  };
}
