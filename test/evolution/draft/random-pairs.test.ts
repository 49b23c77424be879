import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { draftStep } from '../../../src/evolution/draft/draft-step.ts';
import { emptyStep, stepText } from '../../../src/evolution/draft/step-text.ts';
import { readSpecification, type ResolvedSpecification } from '../../../src/specification/index.ts';
import { specificationOf } from '../../search/arbitrary.ts';
import { answered } from '../../search/evolution/answers.ts';
import { lessOf } from '../../search/evolution/edits.ts';
import { walls } from '../../search/evolution/walls.ts';
import type { Written } from '../../search/values.ts';
import { step } from './support.ts';

const pairs = Number(process.env['DRAFT_PAIRS'] ?? 50);
const start = Number(process.env['DRAFT_SEED'] ?? 0);

const hints = { resources: new Map(), fields: new Map(), values: new Map() };

function resolved(specification: Written): ResolvedSpecification {
  const text = stringify(specification, { aliasDuplicateObjects: false });
  const reading = readSpecification(text, 'service.yaml');
  assert.ok(reading.ok);
  return reading.resolved;
}

test(`of ${String(pairs)} random pairs a step is drafted that says everything, or the wall is named`, async () => {
  let complete = 0;
  let unanswered = 0;
  const wrong: string[] = [];
  for (let seed = start; seed < start + pairs; seed += 1) {
    const one = specificationOf(seed);
    const other = seed % 2 === 0 ? specificationOf(seed + pairs) : lessOf(one, seed);
    // Either of the two may be the older one.
    const [was, is] = seed % 4 < 2 ? [one, other] : [other, one];
    const about = { from: '1', to: '2', older: resolved(was), newer: resolved(is), hints };
    const draft = await answered((answers) => draftStep({ ...about, written: {}, answers }), seed);
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
