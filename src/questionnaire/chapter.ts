import { styleText } from 'node:util';
import { sections } from '../specification/index.ts';
import type { Ask } from './ask.ts';
import { titleOf } from '../specification/names/casing.ts';
import { askWhether } from './asking.ts';
import type { Draft } from './draft.ts';
import { fit, paragraph } from './printable.ts';

type Part = (typeof sections)[number];

/** What is known before the first question. */
export interface Facts {
  /** The name of the directory in which the command was started. */
  readonly directoryName: string;
  /** Why a service of that name cannot be put where it would go; undefined: it can. */
  readonly placeProblem?: (name: string) => string | undefined;
}

/** One of the nine parts: what it asks, and what was understood. */
export interface Chapter {
  readonly part: Part;
  /** What the part is about, in a few words. */
  readonly about: string;
  /**
   * Asks, and returns the draft with this part answered. A chapter that is opened again from the summary goes straight to its
   * questions; at first it offers to take the defaults.
   */
  readonly ask: (ask: Ask, draft: Draft, facts: Facts, again: boolean) => Promise<Draft>;
  /** One line: what the draft says about this part, every default included. */
  readonly understood: (draft: Draft) => string;
}

export async function runChapter(
  ask: Ask,
  chapter: Chapter,
  draft: Draft,
  facts: Facts,
  again = false,
): Promise<Draft> {
  const number = sections.indexOf(chapter.part) + 1;
  const title = `${number}/${sections.length} ${titleOf(chapter.part)}`;
  ask.say('');
  ask.say(`${styleText(['bold', 'cyan'], title)}  ${styleText('dim', chapter.about)}`);
  const answered = await chapter.ask(ask, draft, facts, again);
  ask.say(`  ${styleText('green', '→')} ${fit(chapter.understood(answered), 74)}`);
  return answered;
}

/** Shows what holds if nothing is asked, and asks whether that is all right. */
export async function takesDefaults(ask: Ask, defaults: string): Promise<boolean> {
  ask.say(paragraph(`Default: ${defaults}`));
  return askWhether(ask, 'Take the default?');
}
