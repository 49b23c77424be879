import { parentPort } from 'node:worker_threads';
import { format } from 'prettier';
import type { Unformatted } from './format.ts';
import { formatOptions } from './format-options.ts';

parentPort?.on('message', ({ path, text }: Unformatted) => {
  format(text, formatOptions(path)).then(
    (formatted) => parentPort?.postMessage({ text: formatted }),
    (error: unknown) =>
      parentPort?.postMessage({ message: error instanceof Error ? error.message : String(error) }),
  );
});
