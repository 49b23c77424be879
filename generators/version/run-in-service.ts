import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';

/** The one that the service brings along, else the one that runs this. */
export function nodeOf(destination: string): string {
  const own = join(destination, 'node_modules', 'node', 'bin', 'node');
  return existsSync(own) ? own : process.execPath;
}

/** What it prints when it runs in a service, as on every other machine. */
export function output(node: string, args: readonly string[], cwd: string) {
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
    // In a database of its own, on this machine, in the same way everywhere.
    TEST_DATABASE_URL: 'none',
    TEST_MECHANISM: '',
    LOG_LEVEL: 'silent',
    TZ: 'UTC',
    NODE_TEST_CONTEXT: undefined,
  };
  return new Promise<{ status: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    const end = (status: number | null, message = ''): void => {
      resolve({
        status,
        out: Buffer.concat(out).toString('utf8'),
        err: message + Buffer.concat(err).toString('utf8'),
      });
    };
    child.once('error', (error) => end(1, error.message));
    child.once('close', (status) => end(status));
  });
}
