import { join, relative, resolve } from 'node:path';
import { readLock } from '../../src/plan/index.ts';
import { smallestSpecification } from '../../src/questionnaire/index.ts';
import { readSpecification, writeSpecification } from '../../src/specification/index.ts';
import type { CommandLine } from './command-line.ts';
import { nobodyToAsk, noName, notGenerated, otherName } from './failures.ts';
import {
  holdsService,
  knownPlace,
  placeOfName,
  placeProblem,
  shownPlace,
  specificationFile,
} from './place.ts';
import { readText } from './read-text.ts';
import { recovered } from './recovered.ts';
import { ended, type Source, type Sourced } from './source.ts';
import type { Tools } from './tools.ts';

/** Where the specification comes from: a file, the destination, nothing but a name, or questions. */
export async function findSource(commandLine: CommandLine, tools: Tools): Promise<Sourced> {
  const { name, spec, isLast = false, yes, json } = commandLine;
  const known = knownPlace(tools.cwd, commandLine);
  if (isLast) return fromGenerated(known ?? tools.cwd, commandLine, tools);
  if (spec !== undefined) return fromFile(spec, known, commandLine, tools);
  const place = known ?? (name === undefined ? undefined : placeOfName(tools.cwd, name));
  if (place !== undefined) {
    await recovered(place, commandLine, tools);
    if (holdsService(place)) return fromPlace(place, commandLine, tools);
  }
  const problem =
    known === undefined && name !== undefined ? placeProblem(tools.cwd, name) : undefined;
  if (problem !== undefined && name !== undefined) return ended('usage', occupied(name, problem));
  if (!yes) {
    const canAsk = tools.isTerminal && !json;
    if (!canAsk) return ended('usage', { failures: [nobodyToAsk] });
    // Most runs ask nothing, and do without all that is asked.
    const { askForSource } = await import('./ask-for-source.ts');
    return askForSource(commandLine, known, tools);
  }
  if (name === undefined || place === undefined) return ended('usage', { failures: [noName] });
  const text = writeSpecification(smallestSpecification(name));
  const file = specificationFile;
  return { source: { text, file, destination: place, origin: 'defaults' } };
}

async function fromFile(
  spec: string,
  known: string | undefined,
  { name }: CommandLine,
  { cwd }: Tools,
): Promise<Sourced> {
  const read = await readText(resolve(cwd, spec), spec);
  if (!read.ok) return ended('usage', { failures: [read.failure] });
  const { text } = read;
  const reading = readSpecification(text, spec);
  if (!reading.ok) return ended('refused', { mistakes: reading.mistakes });
  const named = reading.specification.service.name;
  if (name !== undefined && name !== named) {
    return ended('usage', { failures: [otherName(name, named, spec)] });
  }
  const destination = known ?? placeOfName(cwd, named);
  const problem =
    known === undefined && !holdsService(destination) ? placeProblem(cwd, named) : undefined;
  if (problem !== undefined) return ended('usage', occupied(named, problem));
  return { source: { text, file: spec, reading, destination, origin: 'file' } };
}

/** The service is written again from its own specification. */
async function fromPlace(
  destination: string,
  { name }: CommandLine,
  { cwd }: Tools,
): Promise<Sourced> {
  const path = join(destination, specificationFile);
  const file = relative(cwd, path);
  const read = await readText(path, file);
  if (!read.ok) return ended('failed', { destination, failures: [read.failure] });
  const reading = readSpecification(read.text, file);
  const source: Source = { text: read.text, file, reading, destination, origin: 'there' };
  const named = reading.ok ? reading.specification.service.name : undefined;
  return name === undefined || named === undefined || name === named
    ? { source }
    : ended('usage', { destination, failures: [otherName(name, named, file)] });
}

/** A service that the generator has written. */
async function fromGenerated(
  place: string,
  commandLine: CommandLine,
  tools: Tools,
): Promise<Sourced> {
  await recovered(place, commandLine, tools);
  if (holdsService(place) && (await readLock(place)) !== undefined)
    return fromPlace(place, commandLine, tools);
  return ended('usage', {
    destination: place,
    failures: [notGenerated(shownPlace(tools.cwd, place))],
  });
}

function occupied(name: string, what: string) {
  const whatToDo = `Choose another name, or say that you mean it: --destination ${name}`;
  return { failures: [{ where: name, what, whatToDo }] };
}
