import { join } from 'node:path';
import { expectSuccess, run } from '../../test/support/generated.ts';
import type { BuiltService } from './built-service.ts';
import { readContract } from './contract.ts';
import type { Example } from './example.ts';
import { request, type Exchange } from './request.ts';
import { startServer } from './server-process.ts';

/** Requests that are on their way at once. */
const together = 20;

/** Runs a script of a service that is built. @returns what it prints */
export function runScript(
  { directory }: BuiltService,
  environment: Readonly<Record<string, string>>,
  name: string,
  ...args: string[]
): string {
  return expectSuccess(
    run(directory, process.execPath, [join('dist', 'scripts', name), ...args], environment),
  );
}

/** @returns a new key; what it may do is said by options of the command that makes keys */
export function makeKey(
  built: BuiltService,
  environment: Readonly<Record<string, string>>,
  ...options: readonly string[]
): string {
  return runScript(built, environment, 'key.js', 'make', 'bench', ...options).split('\n')[0] ?? '';
}

/** Creates so many resources, each by a request that is made for its number, from 0. */
export async function fill(
  address: string,
  rows: number,
  create: (number: number) => Exchange,
): Promise<void> {
  for (let made = 0; made < rows; made += together) {
    const numbers = Array.from({ length: Math.min(together, rows - made) }, (_, at) => made + at);
    await Promise.all(numbers.map((number) => request(address, create(number))));
  }
}

/**
 * Fills an empty database through the service itself.
 *
 * @param url of the database
 * @returns a key that may do everything
 */
export async function seedThrough(
  built: BuiltService,
  example: Example,
  url: string,
  rows: number,
): Promise<string> {
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'silent', PORT: '0' };
  runScript(built, environment, 'seed.js');
  const key = makeKey(built, environment, ...example.everything);
  const { directory: cwd, main } = built;
  await using server = await startServer({ args: [main], cwd, core: undefined, environment });
  const { create } = await readContract(server.address, example, { key, first: 100 });
  await fill(server.address, rows, () => create());
  return key;
}
