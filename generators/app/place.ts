import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { codeOf } from '../../src/plan/io-errors.ts';

export const specificationFile = 'service.yaml';

/** What every checkout and every desktop leaves in a directory that a person calls empty. */
const nothing = new Set(['.git', '.DS_Store', 'Thumbs.db', 'desktop.ini']);

/**
 * Where the service goes as far as it is known without its name; undefined: into a directory of that name. A name on the command line
 * asks for a directory that has it, as with other tools that make one.
 */
export function knownPlace(
  cwd: string,
  { destination, name }: { readonly destination?: string; readonly name?: string },
): string | undefined {
  if (destination !== undefined) return resolve(cwd, destination);
  const fits = name === undefined || basename(cwd) === name;
  return holdsService(cwd) || (fits && isEmpty(cwd)) ? cwd : undefined;
}

export function placeOfName(cwd: string, name: string): string {
  return join(cwd, name);
}

/** Where all is about to be written, unasked: how the place is called, and which it is. */
export function whereTo(cwd: string, directory: string): string {
  const place = shownPlace(cwd, directory);
  return place === directory ? place : `${place} (${directory})`;
}

/** A directory as a person who stands in `cwd` calls it. */
export function shownPlace(cwd: string, directory: string): string {
  const path = relative(cwd, directory);
  if (path === '') return 'this directory';
  return path.startsWith('..') ? directory : `./${path}`;
}

export function holdsService(directory: string): boolean {
  return existsSync(join(directory, specificationFile));
}

/** Why nothing new can begin in the directory of that name; undefined: it is not there, or empty. */
export function placeProblem(cwd: string, name: string): string | undefined {
  const directory = placeOfName(cwd, name);
  if (!existsSync(directory) || isEmpty(directory)) return undefined;
  return holdsService(directory)
    ? `./${basename(directory)} holds a service already; to write it again, run the command in there.`
    : `./${basename(directory)} is there and not empty.`;
}

/** Not so for what is no directory, or cannot be read. */
function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).every((name) => nothing.has(name));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}
