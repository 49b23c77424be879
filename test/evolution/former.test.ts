import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTables } from '../../src/migrations/compare/compare.ts';
import { knownChanges } from '../../src/migrations/compare/known-changes.ts';
import type { Table } from '../../src/migrations/table.ts';
import { tablesOf } from '../../src/migrations/tables.ts';
import { lossesOf } from '../../src/migrations/describe.ts';
import { buildModel } from '../../src/model/build.ts';
import { presentModel } from '../../src/model/present.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { composed, composedVersions } from './support.ts';

const customer = { fields: { name: { type: 'string', required: true } } };
const voucher = {
  fields: { code: { type: 'string' }, holder: { type: 'reference', to: 'customer' } },
};
const stamp = { parent: 'voucher', fields: { text: { type: 'string' } } };
const versions = (...labels: readonly string[]) => ({
  versions: Object.fromEntries(labels.map((label) => [label, {}])),
});
const desk = (resources: object, versioning: object, others: object = {}) => ({
  service: { name: 'desk' },
  resources,
  versioning,
  ...others,
});
const first = desk({ customer, voucher, stamp }, versions('1'), {
  states: {
    voucher: {
      initial: 'open',
      history: true,
      transitions: { redeem: { from: 'open', to: 'used' } },
    },
  },
});
const second = desk({ client: customer }, versions('1', '2'));
const step = {
  from: '1',
  to: '2',
  former: ['voucher', 'stamp'],
  resources: { client: { renamedFrom: 'customer' } },
};

function modelOf(...[all, steps]: Parameters<typeof composed>) {
  const composition = composed(all, steps);
  if (!composition.ok) throw new Error(JSON.stringify(composition.mistakes, null, 1));
  return buildModel(composition.newest, composition.older);
}

function codesOf(...input: Parameters<typeof composed>): string[] {
  const composition = composed(...input);
  return composition.ok ? [] : composition.mistakes.map(({ code }) => code);
}

test('a resource that only an older version has is kept for it, by the present names of what it refers to', () => {
  const model = modelOf([first, second], [step]);
  assert.deepEqual(
    model.resources.map(({ name, isFormer = false }) => [name, isFormer]),
    [
      ['client', false],
      ['voucher', true],
      ['voucher-transition', true],
      ['stamp', true],
    ],
  );
  assert.deepEqual(
    presentModel(model).resources.map(({ name }) => name),
    ['client'],
  );
  const holder = tablesOf(model)
    .find(({ name }) => name === 'vouchers')
    ?.columns.get('holder');
  assert.deepEqual(holder?.definition.references, { table: 'clients', onDelete: 'restrict' });
});

test('it is kept through versions that do not have it, and they do not show it', () => {
  const third = desk({ client: customer, desk: customer }, versions('1', '2', '3'));
  const next = { from: '2', to: '3' };
  const [one, two] = composedVersions([first, second, third], [step, next]);
  const names = (version: typeof one) => version?.resources.map(({ older }) => older);
  assert.deepEqual(names(one), ['customer', 'voucher', 'voucher-transition', 'stamp']);
  assert.deepEqual(names(two), ['client']);
  assert.deepEqual(Object.keys(two?.specification.resources ?? {}), ['client']);
});

test('its table stays as it is while a version shows it, and goes with the last of them', () => {
  const before = tablesOf(modelOf([first], []));
  const changes = (
    all: readonly object[],
    steps: readonly object[],
    former: readonly Table[] = before,
  ) => {
    const reading = readSpecification(JSON.stringify(all.at(-1)), 'service.yaml');
    if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes, null, 1));
    const known = knownChanges(reading.specification, step);
    return compareTables(former, modelOf(all, steps), known, new Map());
  };
  const { steps, tables } = changes([first, second], [step]);
  assert.deepEqual(
    steps.map(({ kind, table }) => `${kind} ${table}`),
    ['renameTable customers'],
  );
  const contracted = desk(second.resources, {
    versions: {
      1: {
        released: '2020-01-01',
        announced: '2020-01-01',
        deprecated: '2020-01-01',
        sunset: '2021-01-01',
        contracted: '2021-02-01',
      },
      2: { released: '2020-06-01' },
    },
    exceptions: [
      { rule: 'two-supported-versions', version: '1', reason: 'a test' },
      { rule: 'one-major-a-year', version: '2', reason: 'a test' },
    ],
  });
  const last = changes([first, contracted], [step], tables);
  assert.deepEqual(
    last.steps
      .filter(({ kind }) => kind === 'dropTable')
      .map(({ table }) => table)
      .toSorted(),
    ['stamps', 'voucher_transitions', 'vouchers'],
  );
  assert.deepEqual(lossesOf(last.steps).toSorted(), ['stamps', 'voucher_transitions', 'vouchers']);
});

test('what cannot be kept is refused, with a way out', () => {
  assert.deepEqual(codesOf([first, second], [{ ...step, former: ['voucher'] }]), [
    'resource-removed',
  ]);
  assert.deepEqual(codesOf([first, second], [{ ...step, former: ['voucher', 'stamp', 'stemp'] }]), [
    'unknown-resource',
  ]);
  assert.deepEqual(
    codesOf([first, second], [{ ...step, former: ['voucher', 'stamp', 'customer'] }]),
    ['resource-is-there'],
  );
  const taken = desk(
    { client: customer, coupon: { plural: 'vouchers', ...customer } },
    versions('1', '2'),
  );
  assert.deepEqual(codesOf([first, taken], [step]), ['former-name-taken']);
  const allowing = desk({ client: customer }, versions('1', '2'), {
    authentication: {
      mechanisms: ['api-key'],
      roles: ['clerk'],
      allow: { client: { read: ['clerk'] } },
    },
  });
  assert.deepEqual(codesOf([first, allowing], [step]), [
    'former-closed',
    'former-closed',
    'former-closed',
  ]);
});

test('a history is kept with its resource, and not without it', () => {
  const unkept = desk({ customer, voucher, stamp }, versions('1', '2'), {
    states: { voucher: { initial: 'open', transitions: { redeem: { from: 'open', to: 'used' } } } },
  });
  const composition = composed(
    [first, unkept],
    [{ from: '1', to: '2', former: ['voucher-transition'] }],
  );
  assert.ok(!composition.ok);
  assert.match(composition.mistakes[0]?.message ?? '', /keep it \(states\.voucher\.history\)/);
});
