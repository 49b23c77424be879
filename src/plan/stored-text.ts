import { resolveDestination } from './destination.ts';
import { openDisk } from './disk.ts';
import { nodeEnvironment, type Environment } from './environment.ts';

/** Text of a file below a destination; undefined where there is none, it is no text, or a link leads to it. */
export async function readStoredText(
  destination: string,
  path: string,
  environment: Environment = nodeEnvironment,
): Promise<string | undefined> {
  const { root } = await resolveDestination(environment.files, destination);
  const entry = await openDisk(environment.files, root).read(path);
  return entry.kind === 'file' ? entry.text : undefined;
}
