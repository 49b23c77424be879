import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import type { Failure } from '../command/failure.ts';

/** What a service shows of its newest version. */
export interface Shown {
  readonly openapi: { readonly info: Readonly<Record<string, unknown>> };
  readonly recordings: { readonly exchanges: readonly unknown[] };
}

export type FreezeRun =
  { readonly ok: true; readonly shown: Shown } | { readonly ok: false; readonly failure: Failure };

const script = join('scripts', 'freeze.ts');

/** Has a service show what it promises, by its own code and with its own Node. */
export async function runFreeze(destination: string): Promise<FreezeRun> {
  const failed = (what: string, whatToDo: string): FreezeRun => ({
    ok: false,
    failure: { where: script, what, whatToDo },
  });
  if (!existsSync(join(destination, 'node_modules'))) {
    return failed(
      'The service has to run for its contract, and its dependencies are not installed.',
      'Run npm install in its directory, and then this again.',
    );
  }
  const { status, out, err } = await output(nodeOf(destination), [script], destination);
  if (status !== 0) {
    const last = err.trimEnd().split('\n').slice(-12).join('\n  ');
    return failed(
      `The service does not show its contract (${status === null ? 'it was stopped' : `status ${String(status)}`}):\n  ${last}`,
      'Make npm test pass in its directory, and then run this again.',
    );
  }
  const shown = parsed(out);
  return shown === undefined
    ? failed('It printed something else than a contract.', 'Take away what else prints there.')
    : { ok: true, shown };
}

/** The one that the service brings along, else the one that runs this. */
function nodeOf(destination: string): string {
  const own = join(destination, 'node_modules', 'node', 'bin', 'node');
  return existsSync(own) ? own : process.execPath;
}

function output(node: string, args: readonly string[], cwd: string) {
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

function parsed(text: string): Shown | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isShown(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isShown(value: unknown): value is Shown {
  const { openapi, recordings } = (value ?? {}) as Partial<Shown>;
  return typeof openapi?.info === 'object' && Array.isArray(recordings?.exchanges);
}
