import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planService } from '../../src/generate.ts';
import { temporaryDirectory } from '../support/generated.ts';
import { contractFiles, contractsOf } from './support.ts';

const versions = { 1: { released: '2021-01-01' }, 2: {} };
const specification = (fields: object, versioning: object) => ({
  service: { name: 'shelf' },
  resources: { box: { fields } },
  authentication: { mechanisms: ['none'] },
  versioning: { strategy: 'uri-path', versions: versioning },
});

test('a value that reads like a call of a hook is a value: the adapter makes nothing that it does not use', async () => {
  const label = { type: 'string' };
  const older = specification(
    { name: { type: 'string', required: true }, label },
    { 1: { released: '2021-01-01' } },
  );
  const newer = specification({ name: { type: 'string', required: true } }, versions);
  const step = {
    from: '1',
    to: '2',
    resources: { box: { operations: [{ remove: { field: 'label', value: 'once(more)' } }] } },
  };
  const planned = await planService({
    text: JSON.stringify(newer),
    file: 'service.yaml',
    destination: temporaryDirectory(),
    pinNode: false,
    contracts: contractsOf(contractFiles([older], [step])),
  });
  assert.ok(planned.ok, JSON.stringify(planned));
  const adapter = planned.plan.files.find(({ path }) => path.endsWith('v1/box.adapter.ts'));
  const text = JSON.stringify(adapter);
  assert.match(text, /once\(more\)/);
  assert.doesNotMatch(text, /hookCalls/);
});
