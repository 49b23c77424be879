import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packagesOf } from '../../src/rendering/imports.ts';

/** Packages that nothing imports: tools, types, files that are served, and the Node of the service. */
const tools: ReadonlySet<string> = new Set([
  '@fastify/swagger-ui',
  '@types/node',
  '@types/pg',
  'node',
  'oxlint',
  'prettier',
  'typescript',
]);

/**
 * Where a service and its `package.json` differ. Services of the search share one installation of all packages, so nothing
 * fails where one is missing.
 */
export function packageFaults(service: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(service, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const { exclude: undeployed } = JSON.parse(
    readFileSync(join(service, 'tsconfig.build.json'), 'utf8'),
  ) as { exclude: readonly string[] };
  const all = { ...dependencies, ...devDependencies };
  const imported = new Set<string>();
  const faults: string[] = [];
  for (const folder of ['src', 'scripts', 'test']) {
    for (const entry of readdirSync(join(service, folder), { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('.ts')) continue;
      const path = join(service, folder, entry);
      const name = relative(service, path).split(sep).join('/');
      const isUndeployed = undeployed.some((one) => name === one || name.startsWith(`${one}/`));
      const known = folder === 'test' || isUndeployed ? all : dependencies;
      for (const needed of packagesOf(readFileSync(path, 'utf8'))) {
        imported.add(needed);
        if (Object.hasOwn(known, needed)) continue;
        faults.push(`${name} imports ${needed}, which package.json does not name`);
      }
    }
  }
  const idle = Object.keys(all).filter((name) => !imported.has(name) && !tools.has(name));
  return [...faults, ...idle.map((name) => `package.json names ${name}, which nothing imports`)];
}
