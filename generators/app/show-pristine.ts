import { posix } from 'node:path';
import { readBase } from '../../src/plan/index.ts';
import { endedBy } from '../command/errors.ts';
import { usage } from '../command/usage.ts';
import type { Outcome } from './outcome.ts';

/** Prints a generated file as the last generation wrote it, byte for byte, and writes nothing. */
export async function showPristine(
  file: string,
  destination: string,
  {
    print,
    note,
  }: { readonly print: (text: string) => void; readonly note: (text: string) => void },
): Promise<Outcome> {
  try {
    const text = await readBase(destination, posix.normalize(file.replaceAll('\\', '/')));
    if (text === undefined) return { result: 'usage', failures: [unknown(file)] };
    print(text);
    return { result: 'shown' };
  } catch (error) {
    return endedBy(error, destination, note);
  }
}

const unknown = (file: string) =>
  usage(
    '--pristine',
    `No generated text of ${file} is stored in the service.`,
    'Give the path of a generated file as the plan shows it. If .resource-service/bases is damaged or missing, restore it: git restore .resource-service/bases',
  );
