import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import * as fc from 'fast-check';
import { applyPlan, ObstaclesError, readBase } from '../../src/plan/index.ts';
import { formatBases, packText, parseBases, unpackText } from '../../src/plan/bases-format.ts';
import { sha256 } from '../../src/plan/text.ts';
import { actions, generated, output, plan, run } from './support/outputs.ts';
import { identities, snapshot, temporary, write } from './support/trees.ts';

const BASES = '.resource-service/bases';
const former = (path: string): string => `.resource-service/base/${path}.base`;
const read = (root: string): Promise<string> => readFile(join(root, BASES), 'utf8');
const exists = (path: string): Promise<boolean> => stat(path).then(Boolean, () => false);
const lineOf = (text: string): string => `${sha256(text)} ${packText(text)}`;

test('whatever is packed comes back, from lines in any order and with any ends', () => {
  const property = fc.property(
    fc.array(fc.string({ unit: 'grapheme' })),
    fc.boolean(),
    (texts, isCrlf) => {
      const packed = new Map(texts.map((text) => [sha256(text), packText(text)]));
      const formatted = formatBases(packed);
      assert.equal(formatBases(new Map([...packed].toReversed())), formatted);
      const parsed = parseBases(isCrlf ? formatted.replaceAll('\n', '\r\n') : formatted);
      assert.ok(parsed instanceof Map);
      assert.deepEqual(
        [...parsed].map(([hash, each]) => unpackText(hash, each)).toSorted(),
        [...new Set(texts)].toSorted(),
      );
    },
  );
  fc.assert(property);
});

test('no word and no path of the service is found in the bases, and a text is there once', async () => {
  await using directory = await temporary();
  const text = 'export const customers = 1;\n';
  await run(directory.path, generated({ 'src/customers.ts': text, 'src/copy.ts': text }));
  const bases = await read(directory.path);
  assert.doesNotMatch(bases, /customers|copy/);
  assert.equal(bases.split('\n').filter((line) => /^[0-9a-f]/.test(line)).length, 1);
  assert.equal(await readBase(directory.path, 'src/copy.ts'), text);
});

test('a change of one file changes one line', async () => {
  await using directory = await temporary();
  const files = { a: 'A', b: 'B', c: 'C' };
  await run(directory.path, generated(files));
  const before = (await read(directory.path)).split('\n');
  await run(directory.path, generated({ ...files, b: 'B2' }));
  const after = (await read(directory.path)).split('\n');
  assert.deepEqual(
    after.filter((line) => !before.includes(line)),
    [lineOf('B2')],
  );
  assert.deepEqual(
    before.filter((line) => !after.includes(line)),
    [lineOf('B')],
  );
});

test('a line that another version of brotli made stays as it is', async () => {
  await using directory = await temporary();
  const text = 'one one one one one one one one\n';
  await run(directory.path, generated({ a: text }));
  const other = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
  const bases = (await read(directory.path)).replace(packText(text), other.toString('base64'));
  assert.notEqual(bases, await read(directory.path));
  await write(directory.path, { [BASES]: bases });
  assert.deepEqual((await run(directory.path, generated({ a: text }))).plan.changes, []);
  assert.equal(await readBase(directory.path, 'a'), text);
});

test('missing bases are made again of what is generated', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A', b: 'B' }));
  const before = await read(directory.path);
  await rm(join(directory.path, BASES));
  assert.equal(await readBase(directory.path, 'a'), undefined);
  await run(directory.path, generated({ a: 'A', b: 'B' }));
  assert.equal(await read(directory.path), before);
});

test('an edited file whose base is missing is named with the command that brings the base back', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A' }));
  await write(directory.path, { a: 'mine' });
  await rm(join(directory.path, BASES));
  const { obstacles } = await plan(directory.path, generated({ a: 'A2' }));
  assert.match(obstacles[0]?.message ?? '', /a was edited.*git restore \.resource-service\/bases/);
});

test('bases of files that are deleted or left stay, and go with them', async () => {
  await using directory = await temporary();
  const files = generated({ a: 'A', edited: 'E', deleted: 'D' });
  await run(directory.path, files);
  await write(directory.path, { edited: 'mine' });
  await rm(join(directory.path, 'deleted'));
  await run(directory.path, [output('a', 'A'), output('deleted', 'D2')]);
  assert.equal(await readBase(directory.path, 'edited'), 'E');
  assert.equal(await readBase(directory.path, 'deleted'), 'D');
  await rm(join(directory.path, 'edited'));
  await run(directory.path, generated({ a: 'A' }));
  assert.equal(await readBase(directory.path, 'edited'), undefined);
});

const damages: Readonly<Record<string, (text: string) => string>> = {
  'cut off': (text) => text.slice(0, -4),
  'another text behind the hash': (text) => text.replace(packText('A'), packText('X')),
  'no base64': (text) => text.replace(packText('A'), 'A B'),
  'nothing in it': () => '',
  'no UTF-8': () => '\uD800',
  'a later format': (text) => text.replace('bases 1', 'bases 2'),
};
for (const [name, damage] of Object.entries(damages)) {
  test(`damaged bases are an obstacle that says how to repair them: ${name}`, async () => {
    await using directory = await temporary();
    await run(directory.path, generated({ a: 'A' }));
    await write(directory.path, { [BASES]: damage(await read(directory.path)) });
    const before = await identities(directory.path);
    const refused = await plan(directory.path, generated({ a: 'A2' }));
    assert.deepEqual(actions(refused), { a: 'rewrite', [BASES]: 'damaged!' });
    assert.match(
      refused.obstacles[0]?.message ?? '',
      /git restore \.resource-service\/bases.*delete it and run again/,
    );
    await assert.rejects(applyPlan(refused), ObstaclesError);
    assert.deepEqual(await identities(directory.path), before);
    await rm(join(directory.path, BASES));
    await run(directory.path, generated({ a: 'A2' }));
    assert.equal(await readBase(directory.path, 'a'), 'A2');
  });
}

