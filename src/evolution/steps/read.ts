import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Issue } from '../../specification/issue.ts';
import type { Mistake } from '../../specification/mistake.ts';
import { isMapping } from '../../specification/plain.ts';
import { readDocument } from '../../specification/read-document.ts';
import { shown } from '../../specification/shown.ts';
import { structureIssues } from '../../specification/structure/check.ts';
import { validatorOf, type Validation } from '../../specification/structure/compiled-validator.ts';
import { stepSchema, type Step } from './schema.ts';

export type StepReading =
  | {
      readonly ok: true;
      readonly step: Step;
      /** Issues that are found later, at their places in the file. */
      mistakes(issues: readonly Issue[]): Mistake[];
    }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** Reads the text of a step, `contracts/1-to-2.yaml`. Never throws. */
export function readStep(text: string, file: string): StepReading {
  const reading = readDocument(text, file);
  if (!reading.ok) return reading;
  const { value, mistakes, isBroken } = reading;
  const all = mistakes(isBroken ? [] : stepIssues(value));
  if (all.length > 0 || !isStep(value)) return { ok: false, mistakes: all };
  return { ok: true, step: value, mistakes };
}

function stepIssues(value: unknown): Issue[] {
  if (isMapping(value)) return structureIssues(value, errorsOf(value));
  const message = `the file holds ${shown(value)} and not a mapping; it needs at least "from" and "to"`;
  return [{ path: [], at: 'value', code: 'not-a-mapping', message }];
}

function isStep(value: unknown): value is Step {
  return errorsOf(value).length === 0;
}

export const stepValidation: Validation = {
  schema: stepSchema,
  options: { allErrors: true, verbose: true, allowUnionTypes: true },
  formats: [],
};

let compiled: ValidateFunction | undefined;

function errorsOf(value: unknown): ErrorObject[] {
  compiled ??= validatorOf(stepValidation);
  return compiled(value) ? [] : (compiled.errors ?? []);
}
