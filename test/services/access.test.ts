import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '../../scripts/demo/start-service.ts';
import { linkAllDependencies } from '../search/dependencies.ts';
import { renderUnformatted } from '../search/render-unformatted.ts';
import { expectSuccess, generate, install, run, temporaryDirectory } from '../support/generated.ts';

const onSqlite = { TEST_DATABASE_URL: 'none' };

async function generated(name: string): Promise<string> {
  const directory = join(temporaryDirectory(), name);
  await generate(readFileSync(new URL(`access/${name}.yaml`, import.meta.url), 'utf8'), directory);
  install(directory);
  expectSuccess(run(directory, 'npm', ['run', 'check']));
  return directory;
}

test('rules without permissions by name hold at each of three levels', async () => {
  const directory = await generated('rules-alone');
  assert.match(expectSuccess(run(directory, 'npm', ['test'], onSqlite)), /^ℹ fail 0$/m);
  rmSync(join(directory, '..'), { recursive: true });
});

test('nothing leads around the rules', async () => {
  const directory = await generated('rules-with-exceptions');
  const leaks = new URL('../fixtures/access/leaks.ts', import.meta.url);
  copyFileSync(leaks, join(directory, 'test', 'leaks.test.ts'));
  const report = run(directory, 'node', ['--test', 'test/leaks.test.ts'], onSqlite);
  assert.match(expectSuccess(report), /^ℹ pass 5$/m);
  rmSync(join(directory, '..'), { recursive: true });
});

test('an endpoint of the team is open to no caller unless it grants something', async () => {
  const directory = join(temporaryDirectory(), 'endpoints');
  const specification = `service: { name: desk }
resources: { note: { fields: { text: { type: string } } } }
authentication: { mechanisms: [api-key], roles: [clerk], allow: { note: { read: [clerk] } } }
`;
  assert.deepEqual(await renderUnformatted(specification, directory), []);
  linkAllDependencies(directory);
  const route = (path: string, allowed: string) => `{
    path: '${path}',
    operations: {
      GET: {
        id: 'get${path.slice(1)}', summary: 'A test.', tag: 'Tests', ${allowed}
        answers: { 200: { description: 'Done.', schema: {} } },
        handle: () => ({ status: 200, body: {} }),
      },
    },
  }`;
  const routes = [route('/silent', ''), route('/open', "allowed: 'authenticated',")];
  const source = `import type { Route } from './runtime/endpoints/route.ts';
export const customRoutes = (): Route[] => [${routes.join(', ')}];
`;
  writeFileSync(join(directory, 'src', 'custom.ts'), source);
  const database = `sqlite:${join(directory, 'data.db')}`;
  const service = await startService(directory, undefined, { DATABASE_URL: database });
  try {
    const statusOf = async (path: string) =>
      (await fetch(`${service.address}${path}`, { headers: { 'x-api-key': service.key } })).status;
    assert.deepEqual(await Promise.all(['/v1/silent', '/v1/open'].map(statusOf)), [403, 200]);
  } finally {
    await service.stop();
    rmSync(join(directory, '..'), { recursive: true });
  }
});
