import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packageRoot } from './package-root.ts';

/** Paths of all templates, sorted, with forward slashes. */
export function templatePaths(): string[] {
  const root = join(packageRoot(), 'templates');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}

export function templateText(path: string): string {
  return readFileSync(join(packageRoot(), 'templates', path), 'utf8');
}

/**
 * Where the file of a template goes. A leading underscore stands for a dot, because npm leaves some files that begin
 * with one out of a package.
 */
export function outputPath(template: string, resourceName?: string): string {
  const path = template
    .replace(/\.hbs$/, '')
    .split('/')
    .map((segment) => segment.replace(/^_/, '.'))
    .join('/');
  if (resourceName === undefined) return path;
  return path
    .replace(/^src\/resources\/resource\./, `src/resources/${resourceName}/${resourceName}.`)
    .replace(/^test\/resources\/resource\./, `test/resources/${resourceName}.`);
}
