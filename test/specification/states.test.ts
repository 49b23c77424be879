import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepts, mistakesIn, read, refuses } from './support.ts';

/** A resource with the states of an order desk; keys of the machine and transitions are lines of YAML. */
function withMachine(machine: string, rest = ''): string {
  return `service: { name: shop }
resources:
  order:
    fields:
      total: { type: decimal, minimum: 0 }
      note: { type: text }
      dueAt: { type: date-time }
      day: { type: date }
      count: { type: integer, minimum: 1, maximum: 9 }
      currency: { type: enum, values: [EUR, USD], default: EUR }
      paid: { type: boolean, default: false }
      key: { type: string, writeOnly: true }
      tracking: { type: uri, readOnly: true, maxLength: 500 }
      size: { type: integer, required: true }
      buyer: { type: reference, to: customer }
      shipTo: { type: object, fields: { city: { type: string, required: true } } }
  customer: { fields: { name: { type: string } } }
  item: { parent: order, fields: { sku: { type: string } } }
states:
  order:
${machine.replace(/^/gm, '    ')}
${rest}`;
}

const withTransitions = (transitions: string, keys = '') =>
  withMachine(`initial: draft\n${keys}\ntransitions:\n${transitions.replace(/^/gm, '  ')}`);

const withTransition = (keys: string) =>
  withTransitions(`submit: { from: draft, to: submitted, ${keys} }`);
const withInput = (input: string) => withTransition(`input: { ${input} }`);
const withGuard = (when: string) => withTransition(`when: { ${when} }`);

accepts('a machine of one transition', withTransitions('submit: { from: draft, to: submitted }'));
accepts('no machine', withMachine('initial: a\ntransitions: { go: { from: a, to: b } }'));

test('a machine is resolved', () => {
  const { resolved } = read(
    withTransitions(
      `submit: { from: draft, to: submitted, when: { total: { gte: 1 }, currency: EUR } }
ship: { from: submitted, to: shipped, input: { tracking: { type: uri, required: true } } }
cancel: { from: [draft, submitted], to: cancelled }
expire: { from: draft, to: cancelled, after: P1W2DT3H4M5S }
lapse: { from: submitted, to: cancelled, at: dueAt }`,
    ),
  );
  const { transitions, ...machine } = resolved.states['order'] ?? assert.fail();
  assert.deepEqual(machine, {
    field: 'status',
    initial: 'draft',
    states: ['draft', 'submitted', 'shipped', 'cancelled'],
    final: ['shipped', 'cancelled'],
    history: false,
  });
  const { input = {}, ...ship } = transitions['ship'] ?? {};
  assert.deepEqual(
    { ...transitions, ship },
    {
      submit: {
        from: ['draft'],
        to: 'submitted',
        when: { total: { gte: '1.00' }, currency: { anyOf: ['EUR'] } },
        input: {},
      },
      ship: { from: ['submitted'], to: 'shipped', when: {} },
      cancel: { from: ['draft', 'submitted'], to: 'cancelled', when: {}, input: {} },
      expire: { from: ['draft'], to: 'cancelled', when: {}, input: {}, after: 788_645_000 },
      lapse: { from: ['submitted'], to: 'cancelled', when: {}, input: {}, at: 'dueAt' },
    },
  );
  assert.deepEqual(Object.keys(input), ['tracking']);
});

test('the field of the state is behind all others, set by the service, and filtered by', () => {
  const { resolved } = read(withTransitions('submit: { from: draft, to: submitted }'));
  const fields = Object.entries(resolved.resources['order']?.fields ?? {});
  const [name, field] = fields.at(-1) ?? assert.fail();
  assert.equal(name, 'status');
  assert.ok(field.type === 'enum');
  assert.deepEqual(field.values, ['draft', 'submitted']);
  assert.deepEqual(
    [field.default, field.readOnly, field.required, field.nullable],
    ['draft', true, false, false],
  );
  assert.ok(resolved.endpoints['order']?.filter.includes('status'));
});

