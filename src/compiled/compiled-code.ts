import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Whether this runs from a clone, where what code is compiled from may change at any time. */
export const isSource = import.meta.url.endsWith('.ts');

/** Code that is compiled once: in the package made by the build, in a clone made when it is needed first. */
export const compiledDirectory = fileURLToPath(
  new URL(
    isSource ? '../../node_modules/.cache/generator-resource-service' : '../../compiled',
    import.meta.url,
  ),
);

/** What the module of this name exports; undefined where there is none, or none that can be read. */
export function readCompiled(name: string, directory = compiledDirectory): unknown {
  try {
    return require(pathOf(name, directory)) as unknown;
  } catch {
    return undefined;
  }
}

/** Keeps the code of a module for the next start. Writes to another name first, so that a reader never sees half of the file. */
export function writeCompiled(name: string, code: string, directory = compiledDirectory): void {
  const path = pathOf(name, directory);
  mkdirSync(directory, { recursive: true });
  const staged = `${path}.${String(process.pid)}`;
  writeFileSync(staged, code);
  renameSync(staged, path);
}

/** The same in a clone alone; where it cannot be written, the next start compiles it again. */
export function keepCompiled(
  name: string,
  code: () => string,
  directory = compiledDirectory,
): void {
  if (!isSource) return;
  try {
    writeCompiled(name, code(), directory);
  } catch {
    // The folder may be read-only.
  }
}

function pathOf(name: string, directory: string): string {
  return join(directory, `${name}.cjs`);
}
