import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { command } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';
import { openTerminal, skip } from './support/terminal.ts';

const escape = '\u001b[';
const openapi = fileURLToPath(new URL('../fixtures/openapi/library.yaml', import.meta.url));
const small = ['desk', '--yes', '--dry-run'];

test('output that is piped has no colours, unless they are forced', () => {
  using directory = temporary();
  const { NO_COLOR: _, FORCE_COLOR: __, ...environment } = process.env;
  const piped = command(directory.path, small, { ...environment, FORCE_COLOR: undefined });
  assert.equal(piped.status, 0);
  assert.ok(!(piped.stdout + piped.stderr).includes(escape));
  const off = command(directory.path, ['--nonsense'], { NO_COLOR: '1' });
  assert.ok(!(off.stdout + off.stderr).includes(escape));
  const forced = command(directory.path, ['--nonsense'], { NO_COLOR: undefined, FORCE_COLOR: '1' });
  assert.ok(forced.stderr.includes(escape));
});

test('every command that is piped prints lines of plain text', () => {
  using directory = temporary();
  const environment = { FORCE_COLOR: undefined, NO_COLOR: undefined, TERM: 'xterm-256color' };
  const piped = (args: readonly string[]) => command(directory.path, args, environment);
  const made = [...small.slice(0, 2), '--destination', 'desk', '--skip-install'];
  const service = ['--destination', 'desk'];
  const commands: readonly (readonly [readonly string[], number])[] = [
    [['--help'], 0],
    [['--version'], 0],
    [made, 0],
    [['check', ...service], 0],
    [['check', '--edits', ...service], 0],
    [['version', 'status', ...service], 0],
    [['version', 'release', '--dry-run', ...service], 0],
    [['version', 'deprecate', '7', ...service], 1],
    [['resource', 'loan', 'due:date!', '--dry-run', ...service], 0],
    [['explain', 'limits.body', ...service], 0],
    [['eject', '--dry-run', ...service], 0],
    [['classify', 'desk/service.yaml', 'desk/service.yaml'], 0],
    [['import', openapi, '--dry-run'], 0],
    [['kit', 'inspect', 'public-api'], 0],
    [['kit', 'outdated', ...service], 0],
    [['completion', 'zsh'], 0],
    [['chekc'], 1],
  ];
  for (const [args, status] of commands) {
    const { stdout, stderr, status: ended } = piped(args);
    assert.equal(ended, status, `${args.join(' ')}\n${stdout}${stderr}`);
    for (const text of [stdout, stderr]) {
      assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u, args.join(' '));
    }
  }
});

for (const [environment, isColoured] of [
  [{}, true],
  [{ NO_COLOR: '1' }, false],
] as const) {
  test(
    `a terminal with ${JSON.stringify(environment)} has ${isColoured ? '' : 'no '}colours`,
    { skip },
    async () => {
      using directory = temporary();
      await using terminal = openTerminal(directory.path, [], environment, 60, 24);
      await terminal.until('Name of the service');
      const coloured = terminal.screen().includes(escape);
      assert.equal(coloured, isColoured);
      const longest = Math.max(
        ...terminal
          .history()
          .split('\n')
          .map((line) => line.trimEnd().length),
      );
      assert.ok(longest <= 60);
    },
  );
}
