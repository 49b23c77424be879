import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildModel } from '../../src/model/build.ts';
import { formerCustomOperations, presentModel } from '../../src/model/present.ts';
import { composed } from './support.ts';

const text = { type: 'string', maxLength: 20 };
const carrier = { fields: { name: text } };
const cancel = {
  from: ['open', 'sent'],
  to: 'gone',
  when: { note: { present: true } },
  input: { note: text, by: { type: 'reference', to: 'carrier' } },
};
const transitions = { send: { from: 'open', to: 'sent' } };

/** A service with one resource that has states. */
function desk(
  order: object,
  {
    all = transitions,
    actions,
    allow,
    carriers = 'carrier',
    labels = ['1', '2'],
  }: {
    readonly all?: object;
    readonly actions?: object;
    readonly allow?: object;
    readonly carriers?: string;
    readonly labels?: readonly string[];
  } = {},
) {
  return {
    service: { name: 'desk' },
    resources: { [carriers]: carrier, order: { fields: order } },
    states: { order: { initial: 'open', transitions: all } },
    ...(actions === undefined ? {} : { endpoints: { order: { actions } } }),
    ...(allow === undefined ? {} : { authentication: { roles: ['clerk'], allow } }),
    versioning: { versions: Object.fromEntries(labels.map((label) => [label, {}])) },
  };
}

const first = desk({ note: text }, { all: { ...transitions, cancel }, labels: ['1'] });
const gone = { drop: { from: 'sent', to: 'gone' } };
const second = desk({ note: text }, { all: { ...transitions, ...gone } });
const stepOf = (order: object, others: object = {}) => ({
  from: '1',
  to: '2',
  resources: { order: { absent: ['drop'], ...order }, ...others },
});

function mistakesOf(...input: Parameters<typeof composed>): readonly string[] {
  const composition = composed(...input);
  return composition.ok
    ? []
    : composition.mistakes.map(({ code, message }) => `${code}: ${message}`);
}

function modelOf(...[all, steps]: Parameters<typeof composed>) {
  const composition = composed(all, steps);
  if (!composition.ok) throw new Error(JSON.stringify(composition.mistakes, null, 1));
  return buildModel(composition.newest, composition.older);
}

test('a transition that only the older version has is kept for it, and the newest version does not show it', () => {
  const model = modelOf([first, second], [stepOf({ existed: ['cancel'] })]);
  const [, order] = model.resources;
  assert.ok(order);
  assert.deepEqual(
    formerCustomOperations(order).map(({ name }) => name),
    ['cancel'],
  );
  const [, present] = presentModel(model).resources;
  assert.deepEqual(
    present?.machine?.transitions.map(({ name }) => name),
    ['send', 'drop'],
  );
});

test('what it names has the names of the newer version: states, fields, and what it refers to', () => {
  const renamed = desk(
    { remark: text },
    {
      carriers: 'haulier',
      all: { send: { from: 'open', to: 'shipped' }, drop: { from: 'shipped', to: 'lost' } },
    },
  );
  const step = stepOf(
    {
      existed: ['cancel'],
      operations: [
        { rename: { from: 'note', to: 'remark' } },
        { map: { field: 'status', values: { sent: 'shipped', gone: 'lost' } } },
      ],
    },
    { haulier: { renamedFrom: 'carrier' } },
  );
  const composition = composed([first, renamed], [step]);
  assert.ok(composition.ok, JSON.stringify(composition));
  const kept = composition.newest.states['order']?.transitions['cancel'];
  assert.deepEqual([kept?.from, kept?.to], [['open', 'shipped'], 'lost']);
  assert.deepEqual(Object.keys(kept?.when ?? {}), ['remark']);
  assert.deepEqual(Object.keys(kept?.input ?? {}), ['remark', 'by']);
  const { by } = kept?.input ?? {};
  assert.equal(by?.type === 'reference' && by.to, 'haulier');
});

test('it is kept through versions that do not have it, as long as a version has it', () => {
  const third = desk(
    { note: text, due: { type: 'date' } },
    { all: { ...transitions, ...gone }, labels: ['1', '2', '3'] },
  );
  const next = {
    from: '2',
    to: '3',
    resources: { order: { operations: [{ add: { field: 'due' } }] } },
  };
  const composition = composed([first, second, third], [stepOf({ existed: ['cancel'] }), next]);
  assert.ok(composition.ok, JSON.stringify(composition));
  const customOperations = composition.older.map(({ label, resources }) => [
    label,
    resources.find(({ older }) => older === 'order')?.customOperations.map(({ older }) => older),
  ]);
  assert.deepEqual(customOperations, [
    ['1', ['send', 'cancel']],
    ['2', ['send', 'drop']],
  ]);
});

describe('what cannot be kept says why', () => {
  const cases: readonly (readonly [why: string, newer: object, order?: object])[] = [
    ['has no state "gone" of this resource', desk({ note: text }, { all: transitions })],
    [
      'its condition asks for "note", which the newer version does not have as it was',
      desk({ title: text }, { all: { ...transitions, ...gone } }),
      { operations: [{ remove: { field: 'note' } }, { add: { field: 'title' } }] },
    ],
    [
      'its condition asks for "note"',
      desk({ note: { type: 'integer' } }, { all: { ...transitions, ...gone } }),
      { operations: [{ retype: { field: 'note', by: 'hook' } }] },
    ],
    [
      'what is sent along with it as "by" would set the field of that name, which is new',
      desk({ note: text, by: text }, { all: { ...transitions, ...gone } }),
      { operations: [{ add: { field: 'by' } }] },
    ],
    [
      'authentication.allow',
      desk(
        { note: text },
        {
          all: { ...transitions, ...gone },
          allow: { order: { read: ['clerk'], send: ['clerk'], drop: ['clerk'] } },
        },
      ),
    ],
    [
      'something else of the name "can-cel" there',
      desk({ note: text }, { all: { ...transitions, ...gone }, actions: { 'can-cel': {} } }),
      { absent: ['drop', 'can-cel'] },
    ],
  ];
  for (const [why, newer, order = {}] of cases) {
    test(why, () => {
      const mistakes = mistakesOf([first, newer], [stepOf({ existed: ['cancel'], ...order })]);
      const [found, ...others] = mistakes.filter((each) => each.startsWith('action-not-kept: '));
      assert.ok(found?.includes(why), mistakes.join('\n'));
      assert.deepEqual(others, []);
    });
  }
});

test('a step that says nothing of it is refused, and told what to say', () => {
  const composition = composed([first, second], [stepOf({})]);
  assert.ok(!composition.ok);
  const [{ code, suggestion } = { code: '', suggestion: '' }] = composition.mistakes;
  assert.deepEqual([code, suggestion], ['action-removed', 'existed: [cancel]']);
});

test('only what the older version offers and the newer one does not can have existed', () => {
  const refused = (name: string) =>
    mistakesOf([first, second], [stepOf({ existed: ['cancel', name] })]).map(
      (each) => each.split(':')[0],
    );
  assert.deepEqual(refused('cancle'), ['unknown-action']);
  assert.deepEqual(refused('send'), ['action-is-there']);
  assert.deepEqual(refused('delete'), ['action-is-there']);
});
