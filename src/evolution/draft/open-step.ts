import type { Specification, ResolvedSpecification } from '../../specification/index.ts';
import { shapesOf } from '../additions/shapes.ts';
import { withoutAdded } from '../additions/without-added.ts';
import type { Answers, Question } from '../asking.ts';
import type { ContractFile, Contracts, WrittenStep } from '../contracts/contracts.ts';
import type { LinkedStep } from '../compose/link.ts';
import type { Issue } from '../../specification/issue.ts';
import { readStep } from '../steps/read.ts';
import type { Changes } from '../steps/schema.ts';
import { draftStep } from './draft-step.ts';
import { hintsOf } from '../hints.ts';
import { emptyStep, stepText } from './step-text.ts';

/** The step to the newest version, which is still to be released, as it is and as it would be complete. */
export interface OpenStep {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  /** As it is written; undefined: there is no file. */
  readonly written?: string;
  /** Completed by what the comparison and the answers tell. */
  readonly text: string;
  readonly questions: readonly Question[];
  /** The same with those that have an answer. */
  readonly asked: readonly Question[];
  readonly issues: readonly Issue[];
  readonly step?: LinkedStep;
}

/**
 * Drafts the step from the last frozen version to the one that is open.
 *
 * @returns undefined where there is none: nothing older is frozen, the newest version is frozen itself, or its step
 */
export function openStepOf(
  { specification, resolved }: { specification: Specification; resolved: ResolvedSpecification },
  contracts: Contracts,
  answers: Answers,
): OpenStep | undefined {
  const [from, to] = Object.keys(resolved.versioning.versions).slice(-2);
  if (from === undefined || to === undefined) return undefined;
  const { releases, steps, frozen } = contracts;
  const path = `contracts/${from}-to-${to}.yaml`;
  if (frozen.has(path) || releases.some(({ label }) => label === to)) return undefined;
  if (!releases.some(({ label }) => label === from)) return undefined;
  const shape = shapesOf(resolved, contracts).versions.at(-2);
  if (shape === undefined) return undefined;
  const { specification: older } = shape;
  const file = steps.find((each) => each.path === path);
  const text = file?.text ?? emptyStep(from, to);
  const written = withoutAdded(changesOf(file), shape);
  const { changes, questions, asked, issues, step } = draftStep({
    from,
    to,
    older,
    newer: resolved,
    written,
    hints: hintsOf(specification, older),
    answers,
  });
  return {
    from,
    to,
    path,
    ...(file === undefined ? {} : { written: file.text }),
    text: changes === written ? text : stepText(text, written, changes),
    questions,
    asked,
    issues,
    ...(step === undefined ? {} : { step }),
  };
}

function changesOf(file: WrittenStep | undefined): Changes {
  if (file === undefined) return {};
  const { from: _, to: __, ...changes } = file.step;
  return changes;
}

/** The contracts with the step as it is drafted. */
export function withStep(contracts: Contracts, { path, text }: ContractFile): Contracts {
  const reading = readStep(text, path);
  if (!reading.ok) throw new Error(`the drafted step cannot be read: ${path}`);
  const written = { path, text, step: reading.step };
  return {
    ...contracts,
    steps: [...contracts.steps.filter((each) => each.path !== path), written],
    files: [...contracts.files.filter((each) => each.path !== path), { path, text }].toSorted(
      (a, b) => (a.path < b.path ? -1 : 1),
    ),
  };
}