test('a history is a resource of its own, right behind the one whose transitions it keeps', () => {
  const { resolved } = read(
    withTransitions('submit: { from: draft, to: submitted }', 'history: true'),
  );
  const names = Object.keys(resolved.resources);
  assert.deepEqual(names, ['order', 'order-transition', 'customer', 'item']);
  const { fields, ...history } = resolved.resources['order-transition'] ?? assert.fail();
  assert.deepEqual(history, {
    description: 'A transition that an order went through.',
    parent: 'order',
    plural: 'order-transitions',
    segment: 'transitions',
    historyOf: 'order',
    unique: [],
    examples: [],
  });
  assert.deepEqual(
    Object.entries(fields).map(([name, { type, readOnly }]) => [name, type, readOnly]),
    [
      ['transition', 'string', true],
      ['from', 'string', true],
      ['to', 'string', true],
      ['at', 'date-time', true],
      ['client', 'string', true],
      ['input', 'json', true],
    ],
  );
  assert.deepEqual(resolved.endpoints['order-transition']?.methods, ['list', 'read']);
});

test('an input of the name of a field has its constraints where none are written, and its secrecy', () => {
  const { resolved } = read(
    withInput(
      'tracking: { type: uri }, count: { type: integer, exclusiveMinimum: 1 }, key: { type: string }, size: { type: integer, maximum: 3 }',
    ),
  );
  const input = resolved.states['order']?.transitions['submit']?.input ?? {};
  const { tracking, count, key, size } = input;
  assert.ok(tracking?.type === 'uri' && count?.type === 'integer' && size?.type === 'integer');
  assert.equal(tracking.maxLength, 500);
  assert.equal(tracking.readOnly, false);
  assert.deepEqual([count.minimum, count.exclusiveMinimum, count.maximum], [undefined, 1, 9]);
  assert.equal(key?.writeOnly, true);
  assert.deepEqual([size.required, size.maximum], [false, 3]);
});

test('values of a guard are in the notation in which rows are kept', () => {
  const { resolved } = read(
    withGuard(
      "total: [1, '2.5'], dueAt: { gte: '2026-03-01T13:00:00+01:00', not: '2027-01-01T00:00:00Z' }",
    ),
  );
  assert.deepEqual(resolved.states['order']?.transitions['submit']?.when, {
    total: { anyOf: ['1.00', '2.50'] },
    dueAt: { gte: '2026-03-01T12:00:00.000Z', not: ['2027-01-01T00:00:00.000Z'] },
  });
});

// Structure

refuses(
  'a machine without an initial state',
  'missing-key',
  withMachine('transitions: { go: { from: a, to: b } }')
    .replace('  order:\n    transitions', '  order:\n    ▸transitions')
    .replace('▸', '')
    .replace('states:\n  order:', 'states:\n  ▸order:'),
);
refuses(
  'a machine without transitions',
  'too-few',
  withMachine('initial: draft\n▸transitions: {}'),
);
refuses(
  'a transition to nowhere',
  'missing-key',
  withTransitions('▸submit: { from: draft }\ngo: { from: draft, to: gone }'),
);
refuses(
  'a state in another casing',
  'wrong-form',
  withTransitions('submit: { from: draft, to: ▸Submitted }\ngo: { from: draft, to: gone }'),
);
refuses('an unknown key', 'unknown-key', withTransition('▸whne: { total: 1 }'));
refuses(
  'a state twice',
  'duplicate-item',
  withTransitions('go: { from: [draft, ▸draft], to: gone }\nleave: { from: draft, to: gone }'),
);
refuses('months, which differ', 'wrong-form', withTransition('after: ▸P1M'));

// Names

