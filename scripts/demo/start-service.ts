import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

export interface RunningService {
  readonly address: string;
  readonly key: string;
  /** Of the process. */
  readonly id: number;
  /** What the service has printed since it listens. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a generated service on a free port, and reads its address and its first API key from what it prints. */
export async function startService(
  directory: string,
  main = join('src', 'main.ts'),
  environment: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
): Promise<RunningService> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [main, ...args], {
    cwd: directory,
    env: {
      ...process.env,
      PORT: port,
      LOG_LEVEL: 'warn',
      REQUEST_LIMITS: 'off',
      FIRST_CREDENTIAL: 'on',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let key = '';
  let address = '';
  for await (const line of createInterface(child.stdout)) {
    if (/_live_/.test(line)) key = line.trim();
    address = /^Listening on (.+)$/.exec(line)?.[1] ?? '';
    if (address !== '') break;
  }
  if (address === '') throw new Error('the service did not start');
  let output = '';
  // Who does not read what a process prints brings it to a halt.
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  return {
    address,
    key,
    id: child.pid ?? 0,
    output: () => output,
    async stop() {
      // One that a signal ended has no exit code.
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
