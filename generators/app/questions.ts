import type { Answers, Question } from '../../src/evolution/asking.ts';
import { askChoice, askText } from '../../src/questionnaire/index.ts';
import { nearest } from '../../src/specification/nearest.ts';
import type { Failure } from '../command/failure.ts';
import { json } from './answers.ts';
import type { Tools } from './tools.ts';

const typed = 'typed';

/** Asks a person what the comparison of two specifications cannot know. */
export async function askQuestions(
  questions: readonly Question[],
  { ask }: Pick<Tools, 'ask'>,
): Promise<Answers> {
  const answers = new Map<string, unknown>();
  for (const { place, text, help, choices, isOpen, problem } of questions) {
    if (problem !== undefined) ask.say(`\n${problem}`);
    if (choices.length === 0 && isOpen) {
      answers.set(place, await askTyped({ message: text, help }, ask));
      continue;
    }
    const chosen = await askChoice(ask, {
      message: text,
      help: { text: help, example: choices.map(({ says }) => says) },
      choices: [
        ...choices.map(({ says }, index) => ({ value: String(index), name: says })),
        ...(isOpen ? [{ value: typed, name: 'something that you type', short: 'typed' }] : []),
      ],
    });
    answers.set(
      place,
      chosen === typed
        ? await askTyped({ message: 'Answer:', help }, ask)
        : choices[Number(chosen)]?.value,
    );
  }
  return answers;
}

/** JSON where it is some, and otherwise a text as it stands. */
async function askTyped(
  { message, help }: { readonly message: string; readonly help: string },
  ask: Tools['ask'],
): Promise<unknown> {
  const text = await askText(ask, {
    message,
    help: { text: help, example: ['3', '"text"', '{"sql": "EXPRESSION"}'] },
    check: (each) => (each === '' ? 'an answer is needed' : undefined),
  });
  const value = json(text);
  return value === undefined ? text : value.value;
}

/** For a run that cannot ask: each question, and how to answer it. */
export function questionFailures(questions: readonly Question[]): Failure[] {
  return questions.map(({ place, text, help, choices, problem }) => {
    const value = choices[0] === undefined ? 'JSON' : JSON.stringify(choices[0].value);
    return {
      where: place,
      what: problem === undefined ? text : `${problem}. ${text}`,
      whatToDo: `${help} Answer it in a terminal, with --answer '${place}=${value}', or in a file: --answers FILE.`,
    };
  });
}

/** Answers that were given and that no question took: each would be lost without a word. */
export function unaskedFailures(given: Answers, asked: readonly Question[]): Failure[] {
  const places = [...new Set(asked.map(({ place }) => place))];
  const unasked = [...given.keys()].filter((place) => !places.includes(place));
  return unasked.map((place) => {
    const meant = nearest(place, places);
    const hint = meant === undefined ? '' : `Did you mean ${meant}? `;
    const all =
      places.length === 0
        ? 'The run asks nothing.'
        : `The run asks ${places.join(', ')}. Answers can make it ask more.`;
    return {
      where: place,
      what: 'There is an answer to it, and the run does not ask it.',
      whatToDo: `${hint}Leave the answer out, or correct its place. ${all}`,
    };
  });
}
