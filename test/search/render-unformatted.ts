import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { composeNewService } from '../../src/generate.ts';
import { buildModel } from '../../src/model/build.ts';
import { render } from '../../src/rendering/render.ts';
import type { Mistake } from '../../src/specification/index.ts';

/**
 * Writes the files of a service without formatting them, which takes most of the time of a generation and changes nothing of
 * what they do; and without lock and bases.
 *
 * @returns why the specification is refused; empty where it is not
 */
export async function renderUnformatted(
  text: string,
  directory: string,
): Promise<readonly Pick<Mistake, 'message'>[]> {
  const composed = composeNewService(text, 'service.yaml');
  if (!composed.ok) return composed.mistakes;
  const { specification, older, flags } = composed;
  const files = await render(buildModel(specification, older, flags), {
    runtime: { pinNode: false },
    isFormatted: false,
  });
  writeFiles(directory, [...files, { path: 'service.yaml', text }]);
  return [];
}

/** Writes files of a service, whatever stood there. */
export function writeFiles(
  directory: string,
  files: readonly { readonly path: string; readonly text: string }[],
): void {
  for (const file of files) {
    const path = join(directory, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.text);
  }
}
