// Tries what npm would publish: packs it, installs it beside yo in an empty directory, and makes a service with each, under every Node that
// the generator supports. As root, yo runs as an unprivileged user, because it does not work otherwise.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'package-'));
const home = join(directory, 'home');
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

const supported = [22, 24, 26];
const tooOld = 20;

/** What the package consists of; anything else was not meant to be published. */
const published =
  /^(?:package\.json|README\.md|LICENSE|docs\/changes\.md|dist\/(?:bin|generators|src)\/.*\.(?:js|json)|dist\/bin\/package\.json|dist\/compiled\/[0-9a-f]{64}\.cjs|templates\/.*|examples\/.*\.(?:yaml|md)|kits\/.*\.(?:yaml|json))$/;

try {
  mkdirSync(home);
  for (const path of [directory, home]) chmodSync(path, 0o777);

  const packed = npm(['pack', '--json', '--pack-destination', directory, '--loglevel=error'], root);
  const [{ filename, files }] = packedIn(packed.stdout);
  const others = files.filter(({ path }) => !published.test(path));
  if (others.length > 0) throw new Error(`published for no reason: ${shownPaths(others)}`);

  writeFileSync(join(directory, 'package.json'), '{ "private": true }\n');
  const quietly = ['--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
  npm(['install', ...quietly, 'yo@7', join(directory, filename)], directory);
  const nodes = join(directory, 'nodes');
  mkdirSync(nodes);
  // Without it, npm would install into the directory above.
  writeFileSync(join(nodes, 'package.json'), '{ "private": true }\n');
  const binaries = [tooOld, ...supported].map(
    (version) =>
      `node-${String(version)}@npm:node-${process.platform}-${process.arch}@${String(version)}`,
  );
  npm(['install', ...quietly, '--no-save', ...binaries], nodes);
  const binaryOf = (version: number): string =>
    join(nodes, 'node_modules', `node-${String(version)}`, 'bin');

  let first: string | undefined;
  for (const version of supported) {
    const { stdout: found } = run('node', ['--version'], binaryOf(version));
    if (!found.startsWith(`v${String(version)}.`)) throw new Error(`this is Node ${found}`);
    const options = ['address-book', '--yes', '--skip-install', '--destination'];
    const byYo = join(home, `by-yo-${String(version)}`);
    run('node_modules/.bin/yo', ['resource-service', ...options, byYo], binaryOf(version), isRoot);
    const byCommand = join(home, `by-command-${String(version)}`);
    run('node_modules/.bin/resource-service', [...options, byCommand], binaryOf(version));
    for (const made of [byYo, byCommand]) {
      if (!existsSync(join(made, 'src', 'main.ts'))) throw new Error(`nothing was made in ${made}`);
      const other = (first ??= made);
      const { stdout } = run('diff', ['-r', other, made], binaryOf(version));
      if (stdout !== '') throw new Error(`${other} and ${made} differ:\n${stdout}`);
    }
    process.stdout.write(`Node ${String(version)}: yo and the command work. ${startOf(version)}\n`);
  }

  const refusal = start('node_modules/.bin/resource-service', ['--version'], binaryOf(tooOld));
  const lines = refusal.stderr.trim().split('\n');
  if (refusal.status !== 1 || lines.length !== 1 || !/needs Node 22\.18/.test(lines[0] ?? '')) {
    throw new Error(`under Node ${String(tooOld)}: ${refusal.stdout}${refusal.stderr}`);
  }
  process.stdout.write(`Node ${String(tooOld)}: ${lines.join('')}\n`);

  function startOf(version: number): string {
    const node = binaryOf(version);
    const [alone, command] = [
      leastProcessorTime(node, ['--eval', '0']),
      leastProcessorTime(node, ['node_modules/.bin/resource-service', '--help']),
    ];
    const ratio = (command / alone).toFixed(1);
    return `It starts in ${command.toFixed(0)} ms of processor time, Node alone in ${alone.toFixed(0)} (${ratio}).`;
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** What `npm pack --json` prints behind what the build prints. */
function packedIn(text: string): [Packed] {
  const value = JSON.parse(text.slice(text.search(/^[[{]\s*$/m))) as
    [Packed] | Record<string, Packed>;
  const [packed] = Array.isArray(value) ? value : Object.values(value);
  if (packed === undefined) throw new Error('npm packed nothing');
  return [packed];
}

function shownPaths(files: readonly { readonly path: string }[]): string {
  return files.map(({ path }) => path).join(', ');
}

/** Milliseconds that a start costs, the least of some, because a busy machine only makes it more. */
function leastProcessorTime(node: string, args: readonly string[]): number {
  const tell =
    "process.on('exit', () => { const { user, system } = process.cpuUsage(); process._rawDebug('cpu ' + (user + system)); })";
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`];
  const costs = Array.from({ length: 5 }, () => {
    const { stderr } = run(join(node, 'node'), [...preload, ...args], node);
    return Number(/cpu (\d+)/.exec(stderr)?.[1]) / 1000;
  });
  return Math.min(...costs);
}

/** Runs npm, with what it has stored already. */
function npm(args: readonly string[], cwd: string) {
  const cache = { npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm') };
  return checked(
    'npm',
    args,
    spawnSync('npm', args, { cwd, encoding: 'utf8', env: { ...process.env, ...cache } }),
  );
}

function start(command: string, args: readonly string[], node: string, asNobody = false) {
  const user = asNobody ? { uid: nobody, gid: nobody } : {};
  const path = [node, process.env['PATH'] ?? ''].join(delimiter);
  return spawnSync(command, args, {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, HOME: home },
    ...user,
  });
}

function run(command: string, args: readonly string[], node: string, asNobody = false) {
  return checked(command, args, start(command, args, node, asNobody));
}

function checked(command: string, args: readonly string[], result: ReturnType<typeof start>) {
  if (result.error) throw result.error;
  if (result.status === 0 || (command === 'diff' && result.status === 1)) return result;
  throw new Error(
    `${command} ${args.join(' ')}: status ${String(result.status)}\n${result.stdout}${result.stderr}`,
  );
}
