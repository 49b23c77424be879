import { join } from 'node:path';
import type { Failure } from '../command/failure.ts';
import { noService } from './failures.ts';
import { holdsService, shownPlace, specificationFile } from './place.ts';
import { readText } from './read-text.ts';

/** The text of the specification of the service in a directory. */
export async function specificationIn(
  directory: string,
  cwd: string,
): Promise<{ ok: true; text: string } | { ok: false; failure: Failure }> {
  if (!holdsService(directory)) return { ok: false, failure: noService(directory, cwd) };
  const path = join(directory, specificationFile);
  return readText(path, shownPlace(cwd, path));
}
