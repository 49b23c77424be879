import { styleText } from 'node:util';
import type { Ask, Choice, Question } from './ask.ts';
import { isPlainLine, printable, wrap } from './printable.ts';

/** What is wrong with a text; undefined: nothing. */
type Check = (text: string) => string | undefined;

interface TextQuestion {
  readonly message: string;
  readonly default?: string | undefined;
  readonly check?: Check;
}

/** Asks for a line of text until it passes the check. Without spaces at both ends; empty where nothing was typed. */
export async function askText(ask: Ask, question: TextQuestion): Promise<string> {
  const standard = question.default ?? '';
  const answer = await only(ask, {
    type: 'input',
    name: 'answer',
    message: question.message,
    ...(standard === '' ? {} : { default: standard }),
    validate: (text) => refusal(text.trim(), question.check),
    filter: (text) => text.trim(),
    transformer: (text, { isFinal }) =>
      isFinal ? styleText('cyan', printable(text)) : printable(text),
  });
  return typeof answer === 'string' ? answer : '';
}

function refusal(text: string, check: Check | undefined): true | string {
  if (!isPlainLine(text)) return `${printable(text)} has a character that cannot be shown`;
  return refusalOf(check?.(text));
}

/** Under the question, after a mark of two columns. */
function refusalOf(problem: string | undefined): true | string {
  if (problem === undefined) return true;
  return problem
    .split('\n')
    .map((line) => wrap(line, 76, '  '))
    .join('\n  ');
}

/** One of a few; the cursor starts at the default. */
export async function askChoice<T extends string>(
  ask: Ask,
  question: {
    readonly message: string;
    readonly choices: readonly (Choice & { readonly value: T })[];
    readonly default?: T | undefined;
  },
): Promise<T> {
  const { message, choices, default: standard } = question;
  const answer = await only(ask, {
    type: 'select',
    name: 'answer',
    message,
    choices,
    ...(standard === undefined ? {} : { default: standard }),
    pageSize: 14,
    loop: false,
  });
  const chosen = choices.find(({ value }) => value === answer);
  if (chosen === undefined) throw new TypeError(`${JSON.stringify(answer)} was not offered.`);
  return chosen.value;
}

/** Any of a few, in the order in which they are offered. */
export async function askSome<T extends string>(
  ask: Ask,
  question: {
    readonly message: string;
    readonly choices: readonly (Choice & { readonly value: T })[];
    readonly check?: (chosen: readonly string[]) => string | undefined;
  },
): Promise<T[]> {
  const { message, choices, check } = question;
  const answer = await only(ask, {
    type: 'checkbox',
    name: 'answer',
    message,
    choices,
    pageSize: 12,
    loop: false,
    validate: (chosen) => refusalOf(check?.(chosen.map(({ value }) => String(value)))),
  });
  const chosen: readonly unknown[] = Array.isArray(answer) ? answer : [];
  return choices.map(({ value }) => value).filter((value) => chosen.includes(value));
}

export async function askWhether(
  ask: Ask,
  message: string,
  { otherwise }: { readonly otherwise: boolean } = { otherwise: true },
): Promise<boolean> {
  const answer = await only(ask, {
    type: 'confirm',
    name: 'answer',
    message,
    default: otherwise,
  });
  return answer === true;
}

async function only(ask: Ask, question: Question): Promise<unknown> {
  const answers = await ask.prompt([question]);
  return answers[question.name];
}
