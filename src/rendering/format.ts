import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export interface Unformatted {
  readonly path: string;
  readonly text: string;
}

/** Loading prettier in a worker costs as much as formatting some thirty files. */
const worthAWorker = 30;

/** How many files a worker is given at once: it waits for this thread to hear of them and to give it more. */
const batch = 10;

/** MiB for what a worker has just made; it makes a lot, and keeps little of it. */
const nursery = 16;

/**
 * Formats TypeScript, in worker threads where there is much of it. The order of the answer is that of the question.
 *
 * @param onProgress called with the number of files that are done
 */
export async function formatAll(
  files: readonly Unformatted[],
  onProgress: (done: number) => void = () => undefined,
): Promise<string[]> {
  const workers = Math.min(availableParallelism(), 4, Math.floor(files.length / worthAWorker));
  const results: string[] = [];
  if (files.length === 0) return results;
  let next = 0;
  let done = 0;

  /** Takes the next files, by their indexes. */
  function take(count: number): number[] {
    const first = next;
    next = Math.min(files.length, first + count);
    return Array.from({ length: next - first }, (_, index) => first + index);
  }

  const fileAt = (index: number): Unformatted => files[index] ?? { path: '', text: '' };

  function store(index: number, text: string): void {
    results[index] = text;
    done += 1;
    onProgress(done);
  }

  async function here(): Promise<void> {
    const { formatText } = await import('./format-text.ts');
    for (let [index] = take(1); index !== undefined; [index] = take(1)) {
      store(index, await formatText(fileAt(index)));
      // Formatting never waits for anything: without this, no progress would be seen.
      await setImmediate();
    }
  }

  async function there(): Promise<void> {
    const url = new URL(
      import.meta.url.endsWith('.ts') ? './format-worker.ts' : './format-worker.js',
      import.meta.url,
    );
    const worker = new Worker(url, { resourceLimits: { maxYoungGenerationSizeMb: nursery } });
    try {
      for (let indexes = take(batch); indexes.length > 0; indexes = take(batch)) {
        const texts = await askWorker(worker, indexes.map(fileAt));
        for (const [position, index] of indexes.entries()) store(index, texts[position] ?? '');
      }
    } finally {
      await worker.terminate();
    }
  }

  // What a worker makes at once is bounded, and what this thread would make is not.
  await (workers < 2 ? here() : Promise.all(Array.from({ length: workers }, there)));
  return results;
}

type WorkerAnswer = { readonly texts: readonly string[] } | { readonly message: string };

function askWorker(worker: Worker, files: readonly Unformatted[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer: WorkerAnswer) => {
      worker.off('error', reject);
      if ('texts' in answer) resolve(answer.texts);
      else reject(new Error(answer.message));
    });
    worker.postMessage(files);
  });
}
