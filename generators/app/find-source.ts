import { dirname, join, relative, resolve } from 'node:path';
import { kitsFor, type LoadedKit } from '../../src/kits/index.ts';
import { readLock } from '../../src/plan/index.ts';
import { smallestSpecification } from '../../src/questionnaire/index.ts';
import {
  readSpecification,
  writeSpecification,
  type Reading,
  type Specification,
} from '../../src/specification/index.ts';
import type { Failure } from '../command/failure.ts';
import type { CommandLine } from './command-line.ts';
import { editedWith } from './edited-with.ts';
import {
  nobodyToAsk,
  nobodyToEdit,
  noName,
  nothingToEdit,
  notGenerated,
  otherName,
} from './failures.ts';
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
import { ended, type Ended, type Source, type Sourced } from './source.ts';
import type { Tools } from './tools.ts';

/** Where the specification comes from: a file, the destination, nothing but a name, or questions. */
export async function findSource(commandLine: CommandLine, tools: Tools): Promise<Sourced> {
  const { name, spec, isLast = false, yes, json } = commandLine;
  const asked = await kitsOn(commandLine, tools);
  if ('outcome' in asked) return asked;
  const { kits } = asked;
  const known = knownPlace(tools.cwd, commandLine);
  if (isLast) return fromGenerated(known ?? tools.cwd, commandLine, tools);
  if (spec !== undefined) return fromFile(spec, known, commandLine, kits, tools);
  const place = known ?? (name === undefined ? undefined : placeOfName(tools.cwd, name));
  if (place !== undefined) {
    await recovered(place, commandLine, tools);
    if (commandLine.edit === true) return fromAnswers(place, commandLine, tools);
    if (holdsService(place)) return fromPlace(place, commandLine, kits, tools);
  }
  const problem =
    known === undefined && name !== undefined ? placeProblem(tools.cwd, name) : undefined;
  if (problem !== undefined && name !== undefined) return ended('usage', occupied(name, problem));
  if (commandLine.edit === true) return ended('usage', { failures: [nothingToEdit] });
  if (!yes) {
    const canAsk = tools.isTerminal && !json;
    if (!canAsk) return ended('usage', { failures: [nobodyToAsk(name)] });
    // Said before a hundred questions, and not after them.
    const untrusted = commandLine.trust === true ? [] : await untrustedKits(kits);
    if (untrusted.length > 0) return ended('refused', { failures: untrusted });
    // Most runs ask nothing, and do without all that is asked.
    const { askForSource } = await import('./ask-for-source.ts');
    return askForSource(commandLine, known, kits, tools);
  }
  if (name === undefined || place === undefined) return ended('usage', { failures: [noName] });
  const text = writeSpecification(await smallest(name, kits, { cwd: tools.cwd, place }));
  const file = specificationFile;
  return { source: { text, file, destination: place, origin: 'defaults' } };
}

async function fromFile(
  spec: string,
  known: string | undefined,
  { name }: CommandLine,
  kits: readonly LoadedKit[],
  { cwd }: Tools,
): Promise<Sourced> {
  const path = resolve(cwd, spec);
  const read = await readText(path, spec);
  if (!read.ok) return ended('usage', { failures: [read.failure] });
  const there = { cwd, destination: dirname(path) };
  const edited = await withKits(spec, read.text, kits, there);
  if ('outcome' in edited) return edited;
  const reading = await readWithKits(edited.text, there.destination, spec);
  if (!reading.ok) return ended('refused', { mistakes: reading.mistakes });
  const named = reading.specification.service.name;
  if (name !== undefined && name !== named) {
    return ended('usage', { failures: [otherName(name, named, spec)] });
  }
  const destination = known ?? placeOfName(cwd, named);
  const problem =
    known === undefined && !holdsService(destination) ? placeProblem(cwd, named) : undefined;
  if (problem !== undefined) return ended('usage', occupied(named, problem));
  const text = await movedText(edited.text, there.destination, destination);
  // What moved reads otherwise.
  const readAlready = text === edited.text ? { reading } : {};
  return { source: { text, file: spec, ...readAlready, destination, origin: 'file' } };
}

// Most services have no starter kit, and do without what reads them.

