import { parentPort } from 'node:worker_threads';
import type { Unformatted } from './format.ts';
import { formatText } from './format-text.ts';

parentPort?.on('message', (files: readonly Unformatted[]) => {
  formatted(files).then(
    (texts) => parentPort?.postMessage({ texts }),
    (error: unknown) =>
      parentPort?.postMessage({ message: error instanceof Error ? error.message : String(error) }),
  );
});

async function formatted(files: readonly Unformatted[]): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files) texts.push(await formatText(file));
  return texts;
}
