import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { packageRoot } from '../rendering/package-root.ts';

/** The file that makes a directory a kit. */
export const kitFile = 'kit.yaml';

/** The kits that come with the generator. */
export const shippedKits = ['public-api', 'internal-service', 'prototype'] as const;

const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Whether a reference names a directory and no package. */
export function isDirectory(ref: string): boolean {
  return isAbsolute(ref) || /^\.{1,2}(?:[/\\]|$)/.test(ref);
}

/** The directory that a reference names, seen from a directory, or why there is none. */
export function findKit(
  ref: string,
  from: string,
): { readonly directory: string } | { readonly problem: string } {
  if (isDirectory(ref)) {
    const directory = resolve(from, ref);
    return existsSync(join(directory, kitFile))
      ? { directory }
      : { problem: `there is no ${kitFile} in the directory ${ref}` };
  }
  if (shippedKits.some((name) => name === ref)) {
    return { directory: join(packageRoot(), 'kits', ref) };
  }
  if (!packageName.test(ref)) {
    return {
      problem: `${JSON.stringify(ref)} names neither a directory (./kits/acme) nor a package (@acme/service-kit)`,
    };
  }
  const directory = packagePlaces(from)
    .map((place) => join(place, ref))
    .find((place) => existsSync(join(place, kitFile)));
  if (directory !== undefined) return { directory };
  const shipped = shippedKits.join(', ');
  return {
    problem: `there is no kit ${ref}: the generator comes with ${shipped}, and no package of that name is installed here; if it is a package of your team, install it: npm install --save-dev ${ref}`,
  };
}

/** Where packages are installed, from a directory upwards, and those beside the generator. */
function packagePlaces(from: string): string[] {
  const places: string[] = [];
  let directory = resolve(from);
  for (;;) {
    places.push(join(directory, 'node_modules'));
    const parent = dirname(directory);
    if (parent === directory) break;
    directory = parent;
  }
  const beside = dirname(packageRoot());
  return basename(beside) === 'node_modules' ? [...places, beside] : places;
}

/** The directory that a kit names inside of itself; undefined: it is elsewhere, or a link leads out of the kit. */
export async function insideOf(directory: string, ref: string): Promise<string | undefined> {
  try {
    const [root, inside] = await Promise.all([
      realpath(directory),
      realpath(resolve(directory, ref)),
    ]);
    return inside.startsWith(`${root}${sep}`) ? inside : undefined;
  } catch {
    return undefined;
  }
}
