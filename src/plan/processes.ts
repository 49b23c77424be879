import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from './io-errors.ts';

/** Names one process on one machine, also after its number was given to another. */
export interface ProcessIdentity {
  /** The machine and, in a container, its process namespace. */
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the system's own terms; empty where the system does not tell. */
  readonly start: string;
  /** When the identity was taken, ISO 8601. */
  readonly at: string;
}

export interface Processes {
  self(): Promise<ProcessIdentity>;
  /** In doubt true: then its files are left alone. */
  isAlive(identity: ProcessIdentity): Promise<boolean>;
  /** The same, where nothing but the number is known. */
  isRunning(pid: number): boolean;
}

/** Writing takes seconds: a process that cannot be asked, because it ran elsewhere, counts as ended after this time. */
const PATIENCE_MS = 10 * 60 * 1000;

export const nodeProcesses: Processes = {
  async self() {
    const start = (await startOf(process.pid)) ?? '';
    return { host: await hostOf(), pid: process.pid, start, at: new Date().toISOString() };
  },
  async isAlive(identity) {
    if (identity.host !== (await hostOf())) {
      return Date.now() - Date.parse(identity.at) < PATIENCE_MS;
    }
    if (!isRunning(identity.pid)) return false;
    const start = await startOf(identity.pid);
    return start === undefined || identity.start === '' || start === identity.start;
  },
  isRunning,
};

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function hostOf(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return namespace === '' ? hostname() : `${hostname()} ${namespace}`;
}

/** Linux: the boot and the clock tick at which the process started; `ended` for one that only waits to be collected. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // The second field, the command in parentheses, may hold anything; the rest is numbers.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : `${boot.trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}
