import { noHints } from '../hints.ts';
import type { Changes } from '../steps/schema.ts';
import { draftStep, type Drafting } from './draft-step.ts';

/**
 * A frozen step says what its newer version was when it was released. What that version got in minor releases since, the older one
 * does not have: that follows without a question.
 */
export function withLaterAdditions(
  about: Pick<Drafting, 'from' | 'to' | 'older' | 'newer'>,
  written: Changes,
): Changes {
  const { changes, questions } = draftStep({
    ...about,
    written,
    hints: noHints,
    answers: new Map(),
  });
  return questions.length > 0 ? written : changes;
}
