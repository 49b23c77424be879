import type { Explained } from '../../src/kits/explain.ts';
import { shownValue } from '../../src/kits/values.ts';
import { wrap } from '../../src/questionnaire/index.ts';
import { formatMistakes } from '../../src/specification/index.ts';
import { specificationFile } from '../app/place.ts';
import { harmlessLines } from '../app/text.ts';
import { failureLines } from '../command/failure.ts';
import { statusOf, type ExplainOutcome } from './run.ts';

export function asJson(outcome: ExplainOutcome): string {
  const exitStatus = statusOf(outcome);
  const document =
    outcome.kind === 'explained'
      ? { exitStatus, ...outcome.explanation, errors: [] }
      : { exitStatus, mistakes: outcome.mistakes, errors: outcome.failures };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export function asText(outcome: ExplainOutcome, width: number): string {
  return linesOf(outcome, width)
    .map((line) => `${harmlessLines(line)}\n`)
    .join('');
}

function linesOf(outcome: ExplainOutcome, width: number): string[] {
  if (outcome.kind === 'failed') {
    const { mistakes, failures } = outcome;
    return [
      ...(mistakes.length > 0 ? [formatMistakes(mistakes).trimEnd()] : []),
      ...failures.flatMap(failureLines),
    ];
  }
  const { description, values, keys } = outcome.explanation;
  return [
    ...values.flatMap(valueLines),
    ...(description === undefined ? [] : ['', ...wrap(description, width)]),
    ...(keys.length === 0 ? [] : ['', ...wrap(`Keys: ${keys.join(', ')}`, width)]),
  ];
}

function valueLines({ key, value, source, line, kit, reason }: Explained): string[] {
  const shown = value === undefined ? `${key} has no value` : `${key}: ${shownValue(value)}`;
  const from = {
    specification: `written in ${specificationFile}, line ${line}`,
    kit: `the default of ${kit}`,
    locked: `locked by ${kit}: ${reason}`,
    default: 'the default of the generator',
    none: 'neither service.yaml nor a kit has one, and the generator has no single default',
  }[source];
  return [shown, `  ${from}`];
}
