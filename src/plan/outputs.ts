import { InvalidTextError, UnsafePathError } from './errors.ts';
import { isReserved } from './layout.ts';
import { assertDistinct, assertSafePath } from './paths.ts';
import { assertText } from './text.ts';
import type { OutputFile } from './types.ts';

/**
 * Checks what the rendering hands over, by path. Throws UnsafePathError for a path that would leave the destination or collide,
 * InvalidTextError for a text that would not come back as it was written.
 */
export function indexOutputs(outputs: readonly OutputFile[]): Map<string, OutputFile> {
  for (const { path, text, template } of outputs) {
    assertSafePath(path);
    if (isReserved(path)) throw new UnsafePathError(path, 'the bookkeeping lies there');
    assertText(path, text);
    if (template === '' || !template.isWellFormed()) {
      throw new InvalidTextError(`${path}: the template has no name.`);
    }
  }
  assertDistinct(outputs.map(({ path }) => path));
  return new Map(outputs.map((output) => [output.path, output]));
}
