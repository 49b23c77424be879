import type { Specification } from '../specification/index.ts';
import type { Ask } from './ask.ts';
import { runChapter, type Facts } from './chapter.ts';
import { chapters } from './chapters/index.ts';
import { beginDraft } from './draft.ts';
import { reviewAnswers } from './summary.ts';

/**
 * Asks the nine chapters in order and then shows them all for review. What `start` holds already is the default of the
 * question that it answers. Undefined: the person leaves, and nothing is to be written.
 */
export async function runQuestionnaire(
  ask: Ask,
  start: Partial<Specification>,
  facts: Facts,
): Promise<Specification | undefined> {
  let draft = beginDraft(start);
  for (const chapter of chapters) draft = await runChapter(ask, chapter, draft, facts);
  return reviewAnswers(ask, draft, facts);
}

export type { Ask, Question } from './ask.ts';
export { askChoice } from './asking.ts';
export type { Facts } from './chapter.ts';
export { printable } from './printable.ts';
export { smallestSpecification } from './smallest.ts';
export { reviewAnswers } from './summary.ts';
