import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeProblem } from '../../generators/app/node-version.ts';

test('the versions that current Yeoman supports run the generator', () => {
  for (const version of ['22.18.0', '22.22.1', '24.11.0', '24.21.0', '25.0.0', '26.1.0']) {
    assert.equal(nodeProblem(version), undefined, version);
  }
});

test('older ones are told what is needed and the way out, in a sentence', () => {
  for (const version of ['8.17.0', '18.20.0', '20.20.2', '22.17.9', '23.11.0', '24.10.0']) {
    const problem = nodeProblem(version);
    assert.match(problem ?? '', /needs Node 22\.18.*nodejs\.org.*npx/, version);
    assert.ok(!problem?.includes('\n'));
  }
});
