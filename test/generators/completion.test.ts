import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { withoutTool } from '../support/tools.ts';
import { command, launching } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';

const place = temporary();
after(() => place[Symbol.dispose]());
const bin = join(place.path, 'bin');
const service = join(place.path, 'service');
mkdirSync(bin);
mkdirSync(service);
const generator = [process.execPath, ...launching].map((word) => `'${word}'`).join(' ');
writeFileSync(join(bin, 'resource-service'), `#!/bin/sh\nexec ${generator} "$@"\n`);
chmodSync(join(bin, 'resource-service'), 0o755);
writeFileSync(
  join(service, 'service.yaml'),
  `service: { name: desk }
resources:
  ticket: { fields: { subject: { type: string } } }
  "$(touch hacked)": { fields: {} }
versioning: { versions: { 1: {}, 2: {} } }
`,
);

/** What a shell prints that runs a script and finds the command on its path. */
function shell(name: string, args: readonly string[]): string[] {
  const { stdout, stderr, error } = spawnSync(name, args, {
    cwd: service,
    encoding: 'utf8',
    timeout: 120_000,
    env: {
      ...process.env,
      HOME: place.path,
      TERM: 'xterm',
      PATH: [bin, dirname(process.execPath), process.env['PATH']].join(':'),
    },
  });
  assert.equal(error, undefined);
  assert.equal(stderr, '');
  return stdout.split('\n').filter((word) => word !== '');
}

/** What bash offers where a line ends, by its own completion. */
function bash(line: string): string[] {
  // Bash breaks a line at equals signs too.
  const words = line.replace(/=/g, ' = ').split(/ +/);
  return shell('bash', [
    '-c',
    `source <(resource-service completion bash)
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_resource_service
printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]);
}

/**
 * What an interactive zsh, in a terminal of its own, has in its line after Tab where all matches are inserted; then Ctrl-X tells the line.
 */
const zshScript = `
zmodload zsh/zpty
zpty typed zsh -f -i
zpty -w typed 'autoload -U compinit; compinit -D -u; source <(resource-service completion zsh)'
zpty -w typed 'zle -C all-matches complete-word _generic; bindkey "^I" all-matches'
zpty -w typed 'zstyle ":completion:all-matches:*" completer _all_matches _complete'
zpty -w typed 'zstyle ":completion:all-matches:*" insert true'
zpty -w typed 'tell() { print -r -- "<told>$BUFFER</told>"; exit }; zle -N tell; bindkey "^X" tell'
zpty -w -n typed "$1"$'\\t\\x18'
while zpty -r typed text; do print -rn -- "$text"; done
`;

/** What zsh offers where a line ends. */
function zsh(line: string): string[] {
  const shown = shell('zsh', ['-f', '-c', zshScript, 'zsh', line]).join('\n');
  const told = /<told>(resource-service [^]*?)<\/told>/.exec(shown)?.[1];
  assert.ok(told !== undefined, shown);
  const before = line.slice(0, line.lastIndexOf(' ') + 1);
  assert.ok(told.startsWith(before), told);
  // A line without matches stays as it is.
  return told === line ? [] : told.slice(before.length).trim().split(' ');
}

/** What fish offers where a line ends. */
function fish(line: string): string[] {
  const script = 'resource-service completion fish | source; complete -C $argv[1]';
  return shell('fish', ['--no-config', '-c', script, line]);
}

/** Each shell offers the same words; where there are none, bash leaves files to itself. */
const shells = [
  { name: 'bash', offered: bash, files: [], joined: '' },
  { name: 'zsh', offered: zsh, files: ['service.yaml'], joined: '--kit=' },
  { name: 'fish', offered: fish, files: ['service.yaml'], joined: '--kit=' },
] as const;

for (const { name, offered, files, joined } of shells) {
  const skip = withoutTool(name);
  for (const [line, words] of Object.entries({
    'resource-service ver': ['version'],
    'resource-service version --destination . deprecate ': ['1', '2'],
    'resource-service --kit=p': [`${joined}prototype`, `${joined}public-api`],
    'resource-service explain resources.t': ['resources.ticket'],
    'resource-service --spec ser': files,
  })) {
    test(`${name} completes "${line}"`, { skip }, () => {
      assert.deepEqual(offered(line).sort(), words);
    });
  }

  test(`${name} never evaluates a name in the file of the service`, { skip }, () => {
    assert.deepEqual(offered('resource-service resource '), ['ticket']);
    assert.deepEqual(readdirSync(service), ['service.yaml']);
  });
}

for (const [line, words] of Object.entries({
  'resource-service version de': ['deprecate'],
  'resource-service version deprecate ': ['1', '2'],
  'resource-service version release --ne': ['--next'],
  'resource-service --kit p': ['public-api', 'prototype'],
  'resource-service resource order --par': ['--parent'],
  'resource-service --package-manager ': ['npm', 'pnpm', 'yarn'],
  'resource-service --kit=': ['public-api', 'internal-service', 'prototype'],
  'resource-service kit inspect internal': ['internal-service'],
  'resource-service explain versioning.strat': ['versioning.strategy'],
  'resource-service completion f': ['fish'],
  'resource-service --spec ': [],
  'resource-service resource $': [],
})) {
  test(`"${line}" is completed`, () => {
    assert.deepEqual(bash(line), words);
  });
}

test('every shell has a script, another one is refused, and a broken file completes nothing', () => {
  for (const name of ['bash', 'zsh', 'fish']) {
    const { status, stdout } = command(service, ['completion', name]);
    assert.equal(status, 0);
    assert.match(stdout, /resource-service completion words/);
  }
  const refused = command(service, ['completion', 'tcsh']);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /tcsh[^]*bash, zsh and fish/);
  writeFileSync(join(service, 'service.yaml'), 'service: [');
  assert.deepEqual(bash('resource-service resource '), []);
});
