import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withStep } from '../../../src/evolution/draft/open-step.ts';
import { composeService } from '../../../src/evolution/index.ts';
import { readStep } from '../../../src/evolution/steps/read.ts';
import { readSpecification } from '../../../src/specification/index.ts';
import { contractFiles, contractsOf, evolving } from '../support.ts';
import { answeredDraft, drafted, fieldsOf, open, step } from './support.ts';

/** What a person answers in each step of the evolving service. */
const answers: readonly Readonly<Record<string, unknown>>[] = [
  {
    'resources.order.renamedFrom': 'purchase',
    'resources.item.renamedFrom': 'line',
    'resources.order.fields.email.became': 'customerEmail',
    'resources.order.fields.giftText.became': 'gift.message',
    'resources.order.fields.pin.became': 'accessCode',
    'resources.order.fields.status.values.open': 'draft',
    'resources.order.fields.status.values.placed': 'submitted',
    'resources.item.fields.count.became': 'quantity',
    'resources.label.fields.purchase.became': 'order',
    'states.order.transitions.place.became': 'submit',
  },
  {
    'resources.shipping-label.renamedFrom': 'label',
    'resources.order.fields.customerName.became': ['firstName', 'lastName'],
    'resources.order.fields.customerName.separator': ' ',
    'resources.order.fields.urgency.became': 'priority',
    'resources.order.fields.parcels[].code.became': 'parcels[].barcode',
    'resources.order.fields.currency.fill': 'EUR',
    'resources.order.fields.channel.shown': 'web',
    'resources.order.fields.priority.values.low': 'normal',
    'resources.order.fields.priority.others': 'high',
    'resources.item.fields.price.became': 'unitPrice',
  },
  {
    'resources.order.fields.street.became': 'address',
    'resources.order.fields.city.became': 'address',
    'resources.order.fields.address.separator': ', ',
    'resources.order.fields.reason.became': 'explanation',
    'resources.order.fields.status.values.cancelled': 'called-off',
    'resources.order.fields.note.shown': '',
    'resources.order.fields.dueAt.fill': '2030-01-01T00:00:00Z',
    'states.order.transitions.cancel.became': 'call-off',
    'states.order.transitions.ship.input.tracking.became': 'trackingLink',
  },
];

describe('a step of the evolving service', () => {
  for (const [index, given] of answers.entries()) {
    it(`${String(index + 1)} is drafted from answers alone, and says what people wrote`, () => {
      const older = evolving.versions.slice(0, index + 1);
      const contracts = contractsOf(contractFiles(older, evolving.steps.slice(0, index)));
      const newer = readSpecification(evolving.versions[index + 1] ?? '', 'service.yaml');
      assert.ok(newer.ok);
      const { open, used } = answeredDraft(newer, contracts, given);
      assert.deepEqual(open.issues, []);
      assert.deepEqual(used.toSorted(), Object.keys(given).toSorted());
      const composition = composeService(newer.resolved, withStep(contracts, open));
      assert.ok(composition.ok, JSON.stringify(composition));
      const written = readStep(evolving.steps[index] ?? '', 'step');
      const mine = readStep(open.text, 'step');
      assert.ok(written.ok && mine.ok);
      // No specification tells of what rules do.
      const { behaviours: _, ...theirs } = written.step;
      assert.deepEqual(sorted(mine.step), sorted(theirs));
    });
  }
});

it('takes an input that went for another one than the field of its name, which is called otherwise now', () => {
  const ship = (input: object) => ({ from: 'draft', to: 'shipped', ...input });
  const service = (fields: object, input: object, versions: object) =>
    JSON.stringify({
      service: { name: 'desk' },
      resources: { order: { fields } },
      states: { order: { initial: 'draft', transitions: { ship: ship(input) } } },
      versioning: { versions },
    });
  const note = { note: { type: 'string' } };
  const older = service(note, { input: note }, { 1: { released: '2024-01-01' } });
  const newer = readSpecification(
    service({ remark: { type: 'string' } }, {}, { 1: { released: '2024-01-01' }, 2: {} }),
    'service.yaml',
  );
  assert.ok(newer.ok, JSON.stringify(newer));
  const contracts = contractsOf(contractFiles([older], []));
  const { open } = answeredDraft(newer, contracts, {
    'resources.order.fields.note.became': 'remark',
  });
  assert.deepEqual(open.issues, []);
  assert.deepEqual(step(open.text).resources?.['order'], {
    operations: [{ rename: { from: 'note', to: 'remark' } }],
    actions: [{ input: { of: 'ship', remove: { field: 'note' } } }],
  });
});

