import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const module = fileURLToPath(
  new URL('../../../templates/src/runtime/service/log-output.ts', import.meta.url),
);

/** What a process has written when it is over. */
function writtenBy(script: string): string[] {
  const text = `import crypto from 'node:crypto';\nimport { openLog } from ${JSON.stringify(module)};\nconst { stream, flush } = openLog();\n${script}`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module-typescript'], {
    input: text,
    encoding: 'utf8',
  });
  assert.equal(status, 0);
  return stdout.split('\n').slice(0, -1);
}

const numbers = Array.from({ length: 1000 }, (_, index) => String(index).padStart(50, '.'));
const write = `for (let index = 0; index < 1000; index += 1) stream.write(String(index).padStart(50, '.') + '\\n');`;

/** All threads of the process have work for a while. */
const busy = `for (let thread = 0; thread < 8; thread += 1) crypto.pbkdf2('', '', 1e6, 32, 'sha512', () => {});`;

for (const [way, script] of [
  ['exits', `${write} process.exit();`],
  ['exits while its threads are busy', `${busy} ${write} process.exit();`],
  ['flushes the log', `${write} await flush(); process.exit();`],
  ['has nothing more to do', write],
] as const) {
  test(`a process that ${way} has written every line, in order`, () => {
    assert.deepEqual(writtenBy(script), numbers);
  });
}

test('a process that writes a single line and exits has written it', () => {
  assert.deepEqual(writtenBy(`stream.write('only\\n'); process.exit();`), ['only']);
});
