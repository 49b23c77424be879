import { styleText } from 'node:util';
import type { Ask, InputQuestion, Question, Sign, Words } from './ask.ts';
import { printable } from './printable.ts';
import { signIn } from './signs.ts';

/** An answer, and the question that it belongs to. */
interface Given {
  readonly message: string;
  readonly type: Question['type'];
  readonly answer: unknown;
}

/** Where a conversation stands. */
export interface Course {
  /** What was answered, in order. */
  readonly given: readonly Given[];
  /** What was answered before the person went back: offered again as the defaults of the same questions. */
  readonly later: readonly Given[];
}

export const begin: Course = { given: [], later: [] };

/** One answer less; it is kept as the default. */
export function oneBack({ given, later }: Course): Course {
  const last = given.at(-1);
  return last === undefined
    ? { given, later }
    : { given: given.slice(0, -1), later: [last, ...later] };
}

export type Conversed<T> =
  | { readonly kind: 'finished'; readonly result: T; readonly course: Course }
  /** The person went back before the first question. */
  | { readonly kind: 'left'; readonly course: Course };

interface Options {
  readonly course: Course;
  /** Whether there is a question before the first one. */
  readonly hasBefore: boolean;
  /** Whether the rest can be answered by default. */
  readonly offersRest: boolean;
}

/**
 * Holds a conversation whose questions can be gone back over one by one. To go back, the conversation is held again from its
 * start: the answers that still hold are given without a question, and so it needs to know nothing of all this. It must depend on
 * its answers alone.
 */
export async function converse<T>(
  ask: Ask,
  talk: (ask: Ask) => Promise<T>,
  options: Options,
): Promise<Conversed<T>> {
  let { course } = options;
  for (;;) {
    const conversation = new Conversation(ask, { ...options, course });
    try {
      const result = await talk(conversation);
      return { kind: 'finished', result, course: conversation.course };
    } catch (error) {
      if (!(error instanceof WentBack)) throw error;
      ({ course } = conversation);
      if (course.given.length === 0) return { kind: 'left', course };
      course = oneBack(course);
    }
  }
}

class WentBack extends Error {
  override readonly name = 'WentBack';
}

/** One time through a conversation. */
class Conversation implements Ask {
  readonly #ask: Ask;
  readonly #options: Options;
  readonly #given: Given[] = [];
  /** Answers that are given without a question. */
  #known: readonly Given[];
  #later: readonly Given[];
  #takesDefaults = false;

  constructor(ask: Ask, options: Options) {
    this.#ask = ask;
    this.#options = options;
    this.#known = options.course.given;
    this.#later = options.course.later;
  }

  get course(): Course {
    return { given: [...this.#given], later: this.#later };
  }

  get columns(): number {
    return this.#ask.columns;
  }

  get signs(): readonly Sign[] {
    const { hasBefore, offersRest } = this.#options;
    const canGoBack = hasBefore || this.#given.length > 0;
    return [
      ...this.#ask.signs,
      ...(canGoBack ? (['<'] as const) : []),
      ...(offersRest ? (['>'] as const) : []),
    ];
  }

  isLocked(key: string): boolean {
    return this.#ask.isLocked?.(key) ?? false;
  }

  get words(): Words | undefined {
    return this.#ask.words;
  }

  /** What was shown before is not shown again. */
  say(text: string): void {
    if (this.#known.length === 0) this.#ask.say(text);
  }

  async prompt(questions: readonly Question[]): Promise<Readonly<Record<string, unknown>>> {
    const answers: Record<string, unknown> = {};
    for (const question of questions) answers[question.name] = await this.#answer(question);
    return answers;
  }

  async #answer(question: Question): Promise<unknown> {
    const [known, ...rest] = this.#known;
    if (known !== undefined && isOf(known, question)) {
      this.#known = rest;
      this.#given.push(known);
      return known.answer;
    }
    // Another question than at the time: what follows was answered to other questions as well.
    this.#later = [...this.#known, ...this.#later];
    this.#known = [];
    const answer = await this.#asked(this.#withKept(question));
    if (signIn(answer) === undefined) this.#keep(question, answer);
    return answer;
  }

  async #asked(question: Question): Promise<unknown> {
    for (;;) {
      const usual = this.#takesDefaults ? defaultOf(question) : undefined;
      if (usual !== undefined) {
        this.say(`${styleText('green', '✔')} ${question.message} ${shown(question, usual)}`);
        return usual;
      }
      const answers = await this.#ask.prompt([question]);
      const answer = answers[question.name];
      const sign = signIn(answer);
      if (sign === '<') throw new WentBack();
      if (sign !== '>') return answer;
      this.#takesDefaults = true;
      if (defaultOf(question) === undefined) this.say('  This question has no default.');
    }
  }

  /** The question with the answer as its default that it had before the person went back. */
  #withKept(question: Question): Question {
    const kept = this.#later.find((each) => isOf(each, question));
    return kept === undefined ? question : withDefault(question, kept.answer);
  }

  /** Kept answers up to this question are used up. An empty line ends a list: its other lines are not offered again. */
  #keep({ message, type }: Question, answer: unknown): void {
    const given = { message, type, answer };
    this.#given.push(given);
    const position = this.#later.findIndex((each) => isOf(each, given));
    if (position === -1) return;
    const left = this.#later.slice(position + 1);
    this.#later = answer === '' ? left.filter((each) => !isOf(each, given)) : left;
  }
}

function isOf(given: Given, { message, type }: Pick<Question, 'message' | 'type'>): boolean {
  return given.message === message && given.type === type;
}

function withDefault(question: Question, answer: unknown): Question {
  switch (question.type) {
    case 'input':
      return withTyped(question, answer);
    case 'select': {
      const kept = question.choices.find((choice) => choice.value === answer);
      return kept === undefined || kept.disabled !== undefined
        ? question
        : { ...question, default: kept.value };
    }
    case 'checkbox': {
      const ticked: readonly unknown[] = Array.isArray(answer) ? answer : [];
      const choices = question.choices.map((choice) => ({
        ...choice,
        checked: ticked.includes(choice.value),
      }));
      return { ...question, choices };
    }
  }
}

/** A line that was typed before is offered as far as it is an answer to what is asked now. */
function withTyped(question: InputQuestion, answer: unknown): InputQuestion {
  const { default: _, ...others } = question;
  if (answer === '' || typeof answer !== 'string') return others;
  const { adapt = (text: string) => text } = question;
  const typed = adapt(answer);
  return typed === undefined ? question : { ...others, default: typed };
}

/** What Enter alone answers, as far as that is an answer; undefined: none. */
function defaultOf(question: Question): unknown {
  switch (question.type) {
    case 'input': {
      const text = question.default ?? '';
      return question.validate(text) === true ? question.filter(text) : undefined;
    }
    case 'select':
      return question.default;
    case 'checkbox': {
      const checked = question.choices.filter((choice) => choice.checked === true);
      return question.validate(checked) === true ? checked.map(({ value }) => value) : undefined;
    }
  }
}

function shown(question: Question, answer: unknown): string {
  switch (question.type) {
    case 'input':
      return question.transformer(String(answer), { isFinal: true });
    case 'select':
    case 'checkbox': {
      const values: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
      const names = question.choices
        .filter(({ value }) => values.includes(value))
        .map(({ name, short }) => short ?? name);
      return styleText('cyan', printable(names.join(', ')));
    }
  }
}
