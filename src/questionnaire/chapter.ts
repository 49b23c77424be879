import { styleText } from 'node:util';
import { sections, type Specification } from '../specification/index.ts';
import type { Ask, Words } from './ask.ts';
import { titleOf } from '../specification/names/casing.ts';
import { askWhether } from './asking.ts';
import type { Draft } from './draft.ts';
import { begin, converse, type Conversed, type Course } from './going-back.ts';
import { ownWords } from './own-words.ts';
import { printable } from './printable.ts';

type Part = (typeof sections)[number];

/** What starter kits decided before the first question. */
export interface Guidance {
  /** Keys that no answer changes; `*` stands for every resource. */
  readonly locks: readonly { readonly path: readonly string[]; readonly says: string }[];
  /** The draft with what kits say where it says nothing. */
  readonly filled: (draft: Draft) => Draft;
  /** What of the answers has to be written, because kits do not say it. */
  readonly written: (answers: Specification) => Specification;
}

/** What is known before the first question. */
export interface Facts {
  /** The name of the directory in which the command was started. */
  readonly directoryName: string;
  /** Why a service of that name cannot be put where it would go; undefined: it can. */
  readonly placeProblem?: (name: string) => string | undefined;
  readonly kits?: Guidance;
}

/** One of the nine parts: what it asks, and what was understood. */
export interface Chapter {
  readonly part: Part;
  /** What the part is about, in a few words. */
  readonly about: string;
  /**
   * True where every question, however many follow, comes to its end by its default: then a person may take the rest by
   * default.
   */
  readonly offersRest?: boolean;
  /**
   * Asks, and returns the draft with this part answered. A chapter that is opened again from the summary goes straight to its
   * questions; at first it offers to take the defaults. It depends on its answers alone, so that it can be held again.
   */
  readonly ask: (ask: Ask, draft: Draft, facts: Facts, again: boolean) => Promise<Draft>;
  /** What the draft says about this part, every default included. */
  readonly understood: (draft: Draft) => string;
}

/** How a chapter is opened. */
interface Opening {
  /** From the summary. */
  readonly again?: boolean;
  /** What was answered before the person went back. */
  readonly course?: Course;
  /** Whether there is anything before its first question to go back to. */
  readonly hasBefore?: boolean;
}

/** Asks one chapter, and shows what was understood, unless the person went back before its first question. */
export async function runChapter(
  ask: Ask,
  chapter: Chapter,
  draft: Draft,
  facts: Facts,
  { again = false, course = begin, hasBefore = false }: Opening = {},
): Promise<Conversed<Draft>> {
  const number = sections.indexOf(chapter.part) + 1;
  const title = `${number}/${sections.length} ${titleOf(chapter.part)}`;
  ask.say('');
  ask.say(`${styleText(['bold', 'cyan'], title)}  ${styleText('dim', chapter.about)}`);
  const { offersRest = false } = chapter;
  const locks = facts.kits?.locks ?? [];
  for (const { path, says } of locks) if (path[0] === chapter.part) ask.say(printable(`  ${says}`));
  const conversed = await converse(
    guided(ask, locks, ownWords(draft)),
    (each) => chapter.ask(each, draft, facts, again),
    {
      course,
      hasBefore,
      offersRest,
    },
  );
  if (conversed.kind === 'finished') {
    ask.say(`  ${styleText('green', '→')} ${chapter.understood(conversed.result)}`);
  }
  return conversed;
}

/** Questions about what a kit locks are not asked; examples speak of the resources of the service. */
function guided(ask: Ask, locks: Guidance['locks'], words: Words | undefined): Ask {
  return {
    prompt: (questions) => ask.prompt(questions),
    say: (text) => ask.say(text),
    get columns() {
      return ask.columns;
    },
    signs: ask.signs,
    words,
    isLocked: (key) => locks.some(({ path }) => fits(path, key.split('.'))),
  };
}

/** Whether a lock holds a key: one of it, or one that it stands in. */
function fits(lock: readonly string[], key: readonly string[]): boolean {
  return lock.length <= key.length && lock.every((part, at) => part === '*' || part === key[at]);
}

/** Shows what holds if nothing is asked, and asks whether that is all right. */
export async function takesDefaults(ask: Ask, defaults: string): Promise<boolean> {
  ask.say(`  Default: ${defaults}`);
  return askWhether(ask, {
    message: 'Take the default?',
    help: {
      text: 'Yes leaves this chapter as the line above says. No asks its questions one by one. The summary at the end opens any chapter again.',
      example: 'y',
    },
    default: true,
  });
}

/** Said where a chapter offers it, before its questions. */
export const restByDefault =
  '  Type > to take the defaults of all other questions of this chapter.';
