import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkTypes } from '../../generators/app/check-types.ts';
import { readCommandLine } from '../../generators/app/command-line.ts';
import type { Tools } from '../../generators/app/tools.ts';
import { summaryLines } from '../../generators/app/summary.ts';
import { exitStatusOf } from '../../generators/command/outcome.ts';
import { makePlan, planAsJson } from '../../src/plan/index.ts';
import { smallestSpecification } from '../../src/questionnaire/index.ts';
import { writeSpecification } from '../../src/specification/index.ts';
import { repository } from '../support/generated.ts';
import { runWith, stubCore, temporary } from './support/stub-tools.ts';

const more = writeSpecification(smallestSpecification('shop')).replace(
  '  item:',
  '  order:\n    fields:\n      name: { type: string }\n  item:',
);

/** A service whose `readme` a person and the generator change in the same place. */
async function conflicting(): Promise<Disposable & { path: string }> {
  const directory = temporary();
  const { outcome } = await runWith(directory.path, { name: 'shop', yes: true, destination: '.' });
  assert.equal(outcome.result, 'written');
  writeFileSync(join(directory.path, 'readme'), 'mine\n');
  writeFileSync(join(directory.path, 'service.yaml'), more);
  return directory;
}

const readme = ({ path }: { readonly path: string }) => readFileSync(join(path, 'readme'), 'utf8');
const conflictFile = ({ path }: { readonly path: string }) => join(path, 'readme.conflict');
const generated = 'order item\n';

test('without a terminal a conflict gets its file, status 2, and nothing else is written', async () => {
  using directory = await conflicting();
  const packageFile = readFileSync(join(directory.path, 'package.json'), 'utf8');
  const { outcome } = await runWith(directory.path, { yes: true });
  assert.equal(exitStatusOf(outcome), 2);
  assert.match(readFileSync(conflictFile(directory), 'utf8'), /<<<<<<< yours\nmine\n/);
  assert.equal(readme(directory), 'mine\n');
  assert.equal(readFileSync(join(directory.path, 'package.json'), 'utf8'), packageFile);
  assert.match(
    summaryLines(outcome, directory.path).join('\n'),
    /Nothing was written but readme\.conflict/,
  );
  assert.ok(outcome.plan);
  assert.equal(planAsJson(outcome.plan).conflicts[0]?.path, 'readme');
});

test('the conflict file, decided, becomes the file', async () => {
  using directory = await conflicting();
  await runWith(directory.path, { yes: true });
  writeFileSync(conflictFile(directory), 'mine and order item\n');
  const { outcome } = await runWith(directory.path, { yes: true });
  assert.equal(outcome.result, 'written');
  assert.match(summaryLines(outcome, directory.path)[0] ?? '', /merged with your changes/);
  assert.equal(readme(directory), 'mine and order item\n');
  assert.equal(existsSync(conflictFile(directory)), false);
  assert.equal((await runWith(directory.path, { yes: true })).outcome.result, 'current');
});

test('--dry-run writes no conflict file', async () => {
  using directory = await conflicting();
  const { outcome } = await runWith(directory.path, { dryRun: true });
  assert.equal(exitStatusOf(outcome), 2);
  assert.equal(existsSync(conflictFile(directory)), false);
});

test('--keep and --take decide', async () => {
  for (const [flag, expected] of [
    ['keep', 'mine\n'],
    ['take', generated],
  ] as const) {
    using directory = await conflicting();
    const { outcome } = await runWith(directory.path, { yes: true, [flag]: ['./readme'] });
    assert.equal(outcome.result, 'written', flag);
    assert.equal(readme(directory), expected);
    assert.equal((await runWith(directory.path, { yes: true })).outcome.result, 'current');
  }
});

test('--yes decides nothing, and a flag has to name a file that waits for it', async () => {
  using directory = await conflicting();
  for (const flags of [{ keep: ['package.json'] }, { take: ['nowhere'] }, { drop: ['readme'] }]) {
    const { outcome } = await runWith(directory.path, { yes: true, ...flags });
    assert.equal(outcome.result, 'usage', JSON.stringify(flags));
    assert.equal(outcome.failures?.length, 1);
  }
  const both = await runWith(directory.path, { yes: true, keep: ['readme'], take: ['readme'] });
  assert.equal(both.outcome.result, 'usage');
  assert.equal(readme(directory), 'mine\n');
  assert.equal(existsSync(conflictFile(directory)), false);
});

test('in a terminal a person sees both sides and chooses', async () => {
  for (const [answer, expected] of [
    ['mine', 'mine\n'],
    ['next', generated],
    ['both', `mine\n${generated}`],
  ] as const) {
    using directory = await conflicting();
    const script = [
      ['you and the generator changed 1 place', answer],
      ['Write to', 'write'],
    ] as const;
    const { outcome, said } = await runWith(directory.path, {}, { script });
    assert.equal(outcome.result, 'written', answer);
    assert.equal(readme(directory), expected);
    for (const side of ['mine', 'item', 'order item'])
      assert.ok(said.includes(`    ${side}`), side);
  }
});

test('in a terminal a person edits the merged text until no mark is left', async () => {
  using directory = await conflicting();
  const texts = [undefined, '<<<<<<< yours\nmine\n', 'edited\n'];
  const given: string[] = [];
  const editText = (_: string, text: string): Promise<string | undefined> => {
    given.push(text);
    return Promise.resolve(texts[given.length - 1]);
  };
  const again = ['you and the generator', 'edit'] as const;
  const script = [again, again, again, ['Write to', 'write']] as const;
  const { outcome, said } = await runWith(directory.path, {}, { script, tools: { editText } });
  assert.equal(outcome.result, 'written');
  assert.equal(readme(directory), 'edited\n');
  assert.match(given[0] ?? '', /<<<<<<< yours/);
  assert.match(said.join('\n'), /VISUAL or EDITOR[^]*marks of a conflict, on line 1/);
});

