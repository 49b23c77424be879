import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { kitsFor, type LoadedKit } from '../../src/kits/index.ts';
import { loadKit } from '../../src/kits/load.ts';
import { pinsIn } from '../../src/kits/pins.ts';
import { allKits } from '../../src/kits/service-kits.ts';
import { pinStates, type PinState } from '../../src/kits/outdated.ts';
import { kitOfService } from '../../src/kits/save.ts';
import { codeOf, describe } from '../../src/plan/io-errors.ts';
import { kitFile } from '../../src/kits/find.ts';
import { readSpecification, type Mistake } from '../../src/specification/index.ts';
import { specificationIn } from '../app/specification-in.ts';
import { shownPlace, specificationFile } from '../app/place.ts';
import type { Failure } from '../command/failure.ts';
import { failureOf } from '../command/errors.ts';
import type { KitCommandLine } from './command-line.ts';

export type KitOutcome =
  | { readonly kind: 'inspected'; readonly kit: LoadedKit }
  | { readonly kind: 'compared'; readonly states: readonly PinState[] }
  | { readonly kind: 'saved'; readonly path: string }
  | {
      readonly kind: 'failed';
      readonly failures: readonly Failure[];
      readonly mistakes: readonly Mistake[];
    };

/** One run of `kit` but for an upgrade. Never throws. */
export async function runKit(commandLine: KitCommandLine, cwd: string): Promise<KitOutcome> {
  const destination = resolve(cwd, commandLine.destination);
  try {
    switch (commandLine.command) {
      case 'inspect':
        return await inspect(commandLine.ref, cwd);
      case 'outdated':
        return await outdated(destination, cwd);
      case 'save':
        return await save(commandLine, destination, cwd);
    }
  } catch (error) {
    return failed([failureOf(error, shownPlace(cwd, destination))]);
  }
}

async function inspect(ref: string, cwd: string): Promise<KitOutcome> {
  const loading = await loadKit(ref, cwd);
  if (loading.ok) return { kind: 'inspected', kit: loading.kit };
  const whatToDo = 'Name another one, or put it right.';
  return failed([{ where: ref, what: `${loading.problem}.`, whatToDo }], loading.mistakes);
}

async function outdated(destination: string, cwd: string): Promise<KitOutcome> {
  const read = await specificationIn(destination, cwd);
  if (!read.ok) return failed([read.failure]);
  return { kind: 'compared', states: await pinStates(pinsIn(read.text), destination) };
}

async function save(
  { directory, name, locks, isStarter }: Extract<KitCommandLine, { command: 'save' }>,
  destination: string,
  cwd: string,
): Promise<KitOutcome> {
  const read = await specificationIn(destination, cwd);
  if (!read.ok) return failed([read.failure]);
  const named = await kitsFor(read.text, destination, specificationFile);
  if (!named.ok) return failed([], named.mistakes);
  const reading = readSpecification(read.text, specificationFile, named.kits);
  if (!reading.ok) return failed([], reading.mistakes);
  const place = resolve(cwd, directory);
  const saving = { name: name ?? basename(place), locks, isStarter };
  const saved = kitOfService(reading.specification, allKits(named.loaded), saving);
  if (!saved.ok) {
    const whatToDo = 'Lock another key, or give the kit another name with --name.';
    return failed(saved.problems.map((what) => ({ where: directory, what: `${what}.`, whatToDo })));
  }
  const path = join(place, kitFile);
  try {
    await mkdir(place, { recursive: true });
    await writeFile(path, saved.text, { flag: 'wx' });
    return { kind: 'saved', path: join(directory, kitFile) };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    const what = codeOf(error) === 'EEXIST' ? 'There is a kit already.' : `${describe(error)}.`;
    return failed([{ where: join(directory, kitFile), what, whatToDo: 'Name another directory.' }]);
  }
}

function failed(failures: readonly Failure[], mistakes: readonly Mistake[] = []): KitOutcome {
  return { kind: 'failed', failures, mistakes };
}

/** `compares`: 1 says that a kit has another version, which nothing is to be taken for that could not be compared. */
export function statusOf(outcome: KitOutcome, compares: boolean): number {
  switch (outcome.kind) {
    case 'failed':
      return compares || outcome.mistakes.length > 0 ? 2 : 1;
    case 'compared': {
      const states = new Set(outcome.states.map(({ state }) => state));
      if (states.has('missing') || states.has('changed')) return 2;
      return states.has('outdated') ? 1 : 0;
    }
    default:
      return 0;
  }
}