refuses(
  'states of nothing',
  'unknown-resource',
  withMachine(
    'initial: a\ntransitions: { go: { from: a, to: b } }',
    '  ▸ordr: { initial: a, transitions: { go: { from: a, to: b } } }',
  ),
);
refuses(
  'a declared field of the name of the machine',
  'state-field',
  withMachine('initial: a\ntransitions: { go: { from: a, to: b } }\nfield: note').replace(
    '      note:',
    '      ▸note:',
  ),
);
refuses(
  'a state field of a name that is taken',
  'name-reserved',
  withMachine('initial: a\ntransitions: { go: { from: a, to: b } }\nfield: ▸revision'),
);
refuses(
  'a state field of the same column',
  'name-collision',
  withMachine('initial: a\ntransitions: { go: { from: a, to: b } }\nfield: ▸dueAT'),
);
refuses(
  'a state field that JSON:API has',
  'name-reserved',
  withMachine(
    'initial: a\ntransitions: { go: { from: a, to: b } }\nfield: ▸type',
    'endpoints: { representations: [json, json-api] }',
  ),
);
for (const name of [
  'update',
  'create',
  'delete',
  'read',
  'list',
  'replace',
  'transitions',
  'jobs',
  'self',
  'to-string',
  'then',
]) {
  refuses(
    `a transition called ${name}`,
    'name-reserved',
    withTransitions(`▸${name}: { from: draft, to: gone }`),
  );
}
refuses(
  'a transition in another casing',
  'wrong-form',
  withTransitions('▸markPaid: { from: draft, to: paid }'),
);
refuses(
  'a transition with the address of a collection',
  'name-collision',
  withTransitions('▸items: { from: draft, to: gone }'),
);
refuses(
  'two transitions of one name',
  'name-collision',
  withTransitions('mark-up: { from: draft, to: gone }\n▸markup: { from: draft, to: gone }'),
);
refuses(
  'an action of the name of a transition',
  'name-collision',
  withMachine(
    'initial: draft\ntransitions: { submit: { from: draft, to: gone } }',
    'endpoints: { order: { actions: { ▸submit: {} } } }',
  ),
);
refuses(
  'an operation that there is',
  'name-collision',
  withMachine('initial: draft\ntransitions: { ▸create-line: { from: draft, to: gone } }').replace(
    '  customer:',
    '  line-order: { fields: { a: { type: date } } }\n  customer:',
  ),
);
for (const name of ['updated', 'deleted', 'created']) {
  refuses(
    `a state called ${name}`,
    'name-reserved',
    withTransitions(`go: { from: draft, to: ▸${name} }`),
  );
}
accepts(
  'an initial state called created',
  withMachine('initial: created\ntransitions: { go: { from: created, to: gone } }'),
);
refuses(
  'a way back to created',
  'name-reserved',
  withMachine(
    'initial: created\ntransitions: { go: { from: created, to: gone }, back: { from: gone, to: ▸created } }',
  ),
);
refuses(
  'two states of one name',
  'name-collision',
  withTransitions('go: { from: draft, to: in-transit }\nrun: { from: draft, to: ▸intransit }'),
);
refuses(
  'two events of one title',
  'name-collision',
  withMachine(
    'initial: draft\ntransitions: { go: { from: draft, to: item-gone } }',
    '  order-item: { initial: open, transitions: { leave: { from: open, to: ▸gone } } }\nevents: {}',
  ).replace('  customer:', '  order-item: { fields: { a: { type: date } } }\n  customer:'),
);

// Ways

refuses(
  'a final state that nothing mentions',
  'unknown-state',
  withTransitions('go: { from: draft, to: gone }', 'final: [▸gnoe]'),
);
refuses(
  'a final state that something leaves',
  'final-state',
  withTransitions(
    'go: { from: draft, to: gone }\nback: { from: ▸gone, to: draft }\nend: { from: draft, to: over }',
    'final: [gone, over]',
  ),
);
refuses(
  'a dead end',
  'dead-end',
  withTransitions(
    'go: { from: draft, to: ▸gone }\nend: { from: draft, to: over }',
    'final: [over]',
  ),
);
refuses(
  'an initial state that nothing leaves',
  'unreachable-state',
  withMachine('initial: ▸drft\ntransitions: { go: { from: draft, to: gone } }'),
);
refuses(
  'a state that nothing enters',
  'unreachable-state',
  withTransitions(
    'go: { from: draft, to: submitted }\nship: { from: [draft, ▸submited], to: gone }',
  ),
);
refuses(
  'states that only lead to each other',
  ['unreachable-state', 'unreachable-state'],
  withTransitions(
    'go: { from: draft, to: gone }\na: { from: ▸lost, to: ▸found }\nb: { from: found, to: lost }',
  ),
);
accepts(
  'a way around',
  withTransitions('go: { from: draft, to: gone }\nback: { from: gone, to: draft }'),
);
accepts('a way to itself', withTransitions('touch: { from: draft, to: draft }'));

test('what was meant is told', () => {
  const [mistake] = mistakesIn(
    withTransitions('go: { from: draft, to: submitted }\nship: { from: submited, to: gone }'),
  );
  assert.equal(mistake?.suggestion, 'submitted');
  assert.equal(
    mistake?.message,
    'no row can reach the state "submited": no transition enters it, and nothing else mentions "submitted": one of the two is probably a slip of the other',
  );
  assert.deepEqual(mistake?.path, ['states', 'order', 'transitions', 'ship', 'from']);
});

// By themselves

