import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withStep } from '../../../src/evolution/draft/open-step.ts';
import { composeService } from '../../../src/evolution/index.ts';
import { readStep } from '../../../src/evolution/steps/read.ts';
import { readSpecification } from '../../../src/specification/index.ts';
import { contractFiles, contractsOf, evolving } from '../support.ts';
import { answeredDraft, drafted, open, step } from './support.ts';

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

describe('what is drafted of an input that goes by the name of a field', () => {
  const drafts = (
    older: readonly [fields: object, sent: object],
    newer: readonly [fields: object, sent: object],
    answers: Readonly<Record<string, unknown>>,
  ) => {
    const service = ([fields, sent]: readonly [object, object], versions: object) =>
      JSON.stringify({
        service: { name: 'desk' },
        resources: { order: { fields } },
        states: {
          order: {
            initial: 'draft',
            transitions: { ship: { from: 'draft', to: 'shipped', ...sent } },
          },
        },
        versioning: { versions },
      });
    return ofOrder(
      (versions) => service(older, versions),
      (versions) => service(newer, versions),
      answers,
    );
  };

  it('takes it away where it went for another one than the field, which is called otherwise now', () => {
    const note = { note: { type: 'string' } };
    const answers = { 'resources.order.fields.note.became': 'remark' };
    assert.deepEqual(
      drafts([note, { input: note }], [{ remark: { type: 'string' } }, {}], answers),
      {
        operations: [{ rename: { from: 'note', to: 'remark' } }],
        actions: [{ input: { of: 'ship', remove: { field: 'note' } } }],
      },
    );
  });

  it('calls it as the field is called now', () => {
    const unit = (...values: string[]) => ({ type: 'enum', values });
    const all = unit('kg', 'lb', 'oz');
    const older = [{ unit: all }, { input: { unit: unit('kg', 'lb') } }] as const;
    const newer = [{ measure: all }, { input: { measure: all } }] as const;
    const answers = {
      'resources.order.fields.unit.became': 'measure',
      'states.order.transitions.ship.input.unit.became': 'measure',
      'states.order.transitions.ship.input.unit.others': 'kg',
      'states.order.transitions.ship.input.measure.others': 'kg',
    };
    assert.deepEqual(drafts(older, newer, answers), {
      operations: [{ rename: { from: 'unit', to: 'measure' } }],
      actions: [{ input: { of: 'ship', map: { field: 'measure', values: {}, others: 'kg' } } }],
    });
  });
});

describe('what is drafted of an input', () => {
  const drafts = (older: object, newer: object, answers: Readonly<Record<string, unknown>>) => {
    const service = (input: object, versions: object) =>
      JSON.stringify({
        service: { name: 'desk' },
        resources: { order: { fields: { note: { type: 'string' } } } },
        endpoints: { order: { actions: { weigh: { input } } } },
        versioning: { versions },
      });
    return ofOrder(
      (versions) => service(older, versions),
      (versions) => service(newer, versions),
      answers,
    )?.actions;
  };

  it('older clients read a value that they do not know in histories', () => {
    const answers = { 'endpoints.order.actions.weigh.input.unit.others': 'kg' };
    const values = (...all: string[]) => ({ unit: { type: 'enum', values: all } });
    assert.deepEqual(drafts(values('kg', 'lb'), values('kg', 'lb', 'oz'), answers), [
      { input: { of: 'weigh', map: { field: 'unit', values: {}, others: 'kg' } } },
    ]);
  });

  it('does not mention a new optional member of an object', () => {
    const inside = (...names: string[]) => ({
      size: {
        type: 'object',
        required: true,
        fields: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
      },
    });
    assert.equal(drafts(inside('x'), inside('x', 'y'), {}), undefined);
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

describe('the new name of an event', () => {
  const specification = (resource: string, emit: readonly string[], versions: object) =>
    JSON.stringify({
      service: { name: 'desk' },
      resources: { [resource]: { fields: { a: { type: 'string' } } } },
      events: { emit, deliver: ['stream'] },
      versioning: { versions },
    });
  const first = { 1: { released: '2024-01-01' } };
  const older = specification('order', ['order.created', 'order.updated'], first);
  const to = (emit: readonly string[]) => {
    const read = readSpecification(
      specification('purchase', emit, { ...first, 2: {} }),
      'service.yaml',
    );
    assert.ok(read.ok, JSON.stringify(read));
    return read;
  };
  const contracts = (written: string) => contractsOf(contractFiles([older], [written]));
  const renamed = "from: '1'\nto: '2'\nresources: { purchase: { renamedFrom: order } }\n";
  const created = '  - rename: { from: order.created, to: purchase.created }\n';
  const kept = 'events:\n  # Told by mail.\n' + created;

  for (const [what, after] of [
    ['that is withdrawn by then', '  - withdrawn: order.updated\n'],
    ['that nothing else is said of', ''],
  ] as const) {
    it(`is taken out of an open step where the newer version no longer emits it: one ${what}`, () => {
      const stale = '  - rename: { from: order.updated, to: purchase.updated }\n';
      const before = contracts(renamed + kept + stale + after);
      const draft = open(to(['purchase.created']), before, {});
      assert.deepEqual([draft.questions, draft.issues], [[], []]);
      assert.equal(
        draft.text.slice(draft.text.indexOf('events:')),
        `${kept}  - withdrawn: order.updated\n`,
      );
    });
  }

  it('is taken away along with the list that has nothing else', () => {
    const stale = 'events:\n  - rename: { from: order.gone, to: purchase.gone }\n';
    const emit = ['purchase.created', 'purchase.updated'];
    const { text } = open(to(emit), contracts(renamed + stale), {});
    assert.doesNotMatch(text, /gone/);
  });

  it('is refused by name where a person wrote one that the newer version does not emit', () => {
    const stale = '  - rename: { from: order.updated, to: purchase.changed }\n';
    const { issues, text } = open(to(['purchase.created']), contracts(renamed + kept + stale), {});
    assert.deepEqual(
      issues.map(({ code, path }) => [code, path]),
      [['event-not-emitted', ['events', 1, 'rename', 'to']]],
    );
    assert.match(issues[0]?.message ?? '', /"purchase\.changed".*\(withdrawn: order\.updated\)/);
    assert.doesNotMatch(text, /withdrawn/);
  });
});

/** What is drafted of the resource `order` between specifications that have these versions. */
function ofOrder(
  older: (versions: object) => string,
  newer: (versions: object) => string,
  answers: Readonly<Record<string, unknown>>,
) {
  const released = { released: '2024-01-01' };
  const read = readSpecification(newer({ 1: released, 2: {} }), 'service.yaml');
  assert.ok(read.ok, JSON.stringify(read));
  const contracts = contractsOf(contractFiles([older({ 1: released })], []));
  const { open } = answeredDraft(read, contracts, answers);
  assert.deepEqual(open.issues, []);
  return step(open.text).resources?.['order'];
}
