import { join, relative, resolve } from 'node:path';
import { checkService, type CheckResult } from '../../src/check/index.ts';
import { readText } from '../app/read-text.ts';
import { noService } from '../app/failures.ts';
import { holdsService, shownPlace, specificationFile } from '../app/place.ts';
import type { Failure } from '../command/failure.ts';
import { failureOf } from '../command/errors.ts';
import type { CheckCommandLine } from './command-line.ts';

/** What was found, or why nothing could be compared. */
export type CheckOutcome =
  | { readonly kind: 'checked'; readonly result: CheckResult; readonly showsEdits: boolean }
  | { readonly kind: 'failed'; readonly failures: readonly Failure[] };

/** Checks the service in a directory. Never throws. */
export async function runCheck(
  { destination, edits }: CheckCommandLine,
  cwd: string,
): Promise<CheckOutcome> {
  const root = resolve(cwd, destination);
  if (!holdsService(root)) return { kind: 'failed', failures: [noService(root, cwd)] };
  const path = join(root, specificationFile);
  // The same words wherever the check is started.
  const read = await readText(path, relative(root, path));
  if (!read.ok)
    return { kind: 'failed', failures: [{ ...read.failure, where: shownPlace(cwd, path) }] };
  try {
    const input = { text: read.text, file: specificationFile, destination: root };
    return { kind: 'checked', result: await checkService(input), showsEdits: edits };
  } catch (error) {
    return { kind: 'failed', failures: [failureOf(error, shownPlace(cwd, root))] };
  }
}

/** 2 also where nothing could be compared: CI must not take that for drift. */
export function statusOf(outcome: CheckOutcome): number {
  return outcome.kind === 'checked' ? outcome.result.status : 2;
}
