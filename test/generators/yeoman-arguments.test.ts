import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argvOf } from '../../generators/app/yeoman-arguments.ts';

test('arguments of our own command pass as they are', () => {
  assert.deepEqual(argvOf(['order-desk', '--yes'], {}), ['order-desk', '--yes']);
});

test('options that yo has parsed become arguments again, each once', () => {
  const given = { dryRun: true, 'dry-run': true, spec: 'a.yaml', env: {}, skipCache: false };
  assert.deepEqual(argvOf(['shop'], given), ['shop', '--dry-run', '--spec=a.yaml']);
});

test('a name that yo took for the value of a switch is the name', () => {
  assert.deepEqual(argvOf([], { yes: 'order-desk' }), ['--yes', 'order-desk']);
});

test('numbers, lists and letters', () => {
  const given = { spec: ['a', 'b'], destination: 7, y: true };
  assert.deepEqual(argvOf([], given), ['--spec=a', '--spec=b', '--destination=7', '-y']);
});

test('what nobody knows stays, so that it is refused; what Yeoman sets does not', () => {
  const given = { dryrun: true, color: false, skipInstall: false, _meta: {}, sharedData: {} };
  assert.deepEqual(argvOf([], given), ['--dryrun', '--no-color']);
});
