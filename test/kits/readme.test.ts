import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command } from '../generators/support/command.ts';
import { temporary } from '../generators/support/stub-tools.ts';
import { repository } from '../support/generated.ts';

/** The commands of a section of README.md, as a reader would type them. */
function commandsIn(heading: string): string[][] {
  const text = readFileSync(join(repository, 'README.md'), 'utf8');
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = [...section.matchAll(/```sh\n([^`]*)```/g)].map(([, block = '']) => block);
  return blocks
    .join('')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
    );
}

test('the section of README.md about starter kits works as it is printed', () => {
  using place = temporary();
  let directory = place.path;
  const lines = commandsIn('Starter kits');
  assert.ok(lines.length >= 6, 'the section has no commands');
  const said: string[] = [];
  for (const [program, ...args] of lines) {
    if (program === 'cd') {
      directory = join(directory, args[0] ?? '');
      continue;
    }
    assert.equal(program, 'resource-service');
    const { status, stdout, stderr } = command(directory, args);
    assert.equal(status, 0, `${args.join(' ')}\n${stdout}${stderr}`);
    said.push(stdout);
  }
  assert.match(
    said.join(''),
    /versioning\.strategy: header\n {2}locked by the kit internal-service/,
  );
  const specification = readFileSync(join(directory, 'service.yaml'), 'utf8');
  assert.match(specification, /loan:[^]*due: \{ type: date, required: true \}/);
});
