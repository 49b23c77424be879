import { styleText } from 'node:util';
import type { Ask, CheckboxQuestion, Choice, InputQuestion, Question } from './ask.ts';
import { exampleLine } from './own-words.ts';
import { isPlainLine, printable, wrap } from './printable.ts';
import { signIn, withSigns } from './signs.ts';

/** What is wrong with a text; undefined: nothing. */
type Check = (text: string) => string | undefined;

/** What a person reads who types a question mark. */
export interface Help {
  /** Paragraphs, or rows of a table: a word, two spaces or more, what it means. */
  readonly text: string | readonly string[];
  /** Answers as they are typed or chosen. */
  readonly example: string | readonly string[];
}

/** What all questions may have. */
interface Keyed {
  /** The key of the specification that is asked for: a locked one is not asked, and keeps its value. */
  readonly key?: string;
}

function isLocked(ask: Ask, { key }: Keyed): boolean {
  return key !== undefined && ask.isLocked?.(key) === true;
}

interface TextQuestion extends Keyed {
  readonly message: string;
  readonly help: Help;
  readonly default?: string | undefined;
  readonly check?: Check;
  readonly adapt?: InputQuestion['adapt'];
}

/** Asks for a line of text until it passes the check. Without spaces at both ends; empty where nothing was typed. */
export async function askText(ask: Ask, question: TextQuestion): Promise<string> {
  const defaultValue = question.default ?? '';
  if (isLocked(ask, question)) return defaultValue;
  const answer = await only(ask, question.help, {
    type: 'input',
    name: 'answer',
    message: question.message,
    ...(defaultValue === '' ? {} : { default: defaultValue }),
    validate: (text) => refusal(ask, text.trim(), question.check),
    filter: (text) => text.trim(),
    ...(question.adapt === undefined ? {} : { adapt: question.adapt }),
    transformer: (text, { isFinal }) =>
      isFinal ? styleText('cyan', printable(text)) : printable(text),
  });
  return typeof answer === 'string' ? answer : '';
}

function refusal(ask: Ask, text: string, check: Check | undefined): true | string {
  if (!isPlainLine(text)) return `${printable(text)} has a character that cannot be shown`;
  return refusalOf(ask, check?.(text));
}

/** Under the question, after a mark of two columns. */
function refusalOf({ columns }: Ask, problem: string | undefined): true | string {
  if (problem === undefined) return true;
  return problem
    .split('\n')
    .flatMap((line) => wrap(line, columns - 4))
    .map((line) => line.trimStart())
    .join('\n  ');
}

/** One of a few; the cursor starts at the default. */
export async function askChoice<T extends string>(
  ask: Ask,
  question: Keyed & {
    readonly message: string;
    readonly help: Help;
    readonly choices: readonly (Choice & { readonly value: T })[];
    readonly default?: T | undefined;
  },
): Promise<T> {
  const { message, help, choices, default: defaultValue } = question;
  if (defaultValue !== undefined && isLocked(ask, question)) return defaultValue;
  const answer = await only(ask, help, {
    type: 'select',
    name: 'answer',
    message,
    choices,
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    pageSize: 16,
    loop: false,
  });
  const chosen = choices.find(({ value }) => value === answer);
  if (chosen === undefined) throw new TypeError(`${JSON.stringify(answer)} was not offered.`);
  return chosen.value;
}

/** Any of a few, in the order in which they are offered. */
export async function askSome<T extends string>(
  ask: Ask,
  question: Keyed & {
    readonly message: string;
    readonly help: Help;
    readonly choices: readonly (Choice & { readonly value: T })[];
    readonly check?: (chosen: readonly string[]) => string | undefined;
  },
): Promise<T[]> {
  const { message, help, choices, check } = question;
  if (isLocked(ask, question)) {
    return choices.filter(({ checked }) => checked === true).map(({ value }) => value);
  }
  const answer = await only(ask, help, {
    type: 'checkbox',
    name: 'answer',
    message,
    choices,
    pageSize: 16,
    loop: true,
    validate: (chosen) => refusalOf(ask, check?.(chosen.map(({ value }) => String(value)))),
  });
  const chosen: readonly unknown[] = Array.isArray(answer) ? answer : [];
  return choices.map(({ value }) => value).filter((value) => chosen.includes(value));
}

/** A question of yes or no as terminals show it: the default is the capital letter. Answers have the same form. */
const hints = { yes: 'Y/n', no: 'y/N' } as const;

interface YesNoQuestion extends Keyed {
  readonly message: string;
  readonly help: Help;
  readonly default: boolean;
}

export async function askWhether(ask: Ask, question: YesNoQuestion): Promise<boolean> {
  if (isLocked(ask, question)) return question.default;
  const hint = question.default ? hints.yes : hints.no;
  const answer = await only(ask, question.help, {
    type: 'input',
    name: 'answer',
    message: question.message,
    default: hint,
    validate: (text) => (yesOrNo(text, hint) === undefined ? 'Type y or n.' : true),
    filter: (text) => yesOrNo(text, hint) ?? text.trim(),
    transformer(text, { isFinal }) {
      const answer = yesOrNo(text, hint);
      if (!isFinal || answer === undefined) return printable(text);
      return styleText('cyan', answer === hints.yes ? 'Yes' : 'No');
    },
  });
  return answer === hints.yes;
}

function yesOrNo(typed: string, hint: 'Y/n' | 'y/N'): 'Y/n' | 'y/N' | undefined {
  const text = typed.trim();
  if (text === '') return hint;
  if (text === hints.yes || /^y(?:es?)?$/i.test(text)) return hints.yes;
  return text === hints.no || /^no?$/i.test(text) ? hints.no : undefined;
}

/** Asks until there is an answer; an explanation is none. */
async function only(ask: Ask, help: Help, asked: Question): Promise<unknown> {
  let question = asked;
  for (;;) {
    const answers = await ask.prompt([withSigns(question, ask.signs, ask.columns)]);
    const answer = answers[question.name];
    if (signIn(answer) !== '?') return answer;
    explain(ask, help);
    if (question.type === 'checkbox') question = withTicked(question, answer);
  }
}

function withTicked(question: CheckboxQuestion, answer: unknown): CheckboxQuestion {
  const ticked: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const choices = question.choices.map((choice) => ({
    ...choice,
    checked: ticked.includes(choice.value),
  }));
  return { ...question, choices };
}

function explain(ask: Ask, { text, example }: Help): void {
  for (const line of [text].flat()) ask.say(`  ${ask.words?.text(line) ?? line}`);
  const [first = '', ...others] = [example].flat().map((line) => exampleLine(ask, line));
  if (others.length === 0) {
    ask.say(`  Example:  ${first}`);
    return;
  }
  ask.say('  Examples:');
  for (const line of [first, ...others]) ask.say(`    ${line}`);
}
