import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { command } from '../generators/support/command.ts';
import {
  expectSuccess,
  exampleText,
  generate,
  install,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

/** The clinic, whose appointments are unique by several members at once, and whose first version is long since released. */
const service = join(temporaryDirectory(), 'clinic');

before(async () => {
  await generate(exampleText('clinic'), service);
  install(service);
});
after(() => rmSync(join(service, '..'), { recursive: true }));

const version = (...args: readonly string[]) =>
  expectSuccess(command(service, ['version', ...args, '--yes']));

/** Generates the service again, with the dependencies that it has then. */
function regenerate(): void {
  expectSuccess(command(service, ['--yes', '--skip-install']));
  rmSync(join(service, 'node_modules'));
  install(service);
}

function proved(): void {
  expectSuccess(
    run(service, 'node', ['--test', '--test-isolation=none', 'test/versioning/*.test.ts'], {
      TEST_DATABASE_URL: 'none',
    }),
  );
}

test('the first version is proved beside a draft of the second, on the clock of its tests', () => {
  version('release', '--next', '2');
  regenerate();
  proved();
});

test('it is proved again once the second is released, today and after the day on which all tests began', () => {
  version('release');
  assert.match(readFileSync(join(service, 'service.yaml'), 'utf8'), /2: \{ released: /);
  expectSuccess(command(service, ['--yes', '--skip-install']));
  proved();
});
