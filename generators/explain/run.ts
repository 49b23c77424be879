import { resolve } from 'node:path';
import { explain, type Explanation } from '../../src/kits/explain.ts';
import { kitsFor } from '../../src/kits/index.ts';
import { allKits } from '../../src/kits/service-kits.ts';
import { readSpecification, type Mistake } from '../../src/specification/index.ts';
import { specificationFile } from '../app/place.ts';
import { specificationIn } from '../app/specification-in.ts';
import { usage } from '../command/usage.ts';
import type { Failure } from '../command/failure.ts';
import type { ExplainCommandLine } from './command-line.ts';

export type ExplainOutcome =
  | { readonly kind: 'explained'; readonly explanation: Explanation }
  | {
      readonly kind: 'failed';
      readonly failures: readonly Failure[];
      readonly mistakes: readonly Mistake[];
    };

/** Explains one key of the service in a directory. */
export async function runExplain(
  { destination, key }: ExplainCommandLine,
  cwd: string,
): Promise<ExplainOutcome> {
  const place = resolve(cwd, destination);
  const read = await specificationIn(place, cwd);
  if (!read.ok) return { kind: 'failed', failures: [read.failure], mistakes: [] };
  const named = await kitsFor(read.text, place, specificationFile);
  if (!named.ok) return { kind: 'failed', failures: [], mistakes: named.mistakes };
  const reading = readSpecification(read.text, specificationFile, named.kits);
  if (!reading.ok) return { kind: 'failed', failures: [], mistakes: reading.mistakes };
  const explaining = explain(key, reading, allKits(named.loaded));
  if (explaining.ok) return { kind: 'explained', explanation: explaining.explanation };
  const message = `${explaining.message.charAt(0).toUpperCase()}${explaining.message.slice(1)}`;
  const failure = usage(key, message, 'Name a key of service.yaml, such as versioning.strategy.');
  return { kind: 'failed', failures: [failure], mistakes: [] };
}

export function statusOf(outcome: ExplainOutcome): number {
  if (outcome.kind === 'explained') return 0;
  return outcome.mistakes.length > 0 ? 2 : 1;
}
