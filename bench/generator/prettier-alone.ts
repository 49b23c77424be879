// Formats the files of a service that are rendered for it, in two workers: what no generation of it can do without.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Unformatted } from '../../src/rendering/format.ts';

const [path = ''] = process.argv.slice(2);
const files = JSON.parse(readFileSync(path, 'utf8')) as Unformatted[];
let next = 0;

async function formatNext(worker: Worker): Promise<void> {
  for (let file = files[next]; file !== undefined; file = files[next]) {
    next += 1;
    worker.postMessage([file]);
    const [{ message }] = (await once(worker, 'message')) as [{ readonly message?: string }];
    if (message !== undefined) throw new Error(message);
  }
  await worker.terminate();
}

const workers = [1, 2].map(
  () => new Worker(new URL('../../src/rendering/format-worker.ts', import.meta.url)),
);
await Promise.all(workers.map(formatNext));
