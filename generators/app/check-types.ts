import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';

/** What the type checker says of one file of a service. */
export interface TypeFinding {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** The TypeScript of the service itself, because another version may check otherwise. */
const compiler = join('node_modules', 'typescript', 'bin', 'tsc');

/** A service of a hundred resources takes seconds; a compiler that hangs is stopped. */
const longest = 120_000;

/**
 * Runs the type checker of a service over it. Sorted as it comes, by file. Nothing where TypeScript is not installed or does not come to
 * an end: this is advice on files that are written already.
 */
export async function checkTypes(destination: string): Promise<TypeFinding[]> {
  if (!existsSync(join(destination, compiler))) return [];
  const child = spawn(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], {
    cwd: destination,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: longest,
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const said = await textOf(child.stdout);
  return (await ended) === null ? [] : findingsIn(said);
}

/** Reads lines such as `src/app.ts(3,7): error TS2304: Cannot find name 'x'.` */
function findingsIn(said: string): TypeFinding[] {
  return said.split(/\r?\n/).flatMap((line) => {
    const [, path, number, message] = /^(\S.*?)\((\d+),\d+\): error (TS\d+: .*)$/.exec(line) ?? [];
    return path === undefined || message === undefined
      ? []
      : [{ path, line: Number(number), message }];
  });
}
