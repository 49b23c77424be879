import { basename, dirname, join, resolve } from 'node:path';
import { DestinationError } from './errors.ts';
import type { FileSystem } from './file-system.ts';
import { codeOf } from './io-errors.ts';

/** Where a service lies or will lie. */
export interface Place {
  /** Absolute; links above it and a link to it are resolved. */
  readonly root: string;
  readonly exists: boolean;
  /** The outermost directory that has to be made for the service to exist; the root itself if it or its parent exists. */
  readonly outermost: string;
}

/**
 * Resolves a destination, the one time that a link is followed. Throws DestinationError if it or a directory above it is a file
 * or a link to nothing.
 */
export async function resolveDestination(files: FileSystem, destination: string): Promise<Place> {
  const missing: string[] = [];
  let existing = resolve(destination);
  while ((await files.lstat(existing)) === undefined && dirname(existing) !== existing) {
    missing.unshift(basename(existing));
    existing = dirname(existing);
  }
  const real = await follow(files, existing);
  if ((await files.lstat(real))?.kind !== 'directory') {
    throw new DestinationError(`${existing} is not a directory.`);
  }
  const [first = ''] = missing;
  return {
    root: join(real, ...missing),
    exists: missing.length === 0,
    outermost: join(real, first),
  };
}

async function follow(files: FileSystem, path: string): Promise<string> {
  try {
    return await files.realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new DestinationError(`${path} is a link to nothing.`);
  }
}
