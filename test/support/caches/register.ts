// Preloaded by the tests: what one process has compiled or formatted, the next one reads. A run makes the same service many
// times, and would format the same files each time, which takes most of a generation.
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'generator-tests-compiled');

registerHooks({
  resolve(specifier, context, next) {
    const isGenerator = context.parentURL?.includes('/src/rendering/format') === true;
    if (specifier !== 'prettier' || !isGenerator) return next(specifier, context);
    return { url: new URL('prettier.ts', import.meta.url).href, shortCircuit: true };
  },
});