test('in a terminal a person leaves, or decides later', async () => {
  using directory = await conflicting();
  const left = await runWith(directory.path, {}, { script: [['you and the generator', 'leave']] });
  assert.equal(left.outcome.result, 'left');
  assert.equal(existsSync(conflictFile(directory)), false);
  const later = await runWith(directory.path, {}, { script: [['you and the generator', 'later']] });
  assert.equal(exitStatusOf(later.outcome), 2);
  assert.equal(existsSync(conflictFile(directory)), true);
  assert.equal(readme(directory), 'mine\n');
});

test('what the type checker says of a regenerated service is listed, and takes nothing back', async () => {
  using directory = await conflicting();
  const checked: string[] = [];
  const checkTypes = (path: string) => {
    checked.push(path);
    return Promise.resolve([
      { path: 'src/a.ts', line: 3, message: "TS2304: Cannot find name 'x'." },
    ]);
  };
  const { outcome } = await runWith(
    directory.path,
    { yes: true, keep: ['readme'] },
    { tools: { checkTypes } },
  );
  assert.deepEqual([outcome.result, exitStatusOf(outcome)], ['written', 0]);
  assert.deepEqual(checked, [directory.path]);
  const words = summaryLines(outcome, directory.path).join('\n');
  assert.match(words, /1 finding, which a merge cannot see:\n {2}src\/a\.ts:3 {2}TS2304/);
});

test('types are not checked where packages are missing or too old: the summary names them, and what to do', async () => {
  using directory = await conflicting();
  const packages = {
    name: 'shop',
    dependencies: { typescript: '>=5', semver: '^1.0.0' },
    devDependencies: { 'not-there': '^1.0.0' },
  };
  writeFileSync(join(directory.path, 'package.json'), JSON.stringify(packages));
  symlinkSync(join(repository, 'node_modules'), join(directory.path, 'node_modules'));
  const checkTypes = () => Promise.reject(new Error('not asked for'));
  const { outcome } = await runWith(
    directory.path,
    { yes: true, skipInstall: true, keep: ['readme'] },
    { tools: { checkTypes } },
  );
  assert.deepEqual(outcome.missingPackages, ['not-there', 'semver']);
  const words = summaryLines(outcome, directory.path).join('\n');
  assert.match(words, /2 packages of package\.json are not installed.*not-there, semver/);
  assert.match(words, /Install first \(npm install\), and then check the types: npx tsc/);
});

test('a new service is not checked for types: nobody has edited it', async () => {
  using directory = temporary();
  const checkTypes = () => Promise.reject(new Error('not asked for'));
  const command = { name: 'shop', yes: true, destination: '.' };
  const { outcome } = await runWith(directory.path, command, { tools: { checkTypes } });
  assert.equal(outcome.result, 'written');
});

test('the type checker that is installed in a service judges it', async () => {
  using directory = temporary();
  assert.deepEqual(await checkTypes(directory.path), [], 'none is installed');
  symlinkSync(join(repository, 'node_modules'), join(directory.path, 'node_modules'));
  writeFileSync(join(directory.path, 'tsconfig.json'), '{ "files": ["b.ts", "a.ts"] }');
  writeFileSync(join(directory.path, 'a.ts'), 'export const a = missing;\n');
  writeFileSync(join(directory.path, 'b.ts'), '\nexport const b: string = 1;\n');
  const found = (await checkTypes(directory.path)).map(({ path, line }) => `${path}:${line}`);
  assert.deepEqual(found.toSorted(), ['a.ts:1', 'b.ts:2']);
});

test('a package.json that is merged is installed', async () => {
  using directory = temporary();
  await runWith(directory.path, { name: 'shop', yes: true, destination: '.' });
  mkdirSync(join(directory.path, 'node_modules'));
  writeFileSync(join(directory.path, 'package.json'), '{"name":"shop","mine":1}\n');
  const core: Tools['core'] = {
    ...stubCore,
    async planService(input) {
      const planned = await stubCore.planService(input);
      if (!planned.ok) return planned;
      const { replan } = planned;
      const text = '{"name":"shop","next":2}\n';
      const files = [
        { path: 'package.json', text, ownership: 'generated', template: 't' } as const,
      ];
      const options = { generator: '0.1.0', header: {} };
      return { ...planned, replan, plan: await makePlan(input.destination, files, options) };
    },
  };
  const { outcome, installed } = await runWith(directory.path, { yes: true }, { tools: { core } });
  assert.equal(outcome.result, 'written');
  assert.deepEqual(installed, [`npm in ${directory.path}`]);
  const merged: unknown = JSON.parse(readFileSync(join(directory.path, 'package.json'), 'utf8'));
  assert.deepEqual(merged, { name: 'shop', mine: 1, next: 2 });
});

test('the flags may be given for several files', () => {
  const reading = readCommandLine(['--keep', 'a', '--keep=b', '--take', 'c', '--drop', 'd']);
  assert.ok(reading.ok);
  const { keep, take, drop } = reading.commandLine;
  assert.deepEqual({ keep, take, drop }, { keep: ['a', 'b'], take: ['c'], drop: ['d'] });
  assert.equal(readCommandLine(['--keep']).ok, false);
});
