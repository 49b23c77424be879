import { basename, dirname, join } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { codeOf } from './io-errors.ts';
import { isWorkspaceName } from './workspace.ts';

/** What a staging directory holds beside its marker: the directory that will be moved to its place. */
export const TREE = 'tree';

/** What the staging directories of a directory are called: `.<name>.resource-service-…`, beside it. */
export function stagingPrefix(directory: string): string {
  return `.${basename(directory)}.resource-service-`;
}

/** The paths of all staging directories of a directory, by their names; none if its parent cannot be listed. */
export async function findStaging(files: FileSystem, directory: string): Promise<string[]> {
  const prefix = stagingPrefix(directory);
  try {
    const names = await files.readdir(dirname(directory));
    return names
      .filter((name) => isWorkspaceName(name, prefix))
      .map((name) => join(dirname(directory), name));
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM') return [];
    throw error;
  }
}
