import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Route } from '../../endpoints/route.ts';

const require = createRequire(import.meta.url);
const manifest = '@fastify/swagger-ui/package.json';
const { version } = require(manifest) as { readonly version: string };
const folder = join(dirname(require.resolve(manifest)), 'static');

/** What the page loads, and nothing else of the package. */
const assets = [
  { file: 'swagger-ui.css', mediaType: 'text/css' },
  { file: 'swagger-ui-bundle.js', mediaType: 'text/javascript' },
] as const;

/** The address holds the version of the library: what was fetched from it never changes. */
export function assetPath(file: (typeof assets)[number]['file']): string {
  return `/docs/${version}/${file}`;
}

const files = new Map<string, Buffer>();

/** Read when somebody first looks at the page. */
async function bytesOf(file: string): Promise<Buffer> {
  const bytes = files.get(file) ?? (await readFile(join(folder, file)));
  files.set(file, bytes);
  return bytes;
}

/** The files behind the documentation page. They are no part of the interface. */
export const documentationAssets: readonly Route[] = assets.map(({ file, mediaType }) => ({
  path: assetPath(file),
  isHidden: true,
  operations: {
    GET: {
      id: `get${file}`,
      summary: `Load ${file}`,
      tag: 'Service',
      isPublic: true,
      // A page of the documentation loads all of them.
      isUncounted: true,
      mediaType,
      cacheControl: 'public, max-age=31536000, immutable',
      answers: { 200: { description: 'The file.' } },
      handle: async () => ({ status: 200, body: await bytesOf(file) }),
    },
  },
}));
