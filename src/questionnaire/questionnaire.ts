import type { Specification } from '../specification/index.ts';
import type { Ask } from './ask.ts';
import { runChapter, type Chapter, type Facts } from './chapter.ts';
import { chapters } from './chapters/index.ts';
import { beginDraft, withSection, type Draft } from './draft.ts';
import { begin, oneBack, type Course } from './going-back.ts';
import { reviewAnswers } from './summary.ts';

/** A chapter, the draft that it was opened with, and what was answered in it. */
interface Visit {
  readonly chapter: Chapter;
  before: Draft;
  course: Course;
}

/**
 * Asks the nine chapters in order and then shows them all for review. What `start` holds already is the default of the
 * question that it answers. Undefined: the person leaves, and nothing is to be written.
 */
export async function runQuestionnaire(
  ask: Ask,
  start: Partial<Specification>,
  facts: Facts,
): Promise<Specification | undefined> {
  const filled = facts.kits?.filled ?? ((each: Draft) => each);
  let draft = filled(beginDraft(start));
  const visits = chapters.map((chapter): Visit => ({ chapter, before: draft, course: begin }));
  let index = 0;
  ask.say('Nine chapters, all with defaults; nothing is written before you say so.');
  ask.say('? explains a question, < goes back one, Ctrl-C leaves without writing.');
  ask.say('Enter takes what is in parentheses, Tab edits it, Backspace empties it.');
  for (;;) {
    const visit = visits[index];
    if (visit === undefined) return reviewAnswers(ask, draft, facts);
    const { chapter, course } = visit;
    visit.before = draft;
    const hasBefore = index > 0;
    const conversed = await runChapter(ask, chapter, draft, facts, { course, hasBefore });
    visit.course = conversed.course;
    if (conversed.kind === 'finished') {
      // What kits say of every resource holds for the resources that are there now.
      const { result } = conversed;
      draft =
        chapter.part === 'states'
          ? withSection(result, 'endpoints', filled(result).endpoints)
          : result;
      index += 1;
    } else {
      index -= 1;
      draft = reopened(visits[index]) ?? draft;
    }
  }
}

/** Makes the last question of a chapter the next one. Returns the draft that the chapter begins with. */
function reopened(visit: Visit | undefined): Draft | undefined {
  if (visit !== undefined) visit.course = oneBack(visit.course);
  return visit?.before;
}
