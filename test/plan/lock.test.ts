import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type Lock, LockError } from '../../src/plan/index.ts';
import { formatLock } from '../../src/plan/lock-format.ts';
import { assertHeader, parseLock } from '../../src/plan/lock-parse.ts';
import { assertSafePath, compare } from '../../src/plan/paths.ts';
import { sha256 } from '../../src/plan/text.ts';
import { temporary, write } from './support/trees.ts';

const entry = (path: string): Lock['files'][number] => ({
  path,
  ownership: 'generated',
  sha256: sha256(path),
  template: `${path}.hbs`,
  executable: false,
  deleted: false,
});
const lock = (...paths: string[]): Lock => ({
  generator: '0.1.0',
  header: { specification: 'abc' },
  files: paths.map(entry),
  theirs: [],
});

test('the lock is readable, sorted text', () => {
  const custom = { ...entry('src/custom.ts'), ownership: 'owned', deleted: true } as const;
  const program = { ...entry('bin/a b'), executable: true };
  const text = formatLock({ ...lock(), files: [custom, program], theirs: ['lib'] });
  assert.equal(
    text,
    [
      '# resource-service lock 1',
      '# generator 0.1.0',
      '# specification abc',
      '',
      `bin/a%20b generated ${sha256('bin/a b')} bin/a%20b.hbs executable`,
      'lib/ theirs',
      `src/custom.ts owned ${sha256('src/custom.ts')} src/custom.ts.hbs deleted`,
      '',
    ].join('\n'),
  );
});

test('what is written is read back', () => {
  const path = fc
    .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((segments) => segments.join('/'))
    .filter((path) => {
      try {
        assertSafePath(path);
        return true;
      } catch {
        return false;
      }
    });
  const file = fc.record(
    {
      path,
      ownership: fc.constantFrom(
        'generated' as const,
        'owned' as const,
        'frozen' as const,
        'history' as const,
      ),
      sha256: fc.string().map(sha256),
      template: fc.string({ unit: 'binary', minLength: 1 }),
      executable: fc.boolean(),
      deleted: fc.boolean(),
    },
    { noNullPrototype: true },
  );
  const files = fc.uniqueArray(file, { selector: (entry) => entry.path });
  fc.assert(
    fc.property(files, fc.uniqueArray(path), (files, theirs) => {
      const sorted = files.sort((a, b) => compare(a.path, b.path));
      const lock: Lock = {
        generator: '1.2.3-rc.1',
        header: { a: 'one two', b: 'é' },
        files: sorted,
        theirs: theirs.sort(compare),
      };
      assert.deepEqual(parseLock(formatLock(lock)), lock);
    }),
  );
});

test('lines in another order or with CRLF are read all the same', () => {
  const [first = '', ...rest] = formatLock(lock('a', 'b')).split('\n');
  const shuffled = [first, ...rest.reverse()].join('\r\n');
  assert.deepEqual(parseLock(shuffled), lock('a', 'b'));
});

const DAMAGE: readonly (readonly [string, (text: string) => string, number, RegExp])[] = [
  ['an empty file', () => '', 1, /not a lock/],
  ['another file', () => '{}', 1, /not a lock/],
  ['a later format', (text) => text.replace('lock 1', 'lock 2'), 1, /format 2.*later/],
  ['a conflict', (text) => text.replace('a gen', '<<<<<<< HEAD\na gen'), 5, /merge conflict/],
  ['half a line', (text) => text.slice(0, text.indexOf('a gen') + 20), 5, /SHA-256|path ownership/],
  ['a file twice', (text) => `${text}${text.split('\n')[4]}\n`, 6, /a is there twice/],
  ['a fact twice', (text) => `${text}# generator 0.2.0\n`, 6, /"generator" is there twice/],
  ['no generator', (text) => text.replace('# generator 0.1.0\n', ''), 1, /generator/],
  ['an unknown ownership', (text) => text.replace('generated', 'shared'), 5, /"shared"/],
  ['an unknown mark', (text) => text.replace(/\n$/, ' gone\n'), 5, /"gone"/],
  ['a path that leaves', (text) => text.replace('a gen', '../a gen'), 5, /no safe path/],
  [
    'a path of the bookkeeping',
    (text) => text.replace('a gen', '.resource-service/lock gen'),
    5,
    /bookkeeping/,
  ],
  ['a wrong escape', (text) => text.replace('a gen', '%61 gen'), 5, /encoded/],
  ['a broken escape', (text) => text.replace('a gen', '%zz gen'), 5, /encoded/],
];

for (const [name, damage, line, message] of DAMAGE) {
  test(`a damaged lock is refused with its line: ${name}`, () => {
    assert.throws(
      () => parseLock(damage(formatLock(lock('a')))),
      (error) => error instanceof LockError && error.line === line && message.test(error.message),
    );
  });
}

test('a header that could not be read back is refused', () => {
  assertHeader('0.1.0', { specification: 'two words' });
  for (const header of [
    { generator: '1' },
    { 'a b': 'c' },
    { a: 'b\nc' },
    { a: '' },
    { a: ' b' },
  ]) {
    assert.throws(() => assertHeader('0.1.0', header), TypeError);
  }
  assert.throws(() => assertHeader('', {}), TypeError);
});

test('git merges the locks of two branches that added different files', async (t) => {
  await using directory = await temporary();
  const text = (...extra: string[]): string =>
    formatLock(lock(...['a', 'd', 'g', ...extra].sort()));
  await write(directory.path, { ours: text('b'), base: text(), theirs: text('e') });
  const files = ['ours', 'base', 'theirs'].map((name) => join(directory.path, name));
  const merged = spawnSync('git', ['merge-file', '-p', ...files], { encoding: 'utf8' });
  if (merged.error !== undefined) {
    t.skip('no git');
    return;
  }
  assert.deepEqual(parseLock(merged.stdout), lock('a', 'b', 'd', 'e', 'g'));
});
