/** Something that a comparison cannot know. */
export interface Question {
  /** What `--answer PLACE=JSON` names. */
  readonly place: string;
  /** One sentence. */
  readonly text: string;
  /** What may be answered, in words. */
  readonly help: string;
  /** Answers as JSON values, with what each of them means. */
  readonly choices: readonly Choice[];
  /** Whether other answers than the choices are possible. */
  readonly isOpen: boolean;
  /** What is wrong with the answer that was given. */
  readonly problem?: string;
}

export interface Choice {
  readonly value: unknown;
  readonly says: string;
}

/** By place, as JSON values. */
export type Answers = ReadonlyMap<string, unknown>;

type Read<T> = { readonly value: T } | { readonly problem: string };

/** Takes answers, and keeps the questions that have none. */
export interface Asking {
  /** Undefined: there is no answer yet. */
  ask<T>(question: Question, read: (answer: unknown) => Read<T>): T | undefined;
  readonly open: readonly Question[];
  /** All that was asked, with an answer or without. */
  readonly asked: readonly Question[];
}

export function asking(answers: Answers): Asking {
  const open: Question[] = [];
  const asked: Question[] = [];
  return {
    open,
    asked,
    ask(question, read) {
      asked.push(question);
      if (!answers.has(question.place)) {
        open.push(question);
        return undefined;
      }
      const result = read(answers.get(question.place));
      if ('value' in result) return result.value;
      open.push({ ...question, problem: result.problem });
      return undefined;
    },
  };
}

/** Reads an answer that is one of the choices. */
export function oneOf<T>(values: readonly T[]) {
  return (answer: unknown): Read<T> => {
    const value = values.find((each) => each === answer);
    if (value !== undefined) return { value };
    const list = values.map((each) => JSON.stringify(each)).join(', ');
    return { problem: `${JSON.stringify(answer)} is not one of ${list}` };
  };
}
