import assert from 'node:assert/strict';
import { runChapter, type Chapter, type Facts } from '../../../src/questionnaire/chapter.ts';
import { beginDraft, type Draft } from '../../../src/questionnaire/draft.ts';
import type { Specification } from '../../../src/specification/index.ts';
import { scripted, type Scripted } from './scripted-ask.ts';

export const facts: Facts = { directoryName: 'order-desk' };

/** A specification with an order and its items. */
export const orderDesk: Specification = {
  service: { name: 'order-desk' },
  resources: {
    order: {
      fields: {
        reference: { type: 'string', required: true, unique: true },
        total: { type: 'decimal', required: true },
        note: { type: 'text', nullable: true },
        currency: { type: 'enum', values: ['EUR', 'USD'] },
      },
    },
    item: { parent: 'order', fields: { sku: { type: 'string', required: true } } },
  },
};

/** Plays a script in one chapter. */
export async function play(
  chapter: Chapter,
  start: Partial<Specification>,
  script: Parameters<typeof scripted>[0],
  options: { readonly again?: boolean; readonly facts?: Facts; readonly columns?: number } = {},
): Promise<{ draft: Draft; ask: Scripted }> {
  const ask = scripted(script, options.columns);
  const { again = false } = options;
  const opening = { again, hasBefore: true };
  const conversed = await runChapter(
    ask,
    chapter,
    beginDraft(start),
    options.facts ?? facts,
    opening,
  );
  ask.finish();
  assert.ok(conversed.kind === 'finished');
  return { draft: conversed.result, ask };
}
