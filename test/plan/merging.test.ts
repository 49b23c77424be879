import assert from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  applyPlan,
  conflictsOf,
  formatPlan,
  ObstaclesError,
  planAsJson,
  readBase,
  type OutputFile,
  type PlanOptions,
} from '../../src/plan/index.ts';
import { actions, generated, output, plan, run } from './support/outputs.ts';
import { identities, snapshot, temporary, write } from './support/trees.ts';

const RECORDS = '.resource-service/conflicts';
const CONFLICT = 'src/a.ts.conflict';

const BASE = `import { one } from './one.ts';

export const size = 20;

export function first() {
  return one;
}
`;
const MINE = BASE.replace('return one;', 'return one + 1;');
const NEXT = BASE.replace('20', '50');
const OTHER = BASE.replace('return one;', 'return one * 2;');

/** A service with src/a.ts, which a person left as `mine`. */
async function edited(mine: string): Promise<AsyncDisposable & { root: string }> {
  const directory = await temporary();
  const root = join(directory.path, 'service');
  await run(root, files(BASE));
  await write(root, { 'src/a.ts': mine });
  return { root, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

function files(text: string, b = 'B\n'): OutputFile[] {
  return generated({ 'src/a.ts': text, b });
}

const read = (root: string, path: string): Promise<string> => readFile(join(root, path), 'utf8');
const exists = (root: string, path: string): Promise<boolean> =>
  stat(join(root, path)).then(Boolean, () => false);

/** Writes the conflict files, as a run without a terminal does. */
async function open(root: string, next: readonly OutputFile[]): Promise<void> {
  await applyPlan(conflictsOf(await plan(root, next)));
}

test('an edited file keeps the edit and gets what is new', async () => {
  await using service = await edited(MINE);
  const { plan: made } = await run(service.root, files(NEXT));
  assert.deepEqual(actions(made), { 'src/a.ts': 'merge', b: 'unchanged' });
  assert.equal(await read(service.root, 'src/a.ts'), MINE.replace('20', '50'));
  assert.equal(await readBase(service.root, 'src/a.ts'), NEXT, 'the base is the new pristine text');
  assert.match(
    formatPlan(made, { diff: true }),
    /Merge with your changes \(1\)\n {2}src\/a\.ts\n.*50/s,
  );
  assert.match(
    planAsJson(made).files.find(({ path }) => path === 'src/a.ts')?.diff ?? '',
    /\+.*50/,
  );
});

test('the run after a merge writes nothing, and what comes later is merged as well', async () => {
  await using service = await edited(MINE);
  await run(service.root, files(NEXT));
  const before = await identities(service.root);
  const { plan: again } = await run(service.root, files(NEXT));
  assert.deepEqual(actions(again), { 'src/a.ts': 'keep', b: 'unchanged' });
  assert.deepEqual(await identities(service.root), before);
  await run(service.root, files(NEXT.replace('size', 'length')));
  assert.equal(await read(service.root, 'src/a.ts'), MINE.replace('size = 20', 'length = 50'));
});

test('an edited file stays as it is while the generator has nothing new for it', async () => {
  await using service = await edited(MINE);
  const { plan: made } = await run(service.root, files(BASE, 'B2\n'));
  assert.deepEqual(actions(made), { 'src/a.ts': 'keep', b: 'rewrite' });
  assert.equal(await read(service.root, 'src/a.ts'), MINE);
});

test('a merged file keeps its line ends and its permissions', async () => {
  await using service = await edited(MINE.replaceAll('\n', '\r\n'));
  await run(service.root, files(NEXT));
  assert.equal(
    await read(service.root, 'src/a.ts'),
    MINE.replace('20', '50').replaceAll('\n', '\r\n'),
  );
});

test('a conflict is in the way, and nothing but its conflict file is written', async () => {
  await using service = await edited(MINE.replace('20', '21'));
  const before = await snapshot(service.root);
  const refused = await plan(service.root, files(OTHER.replace('20', '50'), 'B2\n'));
  assert.deepEqual(actions(refused), { 'src/a.ts': 'conflict!', b: 'rewrite' });
  assert.match(refused.obstacles[0]?.message ?? '', /--keep src\/a\.ts .* --take src\/a\.ts/);
  await assert.rejects(applyPlan(refused), ObstaclesError);
  assert.deepEqual(await snapshot(service.root), before);
  await applyPlan(conflictsOf(refused));
  const { [CONFLICT]: conflict, [RECORDS]: records, ...others } = await snapshot(service.root);
  assert.deepEqual(others, before);
  assert.ok(records);
  assert.match(
    conflict ?? '',
    /<<<<<<< yours\n {2}return one \+ 1;\n\|{7} as generated before\n {2}return one;\n=======\n {2}return one \* 2;\n>>>>>>> as generated now\n/,
  );
  const { places } = planAsJson(refused).conflicts[0] ?? {};
  assert.deepEqual(
    places?.map(({ mine }) => mine),
    ['export const size = 21;\n', '  return one + 1;\n'],
  );
});

test('a conflict that is decided in its file becomes the file, and the run goes on', async () => {
  await using service = await edited(MINE);
  const next = files(OTHER, 'B2\n');
  await open(service.root, next);
  const decided = MINE.replace('one + 1', 'one * 2 + 1');
  await write(service.root, { [CONFLICT]: decided });
  const { plan: made } = await run(service.root, next);
  assert.deepEqual(actions(made), { 'src/a.ts': 'merge', b: 'rewrite' });
  assert.equal(await read(service.root, 'src/a.ts'), decided);
  assert.equal(await exists(service.root, CONFLICT), false);
  assert.equal(await exists(service.root, RECORDS), false);
  assert.deepEqual((await run(service.root, next)).plan.changes, []);
});

test('a conflict file with marks is in the way and stays as the person left it', async () => {
  await using service = await edited(MINE);
  await open(service.root, files(OTHER));
  const begun = `// begun\n${await read(service.root, CONFLICT)}`;
  await write(service.root, { [CONFLICT]: begun });
  const refused = await plan(service.root, files(OTHER));
  assert.match(
    refused.obstacles[0]?.message ?? '',
    /still has marks of a conflict \(line 7, 9, 13\)/,
  );
  await open(service.root, files(OTHER));
  assert.equal(await read(service.root, CONFLICT), begun);
});

test('a conflict file that belongs to other versions is refused by name', async () => {
  const another = OTHER.replace('* 2', '* 3');
  for (const [what, next, mine] of [
    ['generated otherwise since', another, MINE],
    ['edited since', OTHER, MINE.replace('+ 1', '+ 3')],
    ['merged without it', NEXT, MINE],
    ['as generated', OTHER, BASE],
  ] as const) {
    await using service = await edited(MINE);
    await open(service.root, files(OTHER));
    await write(service.root, { [CONFLICT]: 'decided\n', 'src/a.ts': mine });
    const refused = await plan(service.root, files(next));
    const messages = refused.obstacles.map(({ message }) => message).join('\n');
    assert.match(messages, /src\/a\.ts\.conflict was made of other versions of src\/a\.ts/, what);
    await open(service.root, files(next));
    assert.equal(await read(service.root, CONFLICT), 'decided\n', what);
  }
});

test('a conflict file that nobody has edited is replaced, and goes with the conflict', async () => {
  await using service = await edited(MINE);
  await open(service.root, files(OTHER));
  await open(service.root, files(OTHER.replace('* 2', '* 3')));
  assert.match(await read(service.root, CONFLICT), /\* 3/);
  const { plan: made } = await run(service.root, files(NEXT));
  assert.deepEqual(actions(made), { 'src/a.ts': 'merge', b: 'unchanged' });
  assert.equal(await exists(service.root, CONFLICT), false);
  assert.equal(await exists(service.root, RECORDS), false);
});

test('a file of a person that only has the name of a conflict file is never touched', async () => {
  await using service = await edited(MINE);
  await write(service.root, { [CONFLICT]: 'theirs\n' });
  await run(service.root, files(NEXT));
  assert.equal(await read(service.root, CONFLICT), 'theirs\n');
  await using other = await edited(MINE);
  await write(other.root, { [CONFLICT]: 'theirs\n' });
  await open(other.root, files(OTHER));
  assert.equal(await read(other.root, CONFLICT), 'theirs\n');
});

test('a side that was chosen decides the conflicting places and no others', async () => {
  const [mine, next] = [MINE.replace('size', 'mySize'), `${OTHER}\nexport const added = 1;\n`];
  const expected = {
    mine: `${mine}\nexport const added = 1;\n`,
    next: `${mine.replace('one + 1', 'one * 2')}\nexport const added = 1;\n`,
    both: `${mine.replace('return one + 1;', 'return one + 1;\n  return one * 2;')}\nexport const added = 1;\n`,
  };
  for (const side of ['mine', 'next', 'both'] as const) {
    await using service = await edited(mine);
    await open(service.root, files(next));
    const resolutions: PlanOptions['resolutions'] = new Map([['src/a.ts', side]]);
    await run(service.root, files(next), { resolutions });
    assert.equal(await read(service.root, 'src/a.ts'), expected[side], side);
    assert.equal(await exists(service.root, CONFLICT), false);
    assert.deepEqual((await run(service.root, files(next))).plan.changes, [], side);
  }
});

test('what is no text is in the way until a side is chosen', async () => {
  await using service = await edited(BASE);
  const bytes = Buffer.from([0xff, 0x00, 0x0a]);
  await writeFile(join(service.root, 'src/a.ts'), bytes);
  const refused = await plan(service.root, files(NEXT));
  assert.match(refused.obstacles[0]?.message ?? '', /src\/a\.ts was edited, and it is not UTF-8/);
  assert.deepEqual(conflictsOf(refused).changes, []);
  await run(service.root, files(NEXT), { resolutions: new Map([['src/a.ts', 'mine']]) });
  assert.deepEqual(await readFile(join(service.root, 'src/a.ts')), bytes);
  const later = files(NEXT.replace('50', '60'));
  await run(service.root, later, { resolutions: new Map([['src/a.ts', 'next']]) });
  assert.equal(await read(service.root, 'src/a.ts'), NEXT.replace('50', '60'));
});

test('without its base an edited file is in the way until a side is chosen', async () => {
  await using service = await edited(MINE);
  await rm(join(service.root, '.resource-service/bases'));
  const refused = await plan(service.root, files(NEXT));
  assert.match(refused.obstacles[0]?.message ?? '', /git restore \.resource-service\/bases/);
  await run(service.root, files(NEXT), { resolutions: new Map([['src/a.ts', 'mine']]) });
  assert.equal(await read(service.root, 'src/a.ts'), MINE);
  assert.equal(await readBase(service.root, 'src/a.ts'), NEXT);
});

test('a file that is in the way of a generated one stays or goes when that is asked for', async () => {
  await using service = await edited(BASE);
  await write(service.root, { c: 'theirs\n' });
  const next = [...files(BASE), output('c', 'C\n')];
  const refused = await plan(service.root, next);
  assert.match(refused.obstacles[0]?.message ?? '', /c was not written by the generator.*--keep c/);
  const { plan: made } = await run(service.root, next, { resolutions: new Map([['c', 'mine']]) });
  assert.equal(actions(made)['c'], 'keep');
  assert.equal(await read(service.root, 'c'), 'theirs\n');
  assert.deepEqual(
    (await run(service.root, next)).plan.changes,
    [],
    'it is an edited file from then on',
  );
  await using other = await edited(BASE);
  await write(other.root, { c: 'theirs\n' });
  await run(other.root, next, { resolutions: new Map([['c', 'next']]) });
  assert.equal(await read(other.root, 'c'), 'C\n');
});

test('edited history stays or is replaced when that is asked for, an edited contract never', async () => {
  for (const [side, expected] of [
    ['mine', 'mine\n'],
    ['next', 'one\ntwo\n'],
  ] as const) {
    await using directory = await temporary();
    const root = join(directory.path, 'service');
    await run(root, [output('h', 'one\n', 'history'), output('v1', 'V\n', 'frozen')]);
    await write(root, { h: 'mine\n' });
    const next = [output('h', 'one\ntwo\n', 'history'), output('v1', 'V\n', 'frozen')];
    const resolutions = new Map([
      ['h', side],
      ['v1', side],
    ] as const);
    await run(root, next, { resolutions });
    assert.equal(await read(root, 'h'), expected);
    assert.deepEqual((await run(root, next)).plan.changes, [], side);
    await write(root, { v1: 'mine\n' });
    assert.equal(actions(await plan(root, next, { resolutions }))['v1'], 'edited!');
  }
});

test('a file that is no longer generated and edited goes when it is dropped', async () => {
  await using service = await edited(MINE);
  const rest = [output('b', 'B\n')];
  assert.deepEqual(actions(await plan(service.root, rest)), {
    'src/a.ts': 'leave',
    b: 'unchanged',
  });
  await run(service.root, rest, { drop: ['src/a.ts'] });
  assert.equal(await exists(service.root, 'src'), false);
});