refuses('after and at', 'contradiction', withTransition('after: P1D, ▸at: dueAt'));
refuses(
  'what is sent along by nobody',
  'contradiction',
  withTransition('after: P1D, ▸input: { a: { type: date } }'),
);
refuses('an instant that is none', 'no-instant', withTransition('at: ▸total'));
refuses('an instant that is not there', 'unknown-field', withTransition('at: ▸dueAtt'));
refuses('no time at all', 'amount', withTransition('after: ▸PT0S'));
refuses('more than ten years', 'amount', withTransition('after: ▸P4000D'));
accepts('a day', withTransition('at: day'));
accepts('a guard on what happens by itself', withTransition('at: day, when: { paid: false }'));
refuses(
  'the same instant over and over',
  ['endless', 'endless'],
  withTransitions(
    'go: { from: draft, to: gone, at: ▸dueAt }\nback: { from: gone, to: draft, at: ▸dueAt }',
  ),
);
accepts(
  'waiting over and over',
  withTransitions(
    'go: { from: draft, to: gone, after: P1D }\nback: { from: gone, to: draft, at: dueAt }',
  ),
);

// History

accepts(
  'a history below two parents',
  withMachine(
    'initial: draft\ntransitions: { go: { from: draft, to: gone } }',
    '  part: { initial: a, ▸history: true, transitions: { go: { from: a, to: b } } }',
  )
    .replace('states:', '  part: { parent: item, fields: { a: { type: date } } }\nstates:')
    .replace('▸', ''),
);
refuses(
  'a history of a name that is taken',
  'name-collision',
  withTransitions('go: { from: draft, to: gone }', '▸history: true').replace(
    'states:',
    '  order-transition: { fields: { a: { type: date } } }\nstates:',
  ),
);
refuses(
  'a history at an address that is taken',
  'name-collision',
  withTransitions('go: { from: draft, to: gone }', '▸history: true').replace(
    'states:',
    '  change: { parent: order, plural: transitions, fields: { a: { type: date } } }\nstates:',
  ),
);
refuses(
  'a history beside a field in JSON:API',
  'name-collision',
  withMachine(
    'initial: draft\n▸history: true\ntransitions: { go: { from: draft, to: gone } }',
    'endpoints: { representations: [json, json-api] }',
  ).replace('note:', 'transitions:'),
);
accepts(
  'a child at that address without a history',
  withTransitions('go: { from: draft, to: gone }').replace(
    'states:',
    '  change: { parent: order, plural: transitions, fields: { a: { type: date } } }\nstates:',
  ),
);

// Lists

accepts(
  'a filter and a sort by the state',
  withMachine(
    'initial: draft\ntransitions: { go: { from: draft, to: gone } }',
    'endpoints: { order: { filter: [status], sort: [status] } }',
  ),
);
refuses(
  'a filter by a state that there is not',
  'unknown-field',
  withMachine(
    'initial: draft\ntransitions: { go: { from: draft, to: gone } }',
    'endpoints: { customer: { filter: [▸status] } }',
  ),
);
accepts(
  'an example in a state',
  withTransitions('go: { from: draft, to: gone }')
    .replace('  item: {', '  item: { examples: [{ order: 1 }],')
    .replace('  customer:', '    examples: [{ size: 1, status: gone }]\n  customer:'),
);
refuses(
  'an example in no state',
  'value',
  withTransitions('go: { from: draft, to: gone }').replace(
    '  customer:',
    '    examples: [{ size: 1, status: ▸lost }]\n  customer:',
  ),
);

// Guards

