import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Fault } from '../../specification/fault.ts';
import type { Mistake } from '../../specification/mistake.ts';
import { isMapping } from '../../specification/plain.ts';
import { offsetOf } from '../../specification/positions.ts';
import { atOffset, linesOf, mistakesOf } from '../../specification/read.ts';
import { shown } from '../../specification/shown.ts';
import { structureFaults } from '../../specification/structure/check.ts';
import { validatorOf, type Validation } from '../../specification/structure/compiled-validator.ts';
import { parseYaml } from '../../specification/yaml/parse.ts';
import { checkText, withoutMark } from '../../specification/yaml/text.ts';
import { treeOf } from '../../specification/yaml/tree.ts';
import { stepSchema, type Step } from './schema.ts';

export type StepReading =
  | {
      readonly ok: true;
      readonly step: Step;
      /** Faults that are found later, at their places in the file. */
      mistakes(faults: readonly Fault[]): Mistake[];
    }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** Reads the text of a step, `contracts/1-to-2.yaml`. Never throws. */
export function readStep(text: string, file: string): StepReading {
  const source = withoutMark(text);
  const lines = linesOf(source);
  const unreadable = checkText(source);
  if (unreadable.length > 0) {
    return { ok: false, mistakes: mistakesOf(unreadable.map(atOffset), file, lines) };
  }
  const { document, faults } = parseYaml(source);
  if (document === undefined) {
    return { ok: false, mistakes: mistakesOf(faults.map(atOffset), file, lines) };
  }
  const tree = treeOf(document);
  const mistakes = (found: readonly Fault[]) =>
    mistakesOf(
      found.map((fault) => ({ fault, offset: offsetOf(fault, tree.place) })),
      file,
      lines,
    );
  const reading = [...faults, ...tree.faults];
  const checking = reading.length > 0 && !isMapping(tree.value) ? [] : stepFaults(tree.value);
  const all = [...reading, ...checking];
  if (all.length > 0 || !isStep(tree.value)) return { ok: false, mistakes: mistakes(all) };
  return { ok: true, step: tree.value, mistakes };
}

function stepFaults(value: unknown): Fault[] {
  if (isMapping(value)) return structureFaults(value, errorsOf(value));
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
