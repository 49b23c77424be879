import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startService } from '../../scripts/demo/start-service.ts';
import {
  expectSuccess,
  generate,
  install,
  refusedStart,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

const specification = new URL('access/identities.yaml', import.meta.url);

describe('rules about who a caller is', () => {
  let directory: string;

  before(async () => {
    directory = join(temporaryDirectory(), 'identities');
    await generate(readFileSync(specification, 'utf8'), directory);
    install(directory);
    mkdirSync(join(directory, 'data'));
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  test('compare the mechanism, the issuer and the name', () => {
    const fixture = new URL('../fixtures/access/identities.ts', import.meta.url);
    copyFileSync(fixture, join(directory, 'test', 'identities.test.ts'));
    const report = run(directory, 'node', ['--test', 'test/identities.test.ts'], {
      TEST_DATABASE_URL: 'none',
    });
    assert.match(expectSuccess(report), /^ℹ pass 3$/m);
  });

  test('no other issuer and no other mechanism takes the names in rows over', async () => {
    const environment = {
      DATABASE_URL: `sqlite:${join(directory, 'data', 'names.db')}`,
      PORT: '0',
    };
    const start = () => startService(directory, undefined, environment);
    const refusal = (service: string, changed: NodeJS.ProcessEnv) =>
      refusedStart(service, { ...environment, ...changed });
    await (await start()).stop();
    for (const [mechanism, issuer] of [
      ['jwt', 'https://id.acme.example'],
      ['oauth2', 'https://staff.acme.example'],
    ] as const) {
      const changed = { [`${mechanism.toUpperCase()}_ISSUER`]: 'https://others.acme.example' };
      const [refused = ''] = (await refusal(directory, changed)).split('\n').slice(-2);
      assert.equal(
        refused,
        `The service cannot start: Rows keep names that are of the issuer ${issuer}, and the issuer of ${mechanism} is https://others.acme.example now. The same name may be somebody else's there. SECURITY.md says what to do under "Whose rows they are".`,
      );
    }
    const other = join(directory, '..', 'other');
    const text = readFileSync(specification, 'utf8');
    await generate(text.replace('[jwt, oauth2,', '[oauth2, jwt,'), other);
    install(other);
    assert.match(
      await refusal(other, {}),
      /names of the mechanism jwt as they are, and the first mechanism is oauth2 now/,
    );
    await (await start()).stop();
  });
});
