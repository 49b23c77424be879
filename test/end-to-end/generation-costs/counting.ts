// Preloaded into the generator: counts what a run loads, reads and formats, and writes that down when the run ends.
import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { Counted } from './counted.ts';

const file = process.env['COUNTING_FILE'];

if (file !== undefined && isMainThread) {
  const modules: string[] = [];
  registerHooks({
    load: (url, context, next) => {
      modules.push(url);
      return next(url, context);
    },
  });
  const reads = new Map<string, number>();
  const { readFileSync } = fs;
  const counted = (...args: Parameters<typeof readFileSync>) => {
    const [path] = args;
    if (typeof path === 'string') reads.set(resolve(path), (reads.get(resolve(path)) ?? 0) + 1);
    return readFileSync(...args);
  };
  fs.readFileSync = counted as typeof readFileSync;
  syncBuiltinESMExports();
  process.on('exit', () => {
    const result: Counted = { modules, reads: Object.fromEntries(reads) };
    fs.writeFileSync(file, JSON.stringify(result));
  });
}
