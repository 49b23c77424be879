import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { nodeOn } from './cores.ts';

/** A server that is stopped when it is disposed of. */
export interface ServerProcess extends AsyncDisposable {
  readonly address: string;
  /** Milliseconds from the start of the process until it listened. */
  readonly startedIn: number;
  usage(): Usage | undefined;
}

/** What a process has used so far. */
export interface Usage {
  /** Seconds on a processor. */
  readonly cpu: number;
  /** MiB of resident memory, now. */
  readonly memory: number;
}

export interface Start {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly core: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a server that prints "Listening on" and its address. */
export async function startServer({ args, cwd, core, environment }: Start): Promise<ServerProcess> {
  const started = performance.now();
  const [command, commandArgs] = nodeOn(core, args);
  const child = spawn(command, commandArgs, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await addressOf(createInterface(child.stdout));
  if (address === undefined) throw new Error(`${args.join(' ')} did not start`);
  const startedIn = performance.now() - started;
  // What it goes on printing is read, or it would wait for that.
  child.stdout.resume();
  return {
    address,
    startedIn,
    usage: () => usageOf(child.pid),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function addressOf(lines: ReturnType<typeof createInterface>): Promise<string | undefined> {
  for await (const line of lines) {
    const address = /^Listening on (.+)$/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  return undefined;
}

/** From proc(5); undefined on systems without it. */
function usageOf(pid: number | undefined): Usage | undefined {
  try {
    const directory = `/proc/${String(pid)}`;
    // Of each thread in nanoseconds: `stat` has hundredths of a second, which a short slice is too short for.
    const cpu = readdirSync(`${directory}/task`)
      .map((thread) => readFileSync(`${directory}/task/${thread}/schedstat`, 'utf8'))
      .reduce((sum, text) => sum + Number(text.split(' ', 1)[0]) / 1e9, 0);
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`${directory}/status`, 'utf8'))?.[1];
    return { cpu, memory: Number(resident) / 1024 };
  } catch {
    return undefined;
  }
}