/** The kits of `--kit`. */
async function kitsOn(
  { kit = [] }: CommandLine,
  { cwd }: Tools,
): Promise<{ readonly kits: readonly LoadedKit[] } | Ended> {
  if (kit.length === 0) return { kits: [] };
  const { askedKits } = await import('./kits.ts');
  const asked = await askedKits(kit, cwd);
  return asked.ok ? asked : ended(asked.mistakes.length > 0 ? 'refused' : 'usage', asked);
}

async function untrustedKits(kits: readonly LoadedKit[]): Promise<Failure[]> {
  const withTemplates = kits.filter(({ overlays }) => overlays.length > 0);
  if (withTemplates.length === 0) return [];
  const { untrustedKit } = await import('./kits.ts');
  return withTemplates.map(untrustedKit);
}

async function withKits(
  file: string,
  text: string,
  kits: readonly LoadedKit[],
  places: { readonly cwd: string; readonly destination: string },
): Promise<{ readonly text: string } | Ended> {
  if (kits.length === 0) return { text };
  const { withAskedKits } = await import('./kits.ts');
  return editedWith(file, () => withAskedKits(text, kits, places));
}

async function movedText(text: string, here: string, there: string): Promise<string> {
  if (here === there || !text.includes('kits')) return text;
  const { withPinsMoved } = await import('../../src/kits/pins.ts');
  return withPinsMoved(text, here, there);
}

async function smallest(
  name: string,
  kits: readonly LoadedKit[],
  { cwd, place }: { readonly cwd: string; readonly place: string },
): Promise<Specification> {
  if (kits.length === 0) return smallestSpecification(name);
  const { smallestWith } = await import('../../src/kits/begin.ts');
  const { seenFrom } = await import('../../src/kits/pins.ts');
  return smallestWith(
    name,
    kits.map((kit) => seenFrom(kit, cwd, place)),
  );
}

/** A specification with the kits that it names. */
async function readWithKits(text: string, directory: string, file: string): Promise<Reading> {
  const named = await kitsFor(text, directory, file);
  if (!named.ok) return { ok: false, mistakes: [...named.mistakes] };
  return readSpecification(text, file, named.kits);
}

/** The service is written again from its own specification. */
async function fromPlace(
  destination: string,
  { name }: CommandLine,
  kits: readonly LoadedKit[],
  { cwd }: Tools,
): Promise<Sourced> {
  const path = join(destination, specificationFile);
  const file = relative(cwd, path);
  const read = await readText(path, file);
  if (!read.ok) return ended('failed', { destination, failures: [read.failure] });
  const edited = await withKits(file, read.text, kits, { cwd, destination });
  if ('outcome' in edited) return edited;
  const { text } = edited;
  const reading = await readWithKits(text, destination, file);
  const source: Source = {
    text,
    madeFrom: read.text,
    file,
    reading,
    destination,
    origin: 'there',
  };
  const named = reading.ok ? reading.specification.service.name : undefined;
  return name === undefined || named === undefined || name === named
    ? { source }
    : ended('usage', { destination, failures: [otherName(name, named, file)] });
}

/** The nine parts of a service that is there, opened again to change answers. */
export async function fromAnswers(
  destination: string,
  { yes, json }: CommandLine,
  { ask, isTerminal, cwd }: Tools,
  changed?: string,
): Promise<Sourced> {
  if (!isTerminal || yes || json) return ended('usage', { failures: [nobodyToEdit] });
  const { editedSource, openService } = await import('./edited-source.ts');
  const { reviewAnswers } = await import('../../src/questionnaire/summary.ts');
  const there = await openService(destination, cwd, changed);
  if ('outcome' in there) return there;
  const { specification, facts } = there.opened;
  const after = await reviewAnswers(ask, specification, facts);
  return after === undefined ? ended('left', { destination }) : editedSource(there.opened, after);
}

/** A service that the generator has written. */
async function fromGenerated(
  place: string,
  commandLine: CommandLine,
  tools: Tools,
): Promise<Sourced> {
  await recovered(place, commandLine, tools);
  if (holdsService(place) && (await readLock(place)) !== undefined)
    return fromPlace(place, commandLine, [], tools);
  return ended('usage', {
    destination: place,
    failures: [notGenerated(shownPlace(tools.cwd, place))],
  });
}

function occupied(name: string, what: string) {
  const whatToDo = `Choose another name, or say that you mean it: --destination ${name}`;
  return { failures: [{ where: name, what, whatToDo }] };
}
