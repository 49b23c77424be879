import assert from 'node:assert/strict';
import type { Choice, Sign } from '../../../src/questionnaire/ask.ts';
import { signIn } from '../../../src/questionnaire/signs.ts';
import { askOn, type Ask, type Question } from '../../../src/questionnaire/index.ts';

/**
 * What a person does at a question: types text, chooses a value, ticks values, says yes or no, takes what is offered (Enter),
 * gives a sign, has something refused first, or leaves.
 */
export type Deed =
  | string
  | boolean
  | readonly string[]
  | typeof enter
  | typeof leave
  | { readonly sign: Sign }
  | { readonly typed: string; readonly refused: RegExp; readonly next: Deed }
  | { readonly ticked: readonly string[]; readonly refused: RegExp; readonly next: Deed };

/** A question, by a part of its message, and what is done at it. */
export type Step = readonly [message: string, deed: Deed];

export const enter = Symbol('Enter');
export const leave = Symbol('Ctrl-C');
export const help: Deed = { sign: '?' };
export const back: Deed = { sign: '<' };
export const rest: Deed = { sign: '>' };

/** What Yeoman throws out of a question that was left. */
export class Left extends Error {
  override readonly name = 'Left';
}

export interface Scripted extends Ask {
  /** Every line that was shown. */
  readonly said: string[];
  readonly asked: Question[];
  /** What was shown of the last chapter when it was answered, on one line. */
  understood(): string;
  /** Fails unless the whole script was played. */
  finish(): void;
}

/**
 * Plays a script of questions, found by a part of their message, and deeds. Unlike Yeoman's own test helper it does what
 * inquirer does: runs `validate` and `filter`, takes a default for an empty line only, offers enabled choices only.
 */
export function scripted(script: readonly Step[], columns = 80): Scripted {
  const said: string[] = [];
  const asked: Question[] = [];
  const left = [...script];
  const ask = askOn({
    columns: () => columns,
    print(line) {
      assertFits(line.slice(0, -1), columns);
      said.push(line.slice(0, -1));
    },
    async prompt(questions) {
      const answers = questions.map((question): [string, unknown] => {
        asked.push({ ...question, message: question.message.replace(/\n */g, ' ').trim() });
        const [message, deed] =
          left.shift() ?? assert.fail(`not in the script: ${question.message}`);
        const asks = asked.at(-1)?.message ?? '';
        assert.ok(asks.includes(message), `${message}: asked ${asks}`);
        for (const line of linesOf(question)) {
          assertFits(line, columns);
          assert.doesNotMatch(line, /…$/);
        }
        return [question.name, answer(question, deed)];
      });
      return Object.fromEntries(answers);
    },
  });
  return Object.assign(ask, {
    said,
    asked,
    understood: () =>
      said
        .slice(said.findLastIndex((line) => line.startsWith('  → ')))
        .map((line) => line.trim())
        .join(' '),
    finish: () => assert.deepEqual(left, []),
  });
}

/** What a list offers as answers: the rows that are no signs. */
export function offeredBy(question: Question | undefined): Choice[] {
  assert.ok(question?.type === 'select' || question?.type === 'checkbox');
  return question.choices.filter(({ value }) => signIn(value) === undefined);
}

function assertFits(line: string, columns = 80): void {
  assert.ok([...line].length <= columns, `wraps at ${columns} columns: ${line}`);
  assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Zp}]/u, `not safe to show: ${JSON.stringify(line)}`);
}

function answer(question: Question, deed: Deed): unknown {
  if (deed === leave) throw new Left();
  if (typeof deed === 'object' && 'sign' in deed) {
    return answer(question, question.type === 'checkbox' ? [deed.sign] : deed.sign);
  }
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
    case 'select':
      return select(question, deed);
    case 'checkbox':
      return checkbox(question, deed);
  }
}

function input(question: Extract<Question, { type: 'input' }>, deed: Deed): string {
  const text = typedBy(deed);
  assert.ok(text !== undefined, question.message);
  const taken = text === '' ? (question.default ?? '') : text;
  assert.equal(question.validate(taken), true);
  for (const isFinal of [false, true]) question.transformer(taken, { isFinal });
  return question.filter(taken);
}

/** What inquirer shows of a question: its message, and the rows of a list behind a cursor and a tick. */
function linesOf(question: Question): string[] {
  const message = `? ${question.message}`;
  if (question.type === 'input') {
    const shown = question.default === undefined ? '' : ` (${question.default})`;
    return (message + shown).split('\n');
  }
  const cursor = question.type === 'checkbox' ? '❯◉ ' : '❯ ';
  const rows = question.choices.flatMap(({ name, disabled }) =>
    `${cursor}${name}${disabled === undefined ? '' : ` ${disabled}`}`.split('\n'),
  );
  return [...message.split('\n'), ...rows];
}

function typedBy(deed: Deed): string | undefined {
  if (deed === enter) return '';
  if (typeof deed === 'boolean') return deed ? 'y' : 'n';
  return typeof deed === 'string' ? deed : undefined;
}

function validity(question: Question, typed: string): unknown {
  assert.ok(question.type === 'input');
  return question.validate(typed === '' ? (question.default ?? '') : typed);
}

function select(question: Extract<Question, { type: 'select' }>, deed: Deed): string {
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
