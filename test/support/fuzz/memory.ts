import { readFileSync } from 'node:fs';

/** Mebibytes that a process has in memory; undefined where the system does not tell. */
export function memoryOf(process: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${String(process)}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  } catch {
    return undefined;
  }
}
