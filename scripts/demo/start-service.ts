import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
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
  let key = '';
  let address = '';
  // Links name the port, so it is chosen before the service starts.
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
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    process.stderr.write(chunk);
    if (address === '') said += chunk;
  });
  for await (const line of createInterface(child.stdout)) {
    if (/_live_/.test(line)) key = line.trim();
    address = /^Listening on (.+)$/.exec(line)?.[1] ?? '';
    if (address !== '') break;
    said += `${line}\n`;
  }
  if (address === '') throw new Error(`the service did not start:\n${said}`);
  let output = '';
  // A process comes to a halt when its output is not read.
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

/**
 * A port that is free now. It is below those that the system gives to clients (from 32768 on Linux), which would take it
 * again at any moment.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(10_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('no port is free');
}
