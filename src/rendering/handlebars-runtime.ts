import { createRequire } from 'node:module';

/** Handlebars without its compiler, for which it has no types of its own. */
export const runtime = createRequire(import.meta.url)('handlebars/runtime.js') as Pick<
  typeof import('handlebars'),
  'create' | 'createFrame'
>;
