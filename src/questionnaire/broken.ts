import type { CheckboxQuestion, Choice, Question } from './ask.ts';
import { wrap } from './printable.ts';

/** Columns in front of a message, and of the lines below its first one. */
const margin = 2;

/**
 * The question with all its lines broken between words. Inquirer breaks a line that is too long wherever it ends, and begins
 * another one behind a line that is full.
 */
export function broken(question: Question, columns: number): Question {
  const width = columns - 1;
  switch (question.type) {
    case 'input': {
      const shown = question.default === undefined ? '' : `(${question.default})`;
      const message = roomFor(shown, brokenMessage(question.message, width), width);
      const transformer: typeof question.transformer = (text, flags) => {
        const typed = question.transformer(text, flags);
        return flags.isFinal ? behind(message, typed, width) : typed;
      };
      return { ...question, message, transformer };
    }
    case 'select': {
      const message = brokenMessage(question.message, width);
      const choices = question.choices.map((choice) => ({
        ...brokenChoice(choice, margin, width),
        short: behind(message, shortOf(choice), width),
      }));
      return { ...question, message, choices };
    }
    case 'checkbox':
      return brokenTicks(question, width);
  }
}

function brokenTicks(question: CheckboxQuestion, width: number): CheckboxQuestion {
  const message = brokenMessage(question.message, width);
  const choices = question.choices.map((choice) => ({
    ...brokenChoice(choice, margin + 1, width),
    short: shortOf(choice),
  }));
  const renderSelectedChoices = (chosen: readonly { readonly short: string }[]): string =>
    behind(message, chosen.map(({ short }) => short).join(', '), width);
  return { ...question, message, choices, theme: { style: { renderSelectedChoices } } };
}

function shortOf({ short, name }: Choice): string {
  return short ?? name;
}

function brokenMessage(message: string, width: number): string {
  return wrap(`? ${message}`, width).join('\n').slice(margin);
}

/** Puts what stands behind a message, after a space, on a line of its own where the last line has no room for it. */
function roomFor(text: string, message: string, width: number, indent = margin): string {
  if (text === '' || endOf(message, indent) + 1 + text.length <= width) return message;
  return `${message}\n${' '.repeat(indent - 1)}`;
}

/** What stands behind a message, after a space. */
function behind(message: string, text: string, width: number): string {
  // One word as long as what stands in front of the text.
  const before = 'x'.repeat(endOf(message));
  return wrap(`${before} ${text}`, width).join('\n').slice(before.length).replace(/^ /, '');
}

/** Columns that are taken where a message ends whose first line is indented. */
function endOf(message: string, indent = margin): number {
  const lines = message.split('\n');
  const last = lines.at(-1) ?? '';
  return lines.length === 1 ? indent + last.length : last.length;
}

/** A row of a list: a cursor, perhaps a tick, the name, and why it cannot be chosen. */
function brokenChoice(choice: Choice, indent: number, width: number): Choice {
  const { description, disabled = '' } = choice;
  const name = wrap(choice.name, width - indent).join(`\n${' '.repeat(indent)}`);
  return {
    ...choice,
    name: roomFor(disabled, name, width, indent),
    ...(description === undefined ? {} : { description: wrap(description, width).join('\n') }),
  };
}
