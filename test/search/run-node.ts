import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

/** Milliseconds after which a process is given up. */
const limit = 300_000;

export interface NodeRun {
  /** Null where it was killed. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Node in a service, with the one that runs this first on the path. */
export function runNode(
  cwd: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<NodeRun> {
  // A test runner that finds itself inside of another one reports to it and not to the screen.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...inherited, PATH: path, ...environment },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, stdout, stderr });
    });
  });
}
