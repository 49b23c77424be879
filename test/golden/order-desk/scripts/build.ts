// Builds the service into dist/: npm run build
// A start would read a thousand files of its packages, which takes most of its time. What every start needs is written into a few.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { build, type Plugin } from 'rolldown';

const root = join(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** Packages that every start loads. All others stay in node_modules, where tracing tools such as OpenTelemetry find them too. */
const bundled = [
  '@rgrove/parse-xml',
  'ajv',
  'ajv-formats',
  'close-with-grace',
  'fastify',
  'kysely',
  'pino',
  'typebox',
];

/** What Fastify requires where it is used, which no start of a service does: it stays in node_modules, and no start reads it. */
const unread = new Set([
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]);

/** Files of scripts for development, which a deployed service does without. */
const { exclude: undeployed } = JSON.parse(
  readFileSync(join(root, 'tsconfig.build.json'), 'utf8'),
) as { readonly exclude: readonly string[] };

/** Files that are started, or loaded by their address. */
const entries = [
  'src/main.ts',
  'src/runtime/storage/sqlite-thread.ts',
  'src/storage/migrations/*.ts',
  'scripts/*.ts',
];

const nameOf = (path: string) => path.split(sep).join('/').replace(/\.ts$/, '');

/** What a module reads beside itself is found as if each module still had a file of its own, at the same place in dist/. */
const addresses: Plugin = {
  name: 'addresses of modules',
  transform(code, id) {
    if (!code.includes('import.meta.') || !isOwn(id)) return undefined;
    const file = JSON.stringify(`${nameOf(relative(root, id))}.js`);
    return unmoved(
      code
        .replaceAll('import.meta.url', `addressInBuild(${file})`)
        .replaceAll('import.meta.filename', file),
    );
  },
  renderChunk(code, { fileName }) {
    const from = posix.dirname(fileName);
    const address = (_: string, file: string) =>
      `new URL(${JSON.stringify(posix.relative(from, file))}, import.meta.url).href`;
    return unmoved(code.replaceAll(/addressInBuild\("([^"]+)"\)/g, address));
  },
};

/** What packages require of Node for servers that most services are not: it is loaded when they use it, instead of at each start. */
const lateModules: Plugin = {
  name: 'late modules of Node',
  transform(code, id) {
    if (isOwn(id)) return undefined;
    const late = code.replaceAll(
      /^(const \w+ = )require\('(node:(?:http2|https))'\)/gm,
      "$1new Proxy({}, { get: (_, name) => process.getBuiltinModule('$2')[name] })",
    );
    return late === code ? undefined : unmoved(late);
  },
};

/** Code whose lines are where they were, so that source maps still hold. */
function unmoved(code: string) {
  return { code, map: null };
}

/** Whether a module is the service's own. */
function isOwn(id: string): boolean {
  return id.startsWith(root) && !id.includes('node_modules');
}

/** Whether an import stays an import, by what is imported and the module that imports it. */
function isExternal(imported: string, importer: string | undefined): boolean {
  if (importer === undefined) return false;
  if (!isOwn(importer)) return unread.has(imported);
  const isOf = (name: string) => imported === name || imported.startsWith(`${name}/`);
  return Object.keys(dependencies).some(isOf) && !bundled.some(isOf);
}

const paths = globSync(entries, { cwd: root }).filter(
  (path) => !undeployed.includes(path.split(sep).join('/')),
);

rmSync(join(root, 'dist'), { recursive: true, force: true });
await build({
  cwd: root,
  input: Object.fromEntries(paths.toSorted().map((path) => [nameOf(path), path])),
  platform: 'node',
  external: isExternal,
  // As tsconfig.json has it, the compiler would rewrite what the oldest Node of package.json knows by itself.
  transform: { target: 'node24.11' },
  plugins: [addresses, lateModules],
  logLevel: 'warn',
  output: {
    dir: 'dist',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
    // A start reads all of it, and V8 keeps a file of ASCII alone in half the memory; texts of documentation say nothing to it.
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
  },
});
