import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { runWith, temporary } from '../generators/support/stub-tools.ts';
import { loadKit } from '../../src/kits/load.ts';
import { planService } from '../../src/generate.ts';
import { applyPlan, recover } from '../../src/plan/index.ts';
import { writeKit } from './support.ts';

const secret = 'kit: secret-of-somebody\nversion: 9.9.9\nsecret: hunter2\n';
const head = 'kit: evil\nversion: 1.0.0\n';

/** Why a kit is not read, with all that is shown of it. */
async function refusal(directory: string, from = dirname(directory)): Promise<string> {
  const loading = await loadKit(directory, from);
  assert.ok(!loading.ok, 'the kit was accepted');
  const said = JSON.stringify(loading);
  assert.doesNotMatch(said, /hunter2|secret-of-somebody/);
  return said;
}

test('no file outside of a kit is read: neither through a link nor through a path', async () => {
  using place = temporary();
  writeKit(join(place.path, 'outside'), secret);
  const kit = join(place.path, 'kit');
  mkdirSync(kit);
  symlinkSync(join(place.path, 'outside', 'kit.yaml'), join(kit, 'kit.yaml'));
  assert.match(await refusal(kit), /symbolic link/);

  const above = join(place.path, 'above');
  writeKit(above, `${head}extends: ../outside\n`);
  assert.match(await refusal(above), /no directory inside of it/);
  const absolute = join(place.path, 'absolute');
  writeKit(absolute, `${head}extends: ${join(place.path, 'outside')}\n`);
  assert.match(await refusal(absolute), /no directory inside of it/);
  const linked = join(place.path, 'linked');
  writeKit(linked, `${head}extends: ./base\n`);
  symlinkSync(join(place.path, 'outside'), join(linked, 'base'));
  assert.match(await refusal(linked), /no directory inside of it/);

  const smuggling = join(place.path, 'smuggling');
  writeKit(smuggling, `${head}extends: smuggled\n`);
  mkdirSync(join(smuggling, 'node_modules'));
  symlinkSync(join(place.path, 'outside'), join(smuggling, 'node_modules', 'smuggled'));
  assert.match(await refusal(smuggling), /there is no kit smuggled/);
});

test('what never ends, is huge, or extends itself ends at once', async () => {
  using place = temporary();
  const pipe = join(place.path, 'pipe');
  mkdirSync(pipe);
  assert.equal(spawnSync('mkfifo', [join(pipe, 'kit.yaml')]).status, 0);
  assert.match(await refusal(pipe), /no regular file/);
  const huge = join(place.path, 'huge');
  writeKit(huge, `${head}# ${'x'.repeat(300 * 1024)}\n`);
  assert.match(await refusal(huge), /larger than 256 KiB/);
  const loop = join(place.path, 'loop');
  writeKit(loop, `${head}extends: ./a\n`);
  writeKit(join(loop, 'a'), `${head}extends: ./b\n`);
  mkdirSync(join(loop, 'a', 'b'));
  symlinkSync('../kit.yaml', join(loop, 'a', 'b', 'kit.yaml'));
  assert.match(await refusal(loop), /symbolic link/);
  const aliases = join(place.path, 'aliases');
  writeKit(aliases, `${head}defaults: &a { limits: *a }\n`);
  assert.match(await refusal(aliases), /stands inside of/);
});

test('a kit that extends itself by its name is refused', async () => {
  using place = temporary();
  const kit = join(place.path, 'node_modules', 'self');
  writeKit(kit, `${head}extends: self\n`);
  const loading = await loadKit('self', place.path);
  assert.ok(!loading.ok);
  assert.match(loading.problem, /perhaps they extend each other/);
});

const payload = '${globalThis.pwned=1}`"\'});process.exit(7)//</script>\u2028{{pwned}}';

test('data of a hostile author makes a service that holds it as text, and nothing is written beside the service', async () => {
  using place = temporary();
  const kit = join(place.path, 'kit');
  const quoted = JSON.stringify(payload.replace('\u2028', ' '));
  writeKit(
    kit,
    `${head}description: ${quoted}
defaults:
  service: { contact: { name: ${quoted} } }
  errors: { codes: { own-problem: { status: 409, title: ${quoted} } } }
locked:
  limits.depth: { value: 16, reason: ${quoted} }
starter:
  resources: { item: { description: ${quoted}, fields: { name: { type: string, description: ${quoted} } } } }
`,
  );
  writeFileSync(join(kit, 'install.js'), 'process.exit(7);\n');
  writeFileSync(join(kit, 'package.json'), '{"scripts":{"postinstall":"touch pwned"}}\n');
  const before = new Set(readdirSync(place.path));
  const { outcome } = await runWith(
    place.path,
    { name: 'desk', kit: ['./kit'], yes: true, skipInstall: true },
    { tools: { core: { planService, recover, applyPlan } } },
  );
  assert.equal(outcome.result, 'written', JSON.stringify(outcome.failures ?? outcome.mistakes));
  assert.deepEqual(
    readdirSync(place.path).filter((name) => !before.has(name)),
    ['desk'],
  );
  assert.equal(existsSync(join(kit, 'pwned')), false);
  const desk = join(place.path, 'desk');
  assert.equal(existsSync(join(desk, 'install.js')), false);
  const catalogue = (await import(join(desk, 'src/errors/catalogue.ts'))) as {
    readonly problems: { readonly ownProblem: { readonly title: string } };
  };
  assert.equal(catalogue.problems.ownProblem.title, payload.replace('\u2028', ' '));
  assert.equal((globalThis as Record<string, unknown>)['pwned'], undefined);
});

test('a specification that names a kit outside shows nothing of it but that it is no kit', async () => {
  using place = temporary();
  writeFileSync(join(place.path, 'kit.yaml'), secret);
  mkdirSync(join(place.path, 'desk'));
  const text = `service:\n  name: desk\n  kits: [{ kit: .., version: 1.0.0, integrity: 'sha256-${'A'.repeat(43)}=' }]\nresources: { item: { fields: { name: { type: string } } } }\n`;
  writeFileSync(join(place.path, 'desk', 'service.yaml'), text);
  const { outcome } = await runWith(
    join(place.path, 'desk'),
    { yes: true, skipInstall: true },
    { tools: { core: { planService, recover, applyPlan } } },
  );
  assert.equal(outcome.result, 'refused');
  assert.doesNotMatch(JSON.stringify(outcome), /hunter2/);
  assert.deepEqual(readdirSync(join(place.path, 'desk')), ['service.yaml']);
});
