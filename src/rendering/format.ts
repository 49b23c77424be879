import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { formatOptions } from './format-options.ts';

export interface Unformatted {
  readonly path: string;
  readonly text: string;
}

/** Loading prettier in a worker costs as much as formatting some thirty files. */
const worthAWorker = 30;

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
  let next = 0;
  let done = 0;

  function store(index: number, text: string): void {
    results[index] = text;
    done += 1;
    onProgress(done);
  }

  async function here(): Promise<void> {
    const { format } = await import('prettier');
    while (next < files.length) {
      const index = next;
      next += 1;
      const file = files[index];
      if (file !== undefined) store(index, await format(file.text, formatOptions(file.path)));
    }
  }

  async function there(): Promise<void> {
    const url = new URL(
      import.meta.url.endsWith('.ts') ? './format-worker.ts' : './format-worker.js',
      import.meta.url,
    );
    const worker = new Worker(url);
    try {
      while (next < files.length) {
        const index = next;
        next += 1;
        const file = files[index];
        if (file !== undefined) store(index, await askWorker(worker, file));
      }
    } finally {
      await worker.terminate();
    }
  }

  // This thread formats as well, so that one worker less has to be loaded.
  await Promise.all([here(), ...Array.from({ length: Math.max(0, workers - 1) }, there)]);
  return results;
}

type WorkerAnswer = { readonly text: string } | { readonly message: string };

function askWorker(worker: Worker, file: Unformatted): Promise<string> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => {
      reject(error);
    };
    worker.once('error', onError);
    worker.once('message', (answer: WorkerAnswer) => {
      worker.off('error', onError);
      if ('text' in answer) resolve(answer.text);
      else reject(new Error(`${file.path}: ${answer.message}`));
    });
    worker.postMessage(file);
  });
}
