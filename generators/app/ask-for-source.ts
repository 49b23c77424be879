import { basename } from 'node:path';
import type { Facts } from '../../src/questionnaire/index.ts';
import { runQuestionnaire } from '../../src/questionnaire/questionnaire.ts';
import { reviewAnswers } from '../../src/questionnaire/summary.ts';
import { writeSpecification, type Specification } from '../../src/specification/index.ts';
import type { CommandLine } from './command-line.ts';
import { placeOfName, placeProblem, specificationFile } from './place.ts';
import { ended, type Source, type Sourced } from './source.ts';
import type { Tools } from './tools.ts';

/** Asks the nine chapters. `known` is the destination, if it does not depend on the name. */
export async function askForSource(
  { name }: CommandLine,
  known: string | undefined,
  tools: Tools,
): Promise<Sourced> {
  const start = name === undefined ? {} : { service: { name } };
  const specification = await runQuestionnaire(tools.ask, start, factsFor(known, tools));
  return sourced(specification, known, tools);
}

/** Shows the answers again after the plan was shown. */
export async function askAgain(
  answers: Specification,
  known: string | undefined,
  tools: Tools,
): Promise<Sourced> {
  return sourced(await reviewAnswers(tools.ask, answers, factsFor(known, tools)), known, tools);
}

function factsFor(known: string | undefined, { cwd }: Tools): Facts {
  return {
    directoryName: known === undefined ? '' : basename(known),
    ...(known === undefined ? { placeProblem: (name: string) => placeProblem(cwd, name) } : {}),
  };
}

function sourced(
  answers: Specification | undefined,
  known: string | undefined,
  { cwd }: Tools,
): Sourced {
  if (answers === undefined) return ended('left');
  const source: Source = {
    text: writeSpecification(answers),
    file: specificationFile,
    destination: known ?? placeOfName(cwd, answers.service.name),
    origin: 'answers',
    answers,
  };
  return { source };
}
