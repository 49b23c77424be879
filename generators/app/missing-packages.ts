import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import semver from 'semver';
import { isMapping } from '../../src/specification/plain.ts';

/**
 * Packages that `package.json` of a service names and that are not installed, or only in a version that it does not take. Sorted.
 * Nothing where Yarn keeps packages without `node_modules`.
 */
export function missingPackages(destination: string): string[] {
  if (existsSync(join(destination, '.pnp.cjs'))) return [];
  const { dependencies, devDependencies } = jsonOf(join(destination, 'package.json'));
  const ranges = [dependencies, devDependencies].filter(isMapping).flatMap(Object.entries);
  const { resolve } = createRequire(join(destination, 'package.json'));
  return ranges
    .filter(([name, range]) => !isInstalled(name, range, resolve.paths(name) ?? []))
    .map(([name]) => name)
    .toSorted();
}

function isInstalled(name: string, range: unknown, directories: readonly string[]): boolean {
  const file = directories
    .map((directory) => join(directory, name, 'package.json'))
    .find((path) => existsSync(path));
  if (file === undefined) return false;
  // A path, an address or the name of another package is no range.
  if (typeof range !== 'string' || semver.validRange(range) === null) return true;
  const { version } = jsonOf(file);
  return (
    typeof version === 'string' && semver.satisfies(version, range, { includePrerelease: true })
  );
}

/** Empty where the file is missing or holds no JSON object. The package manager reports that. */
function jsonOf(path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isMapping(value) ? value : {};
  } catch {
    return {};
  }
}