for (const when of [
  'total: { gte: 1, lt: 10 }',
  'note: { present: true }',
  'key: { present: false }',
  'currency: [EUR]',
  'paid: true',
  'paid: { not: false }',
  'dueAt: { gt: 2026-01-01T00:00:00Z }',
  'day: { gte: 2026-01-01, lte: 2026-01-01 }',
  'buyer: { present: true }',
  'shipTo: { present: true }',
  'status: draft',
  'status: { not: submitted }',
  'total: { not: [1, 2], present: true }',
  'tracking: { not: "https://example.com" }',
  'count: { gt: 1, lt: 9 }',
]) {
  accepts(`the guard ${when}`, withGuard(when));
}
refuses('a guard on nothing', 'unknown-field', withGuard('▸totl: 1'));
refuses('a guard that says nothing', 'too-few', withGuard('▸total: {}'));
refuses('a condition that there is not', 'unknown-key', withGuard('total: { ▸min: 1 }'));
refuses('a value of another type', 'value', withGuard('total: ▸EUR'));
refuses('one of several values of another type', 'value', withGuard('paid: [true, ▸yes]'));
refuses('a bound of another type', 'value', withGuard('dueAt: { gte: ▸2026-01-01 }'));
refuses('a value that the field cannot have', 'value', withGuard('count: ▸10'));
refuses('a value that the enum does not have', 'value', withGuard('currency: { not: [▸GBP] }'));
refuses('a bound beyond the field', 'value', withGuard('total: { gte: ▸-1 }'));
refuses('a range beside the field', 'impossible', withGuard('count: { gt: ▸9 }'));
refuses('a range that is empty', 'impossible', withGuard('total: { gte: ▸2, lt: 2 }'));
refuses('a range of integers that is empty', 'impossible', withGuard('count: { gt: ▸2, lt: 3 }'));
refuses(
  'days that are none',
  'impossible',
  withGuard('day: { gte: ▸2026-01-02, lte: 2026-01-01 }'),
);
refuses(
  'instants in other offsets that are none',
  'impossible',
  withGuard("dueAt: { gt: ▸'2026-01-01T01:00:00+01:00', lt: '2026-01-01T00:00:00Z' }"),
);
refuses('two bounds of a side', 'contradiction', withGuard('total: { gte: 1, ▸gt: 1 }'));
refuses('an order of words', 'not-comparable', withGuard('currency: { ▸gte: EUR }'));
refuses('a comparison of text', 'not-comparable', withGuard('note: ▸hello'));
refuses(
  'a comparison of a reference',
  'not-comparable',
  withGuard('buyer: { not: ▸0190163d-8694-739b-aea5-966c26f8ad91 }'),
);
refuses('a comparison of a secret', 'write-only', withGuard('key: ▸secret'));
refuses('the absence of what is required', 'impossible', withGuard('size: { present: ▸false }'));
refuses('the absence of what has a default', 'impossible', withGuard('paid: { present: ▸false }'));
refuses('absence with a bound', 'impossible', withGuard('total: { present: ▸false, gte: 1 }'));
refuses(
  'the absence of what is sent along',
  'impossible',
  withTransition(
    'when: { tracking: { present: ▸false } }, input: { tracking: { type: uri, required: true } }',
  ),
);
refuses(
  'the absence of what has a default where it is not sent along',
  'impossible',
  withTransition(
    'when: { tracking: { present: ▸false } }, input: { tracking: { type: uri, default: https://a.example } }',
  ),
);
accepts(
  'the absence of what may be sent along',
  withTransition('when: { tracking: { present: false } }, input: { tracking: { type: uri } }'),
);
for (const [what, condition, sent] of [
  ['words', 'currency: EUR', 'currency: { type: enum, values: [USD], required: true }'],
  ['some words', 'currency: [EUR]', 'currency: { type: enum, values: [USD], default: USD }'],
  [
    'all words',
    'currency: { not: USD }',
    'currency: { type: enum, values: [USD], required: true }',
  ],
  ['a bound', 'count: { gte: 5 }', 'count: { type: integer, maximum: 4, required: true }'],
  ['an open bound', 'count: { gt: 4 }', 'count: { type: integer, maximum: 4, default: 4 }'],
  [
    'few numbers',
    'count: { not: [3, 4] }',
    'count: { type: integer, minimum: 3, maximum: 4, required: true }',
  ],
] as const) {
  refuses(
    `a condition by ${what} that no value of what is always sent along meets`,
    'impossible',
    withTransition(`when: { ▸${condition} }, input: { ${sent} }`),
  );
}
for (const [what, condition, sent] of [
  ['may be left out', 'count: { gte: 5 }', 'count: { type: integer, maximum: 4 }'],
  [
    'may have another value',
    'count: { gte: 5 }',
    'count: { type: integer, maximum: 5, required: true }',
  ],
  [
    'meets one of several',
    'currency: [EUR, USD]',
    'currency: { type: enum, values: [USD], required: true }',
  ],
] as const) {
  accepts(
    `a condition on what is sent along and ${what}`,
    withTransition(`when: { ${condition} }, input: { ${sent} }`),
  );
}
refuses('no value left', 'impossible', withGuard('currency: { not: ▸[EUR, USD] }'));
refuses(
  'no number left',
  'impossible',
  withGuard('count: { not: ▸[1, 2, 3, 4, 5, 6, 7, 8, 9], present: true }'),
);
refuses(
  'a state that is not left',
  'impossible',
  withTransitions('go: { from: draft, to: gone, when: { status: ▸gone } }'),
);
refuses(
  'all states that are left',
  'impossible',
  withTransitions('go: { from: draft, to: gone, when: { status: { not: ▸draft } } }').replace(
    '{ not: ▸draft }',
    '▸{ not: draft }',
  ),
);
refuses(
  'a state that there is not',
  'value',
  withTransitions('go: { from: draft, to: gone, when: { status: ▸drft } }'),
);

