import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where this package lies: sources run from there, built code one level below it. */
export function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (
    !existsSync(join(directory, 'templates')) ||
    !existsSync(join(directory, 'package.json'))
  ) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error('the package is incomplete: it has no templates');
    directory = parent;
  }
  return directory;
}

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
