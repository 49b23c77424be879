import { join } from 'node:path';
import { expectSuccess, run } from '../../test/support/generated.ts';
import type { BuiltService } from './built-service.ts';
import { request, type Exchange } from './request.ts';

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
