import type { Specification } from '../specification/index.ts';
import type { Ask } from './ask.ts';
import { askChoice } from './asking.ts';
import { runChapter, type Facts } from './chapter.ts';
import { chapters } from './chapters/index.ts';
import { mistakesIn, sentences } from './checking.ts';
import type { Draft } from './draft.ts';
import { missingResources } from './missing.ts';
import { indented } from './printable.ts';

/**
 * Shows what was understood of all nine parts and lets any of them be opened again, until the person goes on or leaves.
 * Undefined: they leave, and nothing is to be written.
 */
export async function reviewAnswers(
  ask: Ask,
  draft: Draft,
  facts: Facts,
): Promise<Specification | undefined> {
  let reviewed = draft;
  for (;;) {
    const problem = wholeProblem(reviewed);
    ask.say('');
    if (problem !== undefined) ask.say(indented(problem));
    const chosen = await askChoice(ask, {
      message: 'Is all of it right? A part opens again by its number',
      help: {
        text: 'Each row is a part and what was understood of it. A part that is opened again has its answers as defaults. Nothing is written before you have seen service.yaml and the files.',
        example: '8, and Enter, for the limits',
      },
      choices: [
        ...chapters.map(({ part, understood }, index) => ({
          value: String(index),
          name: `${index + 1} ${part.padEnd(15)} ${understood(reviewed)}`,
          short: part,
        })),
        {
          value: 'on',
          name: 'Go on: show service.yaml and the plan, then ask again',
          short: 'yes',
          ...(problem === undefined ? {} : { disabled: '(not before the above is put right)' }),
        },
        { value: 'leave', name: 'Leave without writing', short: 'leave' },
      ],
      default: 'on',
    });
    if (chosen === 'leave') return undefined;
    if (chosen === 'on') return reviewed;
    const chapter = chapters[Number(chosen)];
    if (chapter !== undefined) {
      const opening = { again: true, hasBefore: true };
      const conversed = await runChapter(ask, chapter, reviewed, facts, opening);
      if (conversed.kind === 'finished') reviewed = conversed.result;
    }
  }
}

/** What the chapters could not see one by one; undefined: the answers make a specification. */
function wholeProblem(draft: Draft): string | undefined {
  const missing = missingResources(draft)[0];
  if (missing !== undefined) {
    return `${missing.neededBy} refers to ${missing.name}, which is not there: open resources.`;
  }
  const mistakes = mistakesIn(draft);
  return mistakes.length === 0 ? undefined : sentences(mistakes);
}
