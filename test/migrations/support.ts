import assert from 'node:assert/strict';
import { compareTables, type Comparison } from '../../src/migrations/compare/compare.ts';
import { knownChanges } from '../../src/migrations/compare/known-changes.ts';
import { stepCode } from '../../src/migrations/print.ts';
import { parseSnapshot, formatSnapshot } from '../../src/migrations/snapshot.ts';
import { tablesOf } from '../../src/migrations/tables.ts';
import type { Table } from '../../src/migrations/table.ts';
import { buildModel } from '../../src/model/build.ts';
import { readSpecification } from '../../src/specification/index.ts';

/** Reads the text of a whole specification, which has no mistakes. */
export function specified(text: string) {
  const read = readSpecification(text, 'service.yaml');
  assert.ok(read.ok, JSON.stringify(read.ok ? [] : read.mistakes));
  return { specification: read.specification, model: buildModel(read.resolved) };
}

/** A specification with these resources, and what else it has. */
export function desk(resources: string, others = ''): string {
  return `service: { name: desk }\nresources:\n${indented(resources)}\n${others}`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** The tables as the next generation reads them. */
export function stored(tables: readonly Table[]): readonly Table[] {
  const reading = parseSnapshot(formatSnapshot(tables, 1, {}));
  assert.ok(reading.ok);
  return reading.snapshot.tables;
}

/** What leads from one specification to another. */
export function compared(
  before: string,
  after: string,
  answers: Readonly<Record<string, unknown>> = {},
): Comparison {
  return comparedWith(tablesOf(specified(before).model), after, answers);
}

/** What leads from tables to a specification. */
export function comparedWith(
  tables: readonly Table[],
  after: string,
  answers: Readonly<Record<string, unknown>> = {},
): Comparison {
  const { specification, model } = specified(after);
  const known = knownChanges(specification, undefined);
  return compareTables(stored(tables), model, known, new Map(Object.entries(answers)));
}

/** The steps as a migration prints them, without those of indexes; there are no questions. */
export function steps(
  before: string,
  after: string,
  answers: Readonly<Record<string, unknown>> = {},
): string[] {
  return allSteps(before, after, answers).filter((code) => !/^\w+Index\(/.test(code));
}

export function allSteps(
  before: string,
  after: string,
  answers: Readonly<Record<string, unknown>> = {},
): string[] {
  const comparison = compared(before, after, answers);
  assert.deepEqual(comparison.questions, []);
  assert.deepEqual(comparison.wrong, []);
  return comparison.steps.map((step) => stepCode(step).code);
}

/** Places of the questions, without answers. */
export function places(before: string, after: string): string[] {
  return compared(before, after).questions.map(({ place }) => place);
}
