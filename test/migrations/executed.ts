import { runInNewContext } from 'node:vm';
import { carryRows } from '../../templates/src/runtime/storage/migrations/carry-rows.ts';
import * as converters from '../../templates/src/runtime/versioning/converters.ts';
import * as library from '../../templates/src/runtime/storage/migrations/index.ts';
import { stepCode } from '../../src/migrations/print.ts';
import type { Step } from '../../src/migrations/step.ts';

/** The steps as the library of a service gets them: what is printed is run. */
export function asExecuted(steps: readonly Step[]): library.Step[] {
  const text = `[${steps.map((step) => stepCode(step).code).join(',\n')}]`;
  return runInNewContext(text, { ...library, ...converters, carryRows }) as library.Step[];
}
