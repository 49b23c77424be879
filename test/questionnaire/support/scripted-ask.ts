import assert from 'node:assert/strict';
import type { Ask, Question } from '../../../src/questionnaire/index.ts';

/**
 * What a person does at a question: types text, chooses a value, ticks values, says yes or no, takes what is offered (Enter),
 * has something refused first, or leaves.
 */
export type Deed =
  | string
  | boolean
  | readonly string[]
  | typeof enter
  | typeof leave
  | { readonly typed: string; readonly refused: RegExp; readonly next: Deed }
  | { readonly ticked: readonly string[]; readonly refused: RegExp; readonly next: Deed };

export const enter = Symbol('Enter');
export const leave = Symbol('Ctrl-C');

/** What Yeoman throws out of a question that was left. */
export class Left extends Error {
  override readonly name = 'Left';
}

export interface Scripted extends Ask {
  /** Every line that was shown. */
  readonly said: string[];
  readonly asked: Question[];
  /** Fails unless the whole script was played. */
  finish(): void;
}

/**
 * Plays a script of questions, found by a part of their message, and deeds. Unlike Yeoman's own test helper it does what
 * inquirer does: runs `validate` and `filter`, takes a default for an empty line only, offers enabled choices only.
 */
export function scripted(script: readonly (readonly [message: string, deed: Deed])[]): Scripted {
  const said: string[] = [];
  const asked: Question[] = [];
  const rest = [...script];
  return {
    said,
    asked,
    say(text) {
      for (const line of text.split('\n')) assertFits(line);
      said.push(...text.split('\n'));
    },
    async prompt(questions) {
      const answers = questions.map((question): [string, unknown] => {
        asked.push(question);
        const [message, deed] =
          rest.shift() ?? assert.fail(`not in the script: ${question.message}`);
        assert.ok(question.message.includes(message), `${message}: asked ${question.message}`);
        assertFits(`? ${question.message}`);
        return [question.name, answer(question, deed)];
      });
      return Object.fromEntries(answers);
    },
    finish: () => assert.deepEqual(rest, []),
  };
}

function assertFits(line: string): void {
  assert.ok([...line].length <= 80, `wraps at 80 columns: ${line}`);
  assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Zp}]/u, `not safe to show: ${JSON.stringify(line)}`);
}

function answer(question: Question, deed: Deed): unknown {
  if (deed === leave) throw new Left();
  if (typeof deed === 'object' && 'refused' in deed) {
    const problem = 'typed' in deed ? validity(question, deed.typed) : ticks(question, deed.ticked);
    assert.ok(typeof problem === 'string', 'it was not refused');
    assert.match(problem, deed.refused);
    for (const line of problem.split('\n')) assertFits(`> ${line}`.replace('>   ', '  '));
    return answer(question, deed.next);
  }
  switch (question.type) {
    case 'input':
      return input(question, deed);
    case 'confirm':
      assert.ok(deed === enter || typeof deed === 'boolean', question.message);
      return deed === enter ? question.default : deed;
    case 'select':
      return select(question, deed);
    case 'checkbox':
      return checkbox(question, deed);
  }
}

function input(question: Extract<Question, { type: 'input' }>, deed: Deed): string {
  assert.ok(deed === enter || typeof deed === 'string', question.message);
  const text = deed === enter ? '' : deed;
  const taken = text === '' ? (question.default ?? '') : text;
  assert.equal(question.validate(taken), true);
  for (const isFinal of [false, true]) question.transformer(taken, { isFinal });
  return question.filter(taken);
}

function validity(question: Question, typed: string): unknown {
  assert.ok(question.type === 'input');
  return question.validate(typed === '' ? (question.default ?? '') : typed);
}

function select(question: Extract<Question, { type: 'select' }>, deed: Deed): string {
  for (const { name } of question.choices) assertFits(`  ${name}`);
  const value = deed === enter ? (question.default ?? question.choices[0]?.value) : deed;
  const chosen = question.choices.find((choice) => choice.value === value);
  assert.ok(chosen !== undefined, `${question.message}: ${String(value)} is not offered`);
  assert.equal(chosen.disabled, undefined);
  return chosen.value;
}

function checkbox(question: Extract<Question, { type: 'checkbox' }>, deed: Deed): unknown {
  assert.ok(deed === enter || Array.isArray(deed), question.message);
  const checked = question.choices.filter((choice) => choice.checked === true);
  const values = deed === enter ? checked.map(({ value }) => value) : deed;
  assert.equal(ticks(question, values), true);
  return values;
}

function ticks(question: Question, values: readonly string[]): unknown {
  assert.ok(question.type === 'checkbox');
  const offered = new Set(question.choices.map(({ value }) => value));
  for (const value of values) assert.ok(offered.has(value), `${value} is not offered`);
  return question.validate(question.choices.filter(({ value }) => values.includes(value)));
}