// Input

for (const input of [
  'tracking: { type: uri, required: true }',
  'reason: { type: string, maxLength: 200 }',
  'pin: { type: string, writeOnly: true }',
  'count: { type: integer, minimum: 2 }',
  'currency: { type: string, enum: [EUR] }',
  'shipTo: { type: object, fields: { city: { type: string, required: true, maxLength: 10 } } }',
  'total: { type: decimal, required: true }',
  'reason: { type: string, default: none }',
]) {
  accepts(`the input ${input}`, withInput(input));
}
refuses(
  'an input of another type than the field',
  'input-type',
  withInput('count: { type: ▸string }'),
);
accepts('a reference', withInput('who: { type: reference, to: customer }'));
accepts('a reference that sets a field', withInput('buyer: { type: reference, to: customer }'));
refuses(
  'a reference to nothing',
  'unknown-resource',
  withInput('who: { type: reference, to: ▸nobody }'),
);
refuses(
  'a reference to another resource than that of the field',
  'input-range',
  withInput('buyer: { type: reference, to: ▸order }'),
);
refuses(
  'a reference that says what a deletion does',
  'unknown-key',
  withInput('who: { type: reference, to: customer, ▸onDelete: cascade }'),
);
refuses('an input of the name of a reference', 'input-type', withInput('buyer: { type: ▸uuid }'));
refuses(
  'an input that is wider than the field',
  'input-range',
  withInput('count: { type: integer, maximum: ▸10 }'),
);
refuses(
  'an input that is longer than the field',
  'input-range',
  withInput('tracking: { type: uri, maxLength: ▸501 }'),
);
refuses(
  'an input that is null where the field is not',
  'input-range',
  withInput('count: { type: integer, nullable: ▸true }'),
);
refuses(
  'a word that the field does not have',
  'input-range',
  withInput('currency: { type: enum, values: ▸[EUR, GBP] }'),
);
refuses(
  'an object without what the field requires',
  'input-range',
  withInput('shipTo: { type: object, fields: ▸{ city: { type: string } } }'),
);
refuses(
  'an object with more than the field has',
  'input-range',
  withInput(
    'shipTo: { type: object, fields: ▸{ city: { type: string, required: true }, zip: { type: string } } }',
  ),
);
refuses(
  'digits that the field drops',
  'input-range',
  withInput('total: { type: decimal, scale: ▸3 }'),
);
refuses('the state as an input', 'name-reserved', withInput('▸status: { type: string }'));
refuses(
  'a member of every row as an input',
  'name-reserved',
  withInput('▸revision: { type: integer }'),
);
refuses('an input in another casing', 'wrong-form', withInput('▸due-at: { type: date }'));
refuses('a unique input', 'unknown-key', withInput('a: { type: string, ▸unique: true }'));
refuses('an immutable input', 'unknown-key', withInput('a: { type: string, ▸immutable: true }'));
refuses('a read-only input', 'unknown-key', withInput('a: { type: string, ▸readOnly: true }'));
refuses(
  'a required input with a default',
  'contradiction',
  withInput('a: { type: string, required: true, ▸default: x }'),
);
refuses(
  'a default of another type',
  'wrong-type',
  withInput('a: { type: integer, default: ▸1.5 }'),
);
refuses(
  'an input with a slow pattern',
  'slow-pattern',
  withInput("a: { type: string, pattern: ▸'^(a+)+$' }"),
);
refuses(
  'an input whose bounds contradict each other',
  'empty-range',
  withInput('a: { type: integer, ▸minimum: 3, maximum: 1 }').replace('▸minimum: 3', 'minimum: ▸3'),
);
refuses(
  'a replacement that there is not',
  'unknown-field',
  withInput('a: { type: string, deprecated: true, replacedBy: ▸b }'),
);
refuses(
  'a member of an input of a name that objects have',
  'wrong-form',
  withInput('a: { type: object, fields: { ▸a_b: { type: date } } }'),
);
