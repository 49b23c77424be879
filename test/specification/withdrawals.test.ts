import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freezeSpecification } from '../../src/evolution/index.ts';
import { planService } from '../../src/generate.ts';
import { editSpecification } from '../../src/specification/index.ts';
import { repaired } from '../search/repair.ts';
import { contractsOf, specificationOf, stepTo } from '../support/evolving.ts';
import { temporaryDirectory } from '../support/generated.ts';
import { read } from './support.ts';

/** The evolving service, when its version 2 withdraws an operation and nothing but specifications was frozen. */
async function planned(operation: string) {
  const frozen = ['1', '2', '3'].map((label) => ({
    path: `contracts/v${label}/${label}.0.0/specification.json`,
    text: freezeSpecification(read(specificationOf(label)).resolved),
  }));
  const path = ['versioning', 'versions', '2', 'withdrawn'];
  const value = [{ operation, from: '2035-03-01' }];
  return planService({
    text: editSpecification(specificationOf('4'), [{ path, value }]),
    file: 'service.yaml',
    destination: temporaryDirectory(),
    pinNode: false,
    isLenient: true,
    contracts: contractsOf([...frozen, stepTo('2'), stepTo('3'), stepTo('4')]),
  });
}

test('an older version withdraws what it has by its own names', async () => {
  const plan = await planned('label.delete');
  assert.ok(plan.ok, plan.ok ? '' : JSON.stringify(plan.mistakes));
  const versions = plan.plan.changes.find(({ path }) => path === 'src/versioning/versions.ts');
  assert.match(versions?.after?.text ?? '', /operation: 'deleteLabel', from: '2035-03-01'/);
});

test('what the newest version has and an older one has not cannot be withdrawn there', async () => {
  const plan = await planned('shipping-label.delete');
  assert.ok(!plan.ok);
  assert.deepEqual(
    plan.mistakes.map(({ code, path }) => [code, path.join('.')]),
    [['unknown-operation', 'versioning.versions.2.withdrawn.0.operation']],
  );
  assert.equal(plan.mistakes[0]?.allowed?.includes('label.delete'), true);
});

test('under the strategy partial only what has versions is withdrawn from one', async () => {
  const planOf = (operation: string) =>
    planService({
      text: `
service: { name: shop }
resources:
  order: { fields: { note: { type: string } } }
  item: { parent: order, fields: { note: { type: string } } }
  part: { parent: item, fields: { note: { type: string } } }
versioning:
  strategy: partial
  resources: [item]
  versions:
    1: { released: 2022-01-01, deprecated: 2025-09-01, withdrawn: [{ operation: ${operation}, from: 2026-04-01 }] }
    2: { released: 2024-03-01 }
`,
      file: 'service.yaml',
      destination: temporaryDirectory(),
      pinNode: false,
    });
  for (const operation of ['item.list', 'part.create']) {
    const plan = await planOf(operation);
    assert.ok(plan.ok, plan.ok ? '' : JSON.stringify(plan.mistakes));
  }
  const plan = await planOf('order.list');
  assert.ok(!plan.ok);
  assert.deepEqual(
    plan.mistakes.map(({ code, path }) => [code, path.join('.')]),
    [['unknown-operation', 'versioning.versions.1.withdrawn.0.operation']],
  );
});

test('a random specification loses what its older version has not, as a generation would refuse it', () => {
  const withdrawing = (withdrawn: readonly { operation: string; from: string }[]) => ({
    service: { name: 'shop' },
    resources: { order: { fields: { note: { type: 'string' } } } },
    versioning: {
      versions: {
        1: { released: '2022-01-01', deprecated: '2025-09-01', withdrawn },
        2: { released: '2024-03-01' },
      },
    },
  });
  const has = { operation: 'order.list', from: '2026-04-01' };
  const hasNot = { operation: 'person.list', from: '2026-04-01' };
  const found = repaired(withdrawing([hasNot, has]));
  assert.deepEqual(found?.specification, withdrawing([has]));
  assert.equal(found.refused[0]?.code, 'unknown-operation');
});
