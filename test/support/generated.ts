import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { applyPlan } from '../../src/plan/index.ts';
import { planService } from '../../src/generate.ts';
import { editSpecification } from '../../src/specification/index.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const examples = ['order-desk', 'clinic', 'field-survey'] as const;

export function exampleText(name: string): string {
  return readFileSync(join(repository, 'examples', name, 'service.yaml'), 'utf8');
}

/** A specification of which every row exists for everybody: whoever sends anything is refused nothing for what it says. */
export function withoutRules(text: string): string {
  return editSpecification(text, [{ path: ['authentication', 'rules'], value: undefined }]);
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'generated-'));
}

/** Generates a service from the text of a specification, by the core. */
export async function generate(text: string, destination: string): Promise<void> {
  const planned = await planService({ text, file: 'service.yaml', destination, pinNode: false });
  if (!planned.ok) throw new Error(JSON.stringify(planned.mistakes, null, 2));
  await applyPlan(planned.plan);
}

/** Every file of a directory by its path, in the order of the paths. */
export function tree(directory: string): Map<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${directory}/node_modules/`))
    .toSorted();
  return new Map(entries.map((path) => [relative(directory, path), readFileSync(path, 'utf8')]));
}

/**
 * Gives a service its dependencies. They are installed once for each set of versions, and linked: npm takes longer than
 * all that is tested.
 */
export function install(service: string): void {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(service, 'package.json'), 'utf8'),
  ) as Record<string, object>;
  const digest = createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies]))
    .digest('hex')
    .slice(0, 16);
  const shared = join(tmpdir(), `generated-dependencies-${digest}`);
  if (!existsSync(shared)) {
    const staged = mkdtempSync(join(tmpdir(), 'generated-dependencies-'));
    spawnSync('cp', [join(service, 'package.json'), staged]);
    expectSuccess(run(staged, 'npm', ['install', '--no-fund', '--no-audit', '--loglevel=error']));
    try {
      renameSync(staged, shared);
    } catch {
      // Another test was faster.
    }
  }
  symlinkSync(join(shared, 'node_modules'), join(service, 'node_modules'));
}

/** Runs a command in a service, with the Node that runs the tests first on the path. */
export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): SpawnSyncReturns<string> {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  return spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...withoutTestRunner(), PATH: path, ...environment },
  });
}

/** TypeScript as tests call it, from the directory of a service: its threads share nothing, so one of them needs half of the time of four. */
export const compiler = ['node_modules/typescript/bin/tsc', '--singleThreaded'] as const;

/** Fails with what the compiler says of a service, which it has installed. */
export function expectTypes(service: string): void {
  expectSuccess(run(service, process.execPath, compiler));
}

/** What a start says that is refused; one that is not fails as soon as the service says that it listens. */
export async function refusedStart(
  service: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: service,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
    env: { ...withoutTestRunner(), PORT: '0', ...environment },
  });
  let listening = '';
  createInterface(child.stdout).on('line', (line) => {
    if (!line.startsWith('Listening on ')) return;
    listening = line;
    child.kill();
  });
  const closed = once(child, 'close');
  const said = await textOf(child.stderr);
  await closed;
  if (listening !== '') throw new Error(`the service starts, and should not: ${listening}`);
  if (child.signalCode !== null) throw new Error(`neither started nor refused: ${said}`);
  if (child.exitCode !== 1) throw new Error(`status ${String(child.exitCode)}\n${said}`);
  return said;
}

/** A test runner that believes to be inside another one reports to it instead of to the screen. */
function withoutTestRunner(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  return environment;
}

export function expectSuccess({ status, stdout, stderr, error }: SpawnSyncReturns<string>): string {
  if (error !== undefined) throw error;
  if (status === 0) return stdout;
  const said = `${stdout}\n${stderr}`;
  const failures = said.indexOf('failing tests:');
  const shown = failures === -1 ? said.slice(-8000) : said.slice(failures, failures + 8000);
  throw new Error(`status ${String(status)}\n${shown}`);
}
