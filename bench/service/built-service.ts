import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expectSuccess, generate, repository, run, tree } from '../../test/support/generated.ts';

/** What is kept from one run to the next. */
export const cache = join(repository, '.bench');

export interface BuiltService {
  readonly directory: string;
  /** The script that starts it, as in its Dockerfile. */
  readonly main: string;
}

/** Generates a service, gives it its dependencies and builds it, unless the same one was built before. */
export function buildService(name: string, text: string): Promise<BuiltService> {
  return build(name, (staged) => generate(text, staged));
}

/** @param make writes the service into an empty directory, without its dependencies */
export async function build(
  name: string,
  make: (staged: string) => Promise<unknown>,
): Promise<BuiltService> {
  mkdirSync(cache, { recursive: true });
  const staged = mkdtempSync(join(cache, 'staged-'));
  await make(staged);
  const files = tree(staged);
  // The plan of a generation holds its time.
  const sources = [...files].filter(([path]) => !path.startsWith('.resource-service'));
  const digest = digestOf(JSON.stringify(sources));
  const directory = join(cache, name);
  const built = { directory, main: join(directory, 'dist', 'src', 'main.js') };
  const stamp = join(directory, 'dist', 'digest');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) {
    rmSync(staged, { recursive: true });
    return built;
  }
  rmSync(directory, { recursive: true, force: true });
  renameSync(staged, directory);
  symlinkSync(dependencies(files.get('package.json') ?? ''), join(directory, 'node_modules'));
  expectSuccess(run(directory, 'npm', ['run', 'build', '--silent']));
  writeFileSync(stamp, digest);
  return built;
}

/** Installed once for each `package.json`. */
function dependencies(packageJson: string): string {
  const directory = join(cache, `dependencies-${digestOf(packageJson)}`);
  const modules = join(directory, 'node_modules');
  if (existsSync(modules)) return modules;
  const staged = mkdtempSync(join(cache, 'staged-'));
  writeFileSync(join(staged, 'package.json'), packageJson);
  expectSuccess(run(staged, 'npm', ['install', '--no-fund', '--no-audit', '--loglevel=error']));
  renameSync(staged, directory);
  return modules;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
