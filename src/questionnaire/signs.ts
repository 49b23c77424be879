import type { Choice, Question, Sign } from './ask.ts';

const rows: Readonly<Record<Sign, string>> = {
  '?': '? explain this question',
  '<': '< back to the question before',
  '>': '> the rest of this chapter by default',
};

/** The question with its signs: in a line a sign is typed; in a list it is a row, to which typing the sign leads. */
export function withSigns(question: Question, signs: readonly Sign[], columns: number): Question {
  switch (question.type) {
    case 'input':
      return {
        ...question,
        validate: (text: string) =>
          signs.some((sign) => sign === text.trim()) ? true : question.validate(text),
      };
    case 'select':
      return { ...question, choices: [...question.choices, ...signs.map(row)] };
    case 'checkbox':
      return {
        ...question,
        choices: [...question.choices, ...signs.map((sign) => tickedRow(sign, columns))],
        validate(chosen: readonly { readonly value: unknown }[]) {
          if (signIn(chosen.map(({ value }) => value)) !== undefined) return true;
          return question.validate(chosen.filter(({ value }) => !isSign(value)));
        },
      };
  }
}

/**
 * The sign that was given; undefined: the question was answered. Among ticked choices one sign counts; several are ticked
 * where a key ticked all choices at once.
 */
export function signIn(answer: unknown): Sign | undefined {
  if (!Array.isArray(answer)) return isSign(answer) ? answer : undefined;
  const [sign, ...others] = answer.filter(isSign);
  return others.length === 0 ? sign : undefined;
}

function isSign(value: unknown): value is Sign {
  return typeof value === 'string' && Object.hasOwn(rows, value);
}

/** In a list of ticks Enter sends the ticks, wherever the cursor is: a sign has to be ticked as well. */
function tickedRow(sign: Sign, columns: number): Choice {
  const name = `${rows[sign]} (Space, then Enter)`;
  return { ...row(sign), name: name.length + 5 > columns ? rows[sign] : name };
}

function row(sign: Sign): Choice {
  return { value: sign, name: rows[sign], short: sign };
}
