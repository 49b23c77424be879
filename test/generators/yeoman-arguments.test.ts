import assert from 'node:assert/strict';
import { test } from 'node:test';
import { options } from '../../generators/app/options.ts';
import { argvOf } from '../../generators/command/yeoman-arguments.ts';

test('arguments of our own command pass as they are', () => {
  assert.deepEqual(argvOf(['order-desk', '--yes'], {}, options), ['order-desk', '--yes']);
});

test('options that yo has parsed become arguments again, each once', () => {
  const given = { dryRun: true, 'dry-run': true, spec: 'a.yaml', env: {}, skipCache: false };
  assert.deepEqual(argvOf(['shop'], given, options), ['shop', '--dry-run', '--spec=a.yaml']);
});

test('a name that yo took for the value of a switch is the name', () => {
  assert.deepEqual(argvOf([], { yes: 'order-desk' }, options), ['--yes', 'order-desk']);
});

test('numbers, lists and letters', () => {
  const given = { spec: ['a', 'b'], destination: 7, y: true };
  assert.deepEqual(argvOf([], given, options), ['--spec=a', '--spec=b', '--destination=7', '-y']);
});

test('what nobody knows stays, so that it is refused; what Yeoman sets does not', () => {
  const given = { dryrun: true, color: false, skipInstall: false, _meta: {}, sharedData: {} };
  assert.deepEqual(argvOf([], given, options), ['--dryrun', '--no-color']);
});