test('conflict markers, and lines that no file needs, go with the next run', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A', b: 'B' }));
  const clean = await read(directory.path);
  const ours = lineOf('A');
  const theirs = lineOf('of another branch');
  const conflict = `<<<<<<< HEAD\n${ours}\n||||||| 1234567\n=======\n${theirs}\n>>>>>>> theirs`;
  await write(directory.path, { [BASES]: clean.replace(ours, conflict) });
  assert.equal(await readBase(directory.path, 'a'), 'A');
  await run(directory.path, generated({ a: 'A', b: 'B' }));
  assert.equal(await read(directory.path), clean);
});

/** The rule of git for the bases, as a service has it. */
const attributes = new URL('../../templates/_resource-service/_gitattributes', import.meta.url);

test('two branches that both generated merge without a conflict in the bases, and the next run is right', async () => {
  await using directory = await temporary();
  const root = directory.path;
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...words], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const rules = output('.resource-service/.gitattributes', await readFile(attributes, 'utf8'));
  const generate = (files: Readonly<Record<string, string>>) =>
    run(root, [...generated(files), rules]);
  const commit = (message: string): void => {
    git('add', '-A');
    git('commit', '-qm', message);
  };
  git('init', '-q', '-b', 'main');
  await generate({ a: 'A', b: 'B' });
  commit('first');
  git('checkout', '-qb', 'other');
  await generate({ a: 'A2', b: 'B' });
  commit('other');
  git('checkout', '-q', 'main');
  await generate({ a: 'A', b: 'B2' });
  commit('main');
  assert.throws(() => git('merge', 'other'), 'the lines of the lock are beside each other');
  assert.deepEqual(git('diff', '--name-only', '--diff-filter=U').trim(), '.resource-service/lock');
  git('checkout', '--ours', '.resource-service/lock');
  // The merged files are what the merged specification generates.
  await generate({ a: 'A2', b: 'B2' });
  const merged = await read(root);
  await rm(join(root, BASES));
  await generate({ a: 'A2', b: 'B2' });
  assert.equal(await read(root), merged);
  assert.match(git('check-attr', '-a', BASES), /linguist-generated: set/);
});

/** What an older generator left: the same lock, and each text as a file. */
async function older(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  await run(root, generated(files));
  await rm(join(root, BASES));
  await write(
    root,
    Object.fromEntries(Object.entries(files).map(([path, text]) => [former(path), text])),
  );
}

test('texts that an older generator kept as files are packed, and their folders go, in one run', async () => {
  await using directory = await temporary();
  await older(directory.path, { a: 'A', 'src/b': 'B\n', 'src/c': 'C' });
  await write(directory.path, { 'src/c': 'mine', [former('src/b')]: 'B\r\n' });
  assert.equal(await readBase(directory.path, 'src/c'), 'C');
  await run(directory.path, generated({ a: 'A2', 'src/b': 'B\n' }));
  assert.equal(await readBase(directory.path, 'a'), 'A2');
  assert.equal(await readBase(directory.path, 'src/b'), 'B\n');
  assert.equal(await readBase(directory.path, 'src/c'), 'C', 'of the edited file that is left');
  assert.equal(await exists(join(directory.path, '.resource-service/base')), false);
  assert.deepEqual(
    (await plan(directory.path, generated({ a: 'A2', 'src/b': 'B\n' }))).changes,
    [],
  );
});

test('a former base that is not as recorded is an obstacle, unless it is the next text', async () => {
  await using directory = await temporary();
  await older(directory.path, { a: 'A', b: 'B' });
  await write(directory.path, { [former('a')]: 'edited', [former('b')]: 'B2' });
  const before = await snapshot(directory.path);
  const refused = await plan(directory.path, generated({ a: 'A', b: 'B2' }));
  assert.deepEqual(actions(refused), { a: 'unchanged', b: 'rewrite', [former('a')]: 'edited!' });
  assert.match(refused.obstacles[0]?.message ?? '', /git restore .*base\/a\.base/);
  await assert.rejects(applyPlan(refused), ObstaclesError);
  assert.deepEqual(await snapshot(directory.path), before);
  await rm(join(directory.path, former('a')));
  await run(directory.path, generated({ a: 'A', b: 'B2' }));
  assert.equal(await readBase(directory.path, 'a'), 'A');
  assert.equal(await exists(join(directory.path, '.resource-service/base')), false);
});

test('files of others in the former folder stay', async () => {
  await using directory = await temporary();
  await older(directory.path, { a: 'A' });
  await write(directory.path, { [former('notes')]: 'mine' });
  await run(directory.path, generated({ a: 'A' }));
  assert.equal(await readFile(join(directory.path, former('notes')), 'utf8'), 'mine');
  assert.equal(await exists(join(directory.path, former('a'))), false);
});

test('a former base that is no file is an obstacle', async () => {
  await using directory = await temporary();
  await older(directory.path, { a: 'A' });
  await rm(join(directory.path, former('a')));
  await mkdir(join(directory.path, former('a')));
  const refused = await plan(directory.path, generated({ a: 'A' }));
  assert.deepEqual(actions(refused), { a: 'unchanged', [former('a')]: 'not-a-file!' });
});
