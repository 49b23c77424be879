import assert from 'node:assert/strict';
import type { Answers, Question } from '../../../src/evolution/asking.ts';

/** Values of all types: one that a field takes is found by trying. */
const texts =
  'x xxxxx 1 1.00 2030-01-01 2030-01-01T00:00:00.000Z 12:00:00 PT1H 019bc0fd-89c0-7000-8000-000000000001 ' +
  'https://acme.example a@acme.example AA== acme.example';
const values: readonly unknown[] = [...texts.split(' '), 1, 10, 0, -1, true, [], {}, ['x']];

/**
 * Answers questions round by round: by the first choice, or by one that the seed chooses.
 *
 * @param ask what is asked as long as these answers are given
 * @returns what `ask` gave when nothing was left to ask; undefined: no value that is tried here fits
 */
export async function answered<Asked extends { readonly questions: readonly Question[] }>(
  ask: (answers: Answers) => Asked | Promise<Asked>,
  seed = 0,
): Promise<Asked | undefined> {
  const tried = new Map<string, number>();
  const answers = new Map<string, unknown>();
  for (let round = 0; round < 100; round += 1) {
    const asked = await ask(answers);
    const { questions } = asked;
    if (questions.length === 0) return asked;
    for (const question of questions) {
      const count = tried.get(question.place) ?? 0;
      const options = optionsOf(question, seed);
      if (count === options.length) return undefined;
      answers.set(question.place, options[count]);
      tried.set(question.place, count + 1);
    }
  }
  return assert.fail('the questions do not end');
}

function optionsOf({ choices }: Question, seed: number): unknown[] {
  const given = choices.map(({ value }) => value);
  const first = given.length === 0 ? 0 : seed % given.length;
  return [...given.slice(first), ...given.slice(0, first), ...values];
}
