import { basename } from 'node:path';
import { startOf } from '../../src/kits/begin.ts';
import { guidanceOf } from '../../src/kits/guidance.ts';
import type { LoadedKit } from '../../src/kits/kit.ts';
import { pinOf, seenFrom } from '../../src/kits/pins.ts';
import { allKits } from '../../src/kits/service-kits.ts';
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
  kits: readonly LoadedKit[],
  tools: Tools,
): Promise<Sourced> {
  const start = { ...startOf(kits), ...(name === undefined ? {} : { service: { name } }) };
  const facts = factsFor(known, kits, tools);
  return sourced(await runQuestionnaire(tools.ask, start, facts), facts, { known, kits }, tools);
}

/** Shows the answers again after the plan was shown. */
export async function askAgain(
  { answers, kits = [] }: Pick<Source, 'answers' | 'kits'>,
  known: string | undefined,
  tools: Tools,
): Promise<Sourced> {
  if (answers === undefined) return ended('left');
  const facts = factsFor(known, kits, tools);
  return sourced(await reviewAnswers(tools.ask, answers, facts), facts, { known, kits }, tools);
}

function factsFor(known: string | undefined, kits: readonly LoadedKit[], { cwd }: Tools): Facts {
  return {
    ...(kits.length === 0 ? {} : { kits: guidanceOf(allKits(kits)) }),
    directoryName: known === undefined ? '' : basename(known),
    ...(known === undefined ? { placeProblem: (name: string) => placeProblem(cwd, name) } : {}),
  };
}

function sourced(
  answers: Specification | undefined,
  facts: Facts,
  { known, kits }: { readonly known: string | undefined; readonly kits: readonly LoadedKit[] },
  { cwd }: Tools,
): Sourced {
  if (answers === undefined) return ended('left');
  const destination = known ?? placeOfName(cwd, answers.service.name);
  const pins = kits.map((kit) => pinOf(seenFrom(kit, cwd, destination)));
  const written = facts.kits?.written(answers) ?? answers;
  const service = { ...written.service, name: answers.service.name };
  const specification = { ...written, resources: answers.resources, service };
  const source: Source = {
    text: writeSpecification(
      pins.length === 0 ? specification : { ...specification, service: { ...service, kits: pins } },
    ),
    file: specificationFile,
    destination,
    origin: 'answers',
    answers,
    kits,
  };
  return { source };
}
