import { resolveDestination } from './destination.ts';
import { openDisk } from './disk.ts';
import { nodeEnvironment, type Environment } from './environment.ts';

/** Text of a file below a destination; undefined where there is none, it is no text, or a link leads to it. */
export type TextReader = (path: string) => Promise<string | undefined>;

/** Finds the destination once, for many files. Throws DestinationError if it is a file. */
export async function openTexts(
  destination: string,
  environment: Environment = nodeEnvironment,
): Promise<TextReader> {
  const { root } = await resolveDestination(environment.files, destination);
  const disk = openDisk(environment.files, root);
  return async (path) => {
    const entry = await disk.read(path);
    return entry.kind === 'file' ? entry.text : undefined;
  };
}

/** As a reader that `openTexts` opens for this one file. */
export async function readStoredText(
  destination: string,
  path: string,
  environment: Environment = nodeEnvironment,
): Promise<string | undefined> {
  return (await openTexts(destination, environment))(path);
}
