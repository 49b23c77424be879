import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import type { Question } from '../../../src/evolution/asking.ts';
import { draftStep, type Draft, type Drafting } from '../../../src/evolution/draft/draft-step.ts';
import { emptyStep, stepText } from '../../../src/evolution/draft/step-text.ts';
import { readSpecification, type ResolvedSpecification } from '../../../src/specification/index.ts';
import { specificationOf } from '../../search/arbitrary.ts';
import { removeAt, repaired } from '../../search/repair.ts';
import type { Written } from '../../search/values.ts';
import { step } from './support.ts';

const pairs = Number(process.env['DRAFT_PAIRS'] ?? 50);
const start = Number(process.env['DRAFT_SEED'] ?? 0);

/** What is told to a person, because nothing can be written that keeps clients. */
const walls: ReadonlySet<string> = new Set([
  'not-bridgeable',
  'resource-removed',
  'former-closed',
  'former-name-taken',
  'former-without-versions',
  'action-not-kept',
  'event-removed',
  'without-versions',
]);

const hints = { resources: new Map(), fields: new Map(), values: new Map() };

function resolved(specification: Written): ResolvedSpecification {
  const text = stringify(specification, { aliasDuplicateObjects: false });
  const reading = readSpecification(text, 'service.yaml');
  assert.ok(reading.ok);
  return reading.resolved;
}

/** The same without some things, chosen by the seed, as far as that is legal. */
function lessOf(specification: Written, seed: number): Written {
  let left = specification;
  for (let count = 0; count < 3; count += 1) {
    const less = structuredClone(left) as Record<string, unknown>;
    const paths = pathsOf(less);
    removeAt(less, paths[((seed + count) * 7919) % paths.length] ?? []);
    left = repaired(less)?.specification ?? left;
  }
  return left;
}

function pathsOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return [place, ...pathsOf(child, place)];
  });
}

/** Values of all types: one that a field takes is found by trying. */
const texts =
  'x xxxxx 1 1.00 2030-01-01 2030-01-01T00:00:00.000Z 12:00:00 PT1H 019bc0fd-89c0-7000-8000-000000000001 ' +
  'https://acme.example a@acme.example AA== acme.example';
const values: readonly unknown[] = [...texts.split(' '), 1, 10, 0, -1, true, [], {}, ['x']];

type Answers = ReadonlyMap<string, unknown>;

/** Answers by the seed; undefined: no value that is tried here fits. */
function answered(drafting: Omit<Drafting, 'answers'>, seed: number): Draft | undefined {
  const tried = new Map<string, number>();
  const answers = new Map<string, unknown>();
  for (let round = 0; round < 100; round += 1) {
    const draft = draftStep({ ...drafting, answers: answers as Answers });
    if (draft.questions.length === 0) return draft;
    for (const question of draft.questions) {
      const count = tried.get(question.place) ?? 0;
      const options = optionsOf(question, seed);
      if (count === options.length) return undefined;
      answers.set(question.place, options[count]);
      tried.set(question.place, count + 1);
    }
  }
  return assert.fail('the questions do not end');
}

function optionsOf({ choices }: Question, seed: number): unknown[] {
  const given = choices.map(({ value }) => value);
  const first = given.length === 0 ? 0 : seed % given.length;
  return [...given.slice(first), ...given.slice(0, first), ...values];
}

test(`of ${String(pairs)} random pairs a step is drafted that says everything, or the wall is named`, () => {
  let complete = 0;
  let unanswered = 0;
  const wrong: string[] = [];
  for (let seed = start; seed < start + pairs; seed += 1) {
    const one = specificationOf(seed);
    const other = seed % 2 === 0 ? specificationOf(seed + pairs) : lessOf(one, seed);
    // Either of the two may be the older one.
    const [was, is] = seed % 4 < 2 ? [one, other] : [other, one];
    const about = { from: '1', to: '2', older: resolved(was), newer: resolved(is), hints };
    const draft = answered({ ...about, written: {} }, seed);
    if (draft === undefined) {
      unanswered += 1;
      continue;
    }
    const codes = draft.issues.map(({ code }) => code);
    if (!codes.every((code) => walls.has(code))) {
      wrong.push(`seed ${String(seed)}: ${JSON.stringify(draft.issues)}`);
      continue;
    }
    if (codes.length === 0) complete += 1;
    const text = stepText(emptyStep('1', '2'), {}, draft.changes);
    const { from: _, to: __, ...changes } = step(text);
    const again = draftStep({ ...about, written: changes, answers: new Map() });
    if (codes.length > 0) continue;
    const open = [...again.questions, ...again.issues];
    if (open.length > 0) wrong.push(`seed ${String(seed)}, read again: ${JSON.stringify(open)}`);
    else assert.deepEqual(again.changes, changes, `seed ${String(seed)}: no second draft differs`);
  }
  assert.deepEqual(wrong, []);
  assert.ok(complete * 4 > pairs, `only ${String(complete)} of ${String(pairs)} are complete`);
  assert.ok(unanswered * 5 < pairs, `${String(unanswered)} have no answer here`);
});