/** With lists in one order: that of operations on different fields means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isOrdered = value.every((each) => typeof each === 'string');
    const items = value.map((each) => sorted(each));
    return isOrdered
      ? items
      : items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sorted(each)]));
}

describe('the text of a step', () => {
  const older = { title: { type: 'string', maxLength: 60 }, note: { type: 'string' } };
  const newer = {
    heading: { type: 'string', maxLength: 60 },
    note: { type: 'string' },
    due: { type: 'date' },
  };

  it('begins with the schema for editors and the page that explains it', () => {
    const { text } = drafted(older, newer, { 'resources.order.fields.title.became': 'heading' });
    const [schema, page] = text.split('\n');
    assert.equal(schema, '# yaml-language-server: $schema=../.resource-service/step.schema.json');
    assert.match(
      page ?? '',
      /^# What differs between version 1 and version 2; docs\/steps\.md says/,
    );
    assert.match(
      text,
      /\n {6}- rename: \{ from: title, to: heading \}\n {6}- add: \{ field: due \}\n$/,
    );
  });

  it('keeps what people wrote, with their comments, and completes it', () => {
    const theirs = `# Agreed with the partners.
from: '1'
to: '2'
resources:
  order: # the one
    operations:
      # As marketing calls it.
      - rename: { from: title, to: heading }
behaviours: [strict]
`;
    const { text, questions } = drafted(older, newer, {}, theirs);
    assert.deepEqual(questions, []);
    assert.match(text, /# Agreed with the partners\./);
    assert.match(text, /order: # the one/);
    assert.match(text, /# As marketing calls it\.\n {6}- rename: \{ from: title, to: heading \}/);
    assert.match(text, /behaviours: \[ ?strict ?\]/);
    assert.match(text, /- add: \{ field: due \}/);
    assert.deepEqual(drafted(older, newer, {}, text).text, text, 'a second time changes nothing');
  });

  it('is of one name where the specification says it', () => {
    const { questions, text } = drafted(older, {
      ...newer,
      heading: { ...newer.heading, renamedFrom: 'title' },
    });
    assert.deepEqual(questions, []);
    assert.match(text, /rename: \{ from: title, to: heading \}/);
  });
});

describe('what is drafted of fields', () => {
  const text = { type: 'string', maxLength: 60 };
  const cases: readonly (readonly [
    what: string,
    older: object,
    newer: object,
    answers: Readonly<Record<string, unknown>>,
    operations: readonly object[],
  ])[] = [
    [
      'an optional one that is gone',
      { a: text, x: text },
      { a: text },
      {},
      [{ remove: { field: 'x' } }],
    ],
    [
      'one with a default that is gone',
      { a: text, x: { type: 'integer', default: 3 } },
      { a: text },
      {},
      [{ remove: { field: 'x', value: 3 } }],
    ],
    [
      'a required one that is gone',
      { a: text, x: { type: 'boolean', required: true } },
      { a: text },
      { 'x.shown': false },
      [{ remove: { field: 'x', value: false } }],
    ],
    [
      'one that a function shows',
      { a: text, x: { type: 'boolean', required: true } },
      { a: text },
      { 'x.shown': { by: 'hook' } },
      [{ remove: { field: 'x', by: 'hook' } }],
    ],
    [
      'a required one that is new',
      { a: text },
      { a: text, x: { type: 'decimal', scale: 2, required: true } },
      { 'x.fill': '1' },
      [{ add: { field: 'x', fill: '1.00' } }],
    ],
    [
      'required now',
      { a: text },
      { a: { ...text, required: true } },
      { 'a.fill': '-' },
      [{ require: { field: 'a', fill: '-' } }],
    ],
    [
      'null now',
      { a: { ...text, required: true } },
      { a: { ...text, required: true, nullable: true } },
      { 'a.shown': '-' },
      [{ nullable: { field: 'a', value: '-' } }],
    ],
    [
      'another default',
      { a: { ...text, default: 'x' } },
      { a: { ...text, default: 'y' } },
      {},
      [{ default: { field: 'a', was: 'x' } }],
    ],
    [
      'another type with a converter',
      { a: { type: 'number' } },
      { a: { type: 'decimal' } },
      {},
      [{ retype: { field: 'a', by: 'number-to-decimal' } }],
    ],
    [
      'another type without one',
      { a: { type: 'date' } },
      { a: { type: 'boolean' } },
      {},
      [{ retype: { field: 'a', by: 'hook' } }],
    ],
    [
      'a flag that has become words',
      { a: { type: 'boolean' } },
      { a: { type: 'enum', values: ['yes', 'no'] } },
      { 'a.values': ['no', 'yes'] },
      [{ retype: { field: 'a', by: 'boolean-to-enum', values: ['no', 'yes'] } }],
    ],
    [
      'a value that is new',
      { a: { type: 'enum', values: ['x', 'y'] } },
      { a: { type: 'enum', values: ['x', 'y', 'z'] } },
      { 'a.others': 'y' },
      [{ map: { field: 'a', values: {}, others: 'y' } }],
    ],
    [
      'renamed and of another type',
      { a: { type: 'number' } },
      { b: { type: 'decimal' } },
      { 'a.became': 'b' },
      [{ rename: { from: 'a', to: 'b' } }, { retype: { field: 'b', by: 'number-to-decimal' } }],
    ],
    [
      'out of an object that is gone',
      { a: text, o: { type: 'object', fields: { p: text, q: text } } },
      { a: text, p: text },
      { 'o.p.became': 'p', 'o.q.became': null },
      [{ move: { from: 'o.p', to: 'p' } }, { remove: { field: 'o.q' } }],
    ],
  ];
  for (const [what, older, newer, given, operations] of cases) {
    it(what, () => {
      const places = Object.entries(given).map(([place, value]) => [
        `resources.order.fields.${place}`,
        value,
      ]);
      const {
        text: written,
        questions,
        issues,
      } = drafted(older, newer, Object.fromEntries(places));
      assert.deepEqual([questions, issues], [[], []]);
      assert.deepEqual(fieldsOf(written), operations);
    });
  }

  it('nothing is given up before it is known what became of it', () => {
    const { text: written, questions } = drafted(
      { a: text, x: text, z: { type: 'integer' } },
      { a: text, y: text },
    );
    assert.deepEqual(
      questions.map(({ place }) => place),
      ['resources.order.fields.x.became'],
    );
    assert.deepEqual(fieldsOf(written), []);
  });

  it('nothing becomes of two things, unless they are texts that are merged', () => {
    const number = { type: 'integer' };
    const { questions } = drafted(
      { x: number, z: number },
      { y: number },
      {
        'resources.order.fields.x.became': 'y',
        'resources.order.fields.z.became': 'y',
      },
    );
    assert.match(questions[0]?.problem ?? '', /"y" is what became of "x"/);
  });

  it('an answer that fits nothing is asked for again, with what is wrong', () => {
    const { questions } = drafted(
      { x: text },
      { y: text },
      { 'resources.order.fields.x.became': 'z' },
    );
    assert.match(questions[0]?.problem ?? '', /"z" is neither null nor one or a list of y/);
  });
});

describe('what no operation can say', () => {
  it('is left as an issue, and the rest is drafted', () => {
    const { issues, text } = drafted(
      { a: { type: 'string' } },
      { a: { type: 'string', readOnly: true }, b: { type: 'string' } },
    );
    assert.deepEqual(
      issues.map(({ code }) => code),
      ['not-bridgeable'],
    );
    assert.deepEqual(step(text).resources?.['order']?.operations, [{ add: { field: 'b' } }]);
  });
});

describe('an event that nothing emits any more', () => {
  const specification = (methods: readonly string[], emit: readonly string[], versions: object) =>
    JSON.stringify({
      service: { name: 'desk' },
      resources: { order: { fields: { a: { type: 'string' } } } },
      endpoints: { order: { methods } },
      events: { emit, deliver: ['stream'] },
      versioning: { versions },
    });
  const all = ['list', 'create', 'read', 'replace', 'update', 'delete'];
  const first = { 1: { released: '2024-01-01' } };
  const older = specification(all, ['order.created', 'order.deleted'], first);
  const read = readSpecification(
    specification(all.slice(0, -1), ['order.created'], { ...first, 2: {} }),
    'service.yaml',
  );
  assert.ok(read.ok, JSON.stringify(read));
  const newer = read;

  it('is withdrawn along with the method that it told of', () => {
    const { open: draft } = answeredDraft(newer, contractsOf(contractFiles([older], [])), {});
    assert.deepEqual(draft.issues, []);
    const written = step(draft.text);
    assert.deepEqual(written.resources?.['order']?.existed, ['delete']);
    assert.deepEqual(written.events, [{ withdrawn: 'order.deleted' }]);
  });

  it('can be withdrawn only where the older version had it and the newer one has not', () => {
    for (const [type, code] of [
      ['order.created', 'event-is-told'],
      ['order.shipped', 'unknown-event'],
    ]) {
      const written = `from: '1'\nto: '2'\nevents:\n  - withdrawn: ${type ?? ''}\n`;
      const contracts = contractsOf(contractFiles([older], [written]));
      const { issues } = open(newer, contracts, {});
      assert.ok(
        issues.some((issue) => issue.code === code),
        `${type ?? ''}: ${JSON.stringify(issues)}`,
      );
    }
  });
});
