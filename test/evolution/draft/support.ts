import assert from 'node:assert/strict';
import { openStepOf, type OpenStep } from '../../../src/evolution/draft/open-step.ts';
import { readStep } from '../../../src/evolution/steps/read.ts';
import type { Step } from '../../../src/evolution/steps/schema.ts';
import type { Contracts } from '../../../src/evolution/index.ts';
import { readSpecification, type Reading } from '../../../src/specification/index.ts';
import { contractFiles, contractsOf } from '../support.ts';

type Read = Extract<Reading, { ok: true }>;

export function open(
  newer: Read,
  contracts: Contracts,
  answers: Readonly<Record<string, unknown>>,
): OpenStep {
  const found = openStepOf(newer, contracts, new Map(Object.entries(answers)));
  assert.ok(found);
  return found;
}

/** Answers what is asked, round by round; fails at a question without an answer. */
export function answeredDraft(
  newer: Read,
  contracts: Contracts,
  answers: Readonly<Record<string, unknown>>,
) {
  const used: Record<string, unknown> = {};
  for (;;) {
    const found = open(newer, contracts, used);
    if (found.questions.length === 0) return { open: found, used: Object.keys(used) };
    for (const { place, problem } of found.questions) {
      assert.ok(
        Object.hasOwn(answers, place) && problem === undefined,
        `${place}: ${problem ?? ''}`,
      );
      used[place] = answers[place];
    }
  }
}

/** A service with one resource of these fields, all of which may be missing. */
export function service(fields: object, versions: object): string {
  return JSON.stringify({
    service: { name: 'desk' },
    resources: { order: { fields } },
    versioning: { versions },
  });
}

const released = { released: '2024-01-01' };

/** The step between two services that differ in the fields of a resource. */
export function drafted(
  older: object,
  newer: object,
  answers: Readonly<Record<string, unknown>> = {},
  written?: string,
): OpenStep {
  const files = contractFiles(
    [service(older, { 1: released })],
    written === undefined ? [] : [written],
  );
  const read = readSpecification(service(newer, { 1: released, 2: {} }), 'service.yaml');
  assert.ok(read.ok, JSON.stringify(read));
  return open(read, contractsOf(files), answers);
}

export function step(text: string): Step {
  const reading = readStep(text, 'step');
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading.step;
}

export function fieldsOf(text: string) {
  return step(text).resources?.['order']?.operations ?? [];
}
