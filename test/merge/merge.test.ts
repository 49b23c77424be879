import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merge, type MergeInput } from '../../src/merge/index.ts';

/** What becomes of two changes of a text: the text, or how many places conflict. */
async function merged(input: Omit<MergeInput, 'style'>): Promise<string | number> {
  const result = await merge({ ...input, style: { singleQuote: true, printWidth: 100 } });
  return result.kind === 'clean' ? result.text : result.places.length;
}

const path = 'src/a.ts';

test('where one side changed nothing, the other is taken as it is', async () => {
  const input = { path, base: 'a;\n', mine: 'b  ;\n' };
  assert.equal(await merged({ ...input, next: 'a;\n' }), 'b  ;\n');
  assert.equal(await merged({ path, base: 'a;\n', mine: 'a;\n', next: 'c;\n' }), 'c;\n');
  assert.equal(await merged({ ...input, next: 'b  ;\n' }), 'b  ;\n');
});

test('imports and declarations that both add in one place all come in', async () => {
  const base = "import { a } from './a.ts';\n\nexport const one = a;\n";
  const add = (name: string) =>
    base
      .replace('\n\n', `\nimport { ${name} } from './${name}.ts';\n\n`)
      .concat(`export const from${name} = ${name};\n`);
  const text = await merged({ path, base, mine: add('mine'), next: add('next') });
  for (const name of ['mine', 'next']) {
    assert.match(
      String(text),
      new RegExp(`import \\{ ${name} \\}.*\n(.*\n)*export const from${name}`),
    );
  }
});

test('names that both add to one import are united', async () => {
  const base = "import { a } from './a.ts';\n";
  const [mine, next] = [base.replace('{ a }', '{ a, mine }'), base.replace('{ a }', '{ a, next }')];
  const text = String(await merged({ path, base, mine, next }));
  assert.match(text, /^import \{ a, (mine, next|next, mine) \} from '\.\/a\.ts';\n$/);
});

test('a declaration that a person moved gets what is new in it', async () => {
  const [first, second] = [
    'export function first() {\n  return 1;\n}\n',
    'export function second() {\n  return 2;\n}\n',
  ];
  const input = { path, base: `${first}\n${second}`, mine: `${second}\n${first}` };
  const next = input.base.replace('return 1', 'return 11');
  assert.equal(await merged({ ...input, next }), input.mine.replace('return 1', 'return 11'));
});

test('neighbouring members are merged one by one', async () => {
  const base = 'export const a = {\n  one: 1,\n  two: 2,\n  three: 3,\n};\n';
  const [mine, next] = [base.replace('one: 1', 'one: 10'), base.replace('two: 2', 'two: 20')];
  assert.equal(await merged({ path, base, mine, next }), mine.replace('two: 2', 'two: 20'));
  const members = 'export class A {\n  one = 1;\n  two() {\n    return 2;\n  }\n}\n';
  const [typed, made] = [
    members.replace('= 1', '= 10'),
    members.replace('two()', 'two(x: number)'),
  ];
  assert.equal(
    await merged({ path, base: members, mine: typed, next: made }),
    typed.replace('two()', 'two(x: number)'),
  );
});

test('a file that a person formatted anew keeps their format but where the generator changes it', async () => {
  const base = "export const a = {\n  one: 'x',\n  two: 'y',\n};\n\nexport const b = 1;\n";
  const mine = 'export const a = {\n\tone: "x",\n\ttwo: "y",\n};\n\nexport const b   =   1\n';
  const text = String(await merged({ path, base, mine, next: base.replace("'y'", "'z'") }));
  assert.match(text, /\tone: "x",\n +two: 'z',/);
  assert.match(text, /export const b {3}= {3}1\n/);
});

test('what one side changed and the other took out is a conflict', async () => {
  const base = 'export const a = 1;\n\nexport const b = 2;\n';
  const without = 'export const a = 1;\n';
  const changed = base.replace('b = 2', 'b = 3');
  assert.equal(await merged({ path, base, mine: without, next: changed }), 1);
  assert.equal(await merged({ path, base, mine: changed, next: without }), 1);
});

test('what both sides add by the same name is a conflict, also in different places', async () => {
  const base = 'export const a = 1;\n\nexport const b = 2;\n\nexport const c = 3;\n';
  const mine = `${base}\nexport const d = 4;\n`;
  const next = base.replace('export const b', 'export const d = 5;\n\nexport const b');
  assert.equal(await merged({ path, base, mine, next }), 1);
});

test('statements that both put into one place are a conflict, because their order may matter', async () => {
  const base = 'export function a() {\n  open();\n  close();\n}\n';
  const add = (name: string) => base.replace('open();\n', `open();\n  ${name}();\n`);
  assert.equal(await merged({ path, base, mine: add('mine'), next: add('next') }), 1);
});

test('broken syntax is merged by line, and never taken apart', async () => {
  const base = 'export const a = 1;\n\nexport const b = 2;\n\nexport const c = 3;\n';
  const mine = base.replace('a = 1;', 'a = {{{');
  assert.equal(
    await merged({ path, base, mine, next: base.replace('c = 3', 'c = 4') }),
    mine.replace('c = 3', 'c = 4'),
  );
  assert.equal(await merged({ path, base, mine, next: base.replace('a = 1', 'a = 2') }), 1);
});

test('lines keep their ends', async () => {
  const base = 'a();\n\nb();\n\nc();\n';
  const mine = 'a();\r\n\r\nb2();\r\n\nc();\n';
  assert.equal(
    await merged({ path, base, mine, next: base.replace('c()', 'c2()') }),
    'a();\r\n\r\nb2();\r\n\nc2();\n',
  );
});

test('JSON is merged by key, with commas where they belong', async () => {
  const base = '{\n  "a": 1,\n  "b": { "c": 1 }\n}\n';
  const mine = '{\n  "a": 1,\n  "b": { "c": 1, "mine": 2 },\n  "mine": true\n}\n';
  const next = '{\n  "a": 1,\n  "b": { "c": 3 },\n  "next": true\n}\n';
  const text = String(await merged({ path: 'package.json', base, mine, next }));
  assert.deepEqual(JSON.parse(text), { a: 1, b: { c: 3, mine: 2 }, mine: true, next: true });
});

test('YAML is merged by key, and comments stay', async () => {
  const base = 'a: 1\nb:\n  - name: x\n    v: 1\n  - name: y\n';
  const mine = 'a: 1 # why\n# mine\nmine: 2\nb:\n  - name: x\n    v: 1 # one\n  - name: y\n';
  const next = 'a: 1\nnext: 3\nb:\n  - name: x\n    v: 1\n    w: 2\n  - name: y\n';
  const text = String(await merged({ path: 'compose.yaml', base, mine, next }));
  for (const part of ['a: 1 # why', '# mine\nmine: 2', 'next: 3', 'v: 1 # one\n    w: 2']) {
    assert.ok(text.includes(part), `${part}\n\n${text}`);
  }
});

test('a key that both sides change is a conflict', async () => {
  const texts = (value: number) => `a: ${value}\nb: 1\n`;
  assert.equal(await merged({ path: 'a.yaml', base: texts(1), mine: texts(2), next: texts(3) }), 1);
  const json = (value: number) => `{ "a": ${value}, "b": 1 }\n`;
  assert.equal(await merged({ path: 'a.json', base: json(1), mine: json(2), next: json(3) }), 1);
});
