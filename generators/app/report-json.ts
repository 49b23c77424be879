import { planAsJson } from '../../src/plan/index.ts';
import { exitStatusOf } from '../command/outcome.ts';
import type { Outcome } from './outcome.ts';
import { noProgress } from './progress.ts';
import type { Report, Streams } from './report.ts';

/** Silent until the end, and then one JSON document on standard output. */
export function reportAsJson({ out }: Pick<Streams, 'out'>): Report {
  return {
    note: () => undefined,
    plan: () => undefined,
    progress: () => noProgress,
    end: (outcome) => out(`${JSON.stringify(documentOf(outcome), null, 2)}\n`),
  };
}

function documentOf(outcome: Outcome) {
  const { result, destination, plan, migration, nextCommands = [] } = outcome;
  const {
    mistakes = [],
    warnings = [],
    failures = [],
    conflictFiles = [],
    typeFindings = [],
    missingPackages = [],
  } = outcome;
  return {
    result,
    exitStatus: exitStatusOf(outcome),
    destination: destination ?? null,
    plan: plan === undefined ? null : planAsJson(plan),
    conflictFiles,
    typeFindings,
    missingPackages,
    migration: migration ?? null,
    mistakes,
    warnings,
    errors: failures,
    nextCommands,
  };
}
