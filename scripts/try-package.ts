// Tries what npm would publish: packs it, installs it beside yo in an empty directory, and makes a service with each.
// As root, yo runs as an unprivileged user, because it does not work otherwise.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'package-'));
const home = join(directory, 'home');
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

try {
  // The repository's Node may lie where the unprivileged user cannot reach it.
  mkdirSync(join(directory, 'bin'));
  copyFileSync(process.execPath, join(directory, 'bin', 'node'));
  mkdirSync(home);
  for (const path of [directory, home]) chmodSync(path, 0o777);

  run('npm', ['pack', '--pack-destination', directory, '--loglevel=error'], root);
  const { stdout } = run('ls', [directory], root);
  const tarball = stdout.split('\n').find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm packed nothing');
  writeFileSync(join(directory, 'package.json'), '{ "private": true }\n');
  const packages = ['yo@7', join(directory, tarball)];
  run(
    'npm',
    ['install', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error', ...packages],
    directory,
  );

  const options = ['address-book', '--yes', '--skip-install', '--destination'];
  const byYo = join(home, 'by-yo');
  run('node_modules/.bin/yo', ['resource-service', ...options, byYo], directory, isRoot);
  const byCommand = join(home, 'by-command');
  run('node_modules/.bin/resource-service', [...options, byCommand], directory);
  for (const made of [byYo, byCommand]) {
    if (!existsSync(join(made, 'src', 'main.ts'))) throw new Error(`nothing was made in ${made}`);
  }
  const { stdout: difference } = run('diff', ['-r', byYo, byCommand], directory);
  if (difference !== '') throw new Error(`yo and the command differ:\n${difference}`);
  process.stdout.write('The package works under yo and by its own command.\n');
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function run(command: string, args: readonly string[], cwd: string, asNobody = false) {
  const user = asNobody ? { uid: nobody, gid: nobody } : {};
  const path = [join(directory, 'bin'), process.env['PATH'] ?? ''].join(delimiter);
  const result = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, HOME: home },
    ...user,
  });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    throw new Error(
      `${command} ${args.join(' ')}: status ${String(result.status)}\n${result.stdout}${result.stderr}`,
    );
  }
  return result;
}
