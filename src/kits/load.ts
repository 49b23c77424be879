import { join, posix } from 'node:path';
import semver from 'semver';
import type { Overlay } from '../rendering/overlays/overlay.ts';
import { packageVersion } from '../rendering/package-root.ts';
import type { Mistake } from '../specification/index.ts';
import { shown } from '../specification/shown.ts';
import { readTextFile, unreadable } from '../text-file.ts';
import { lockConflict } from './conflicts.ts';
import { findKit, insideOf, isDirectory, kitFile } from './find.ts';
import { integrityOf } from './integrity.ts';
import { shownKit, type Kit, type KitFile, type LoadedKit } from './kit.ts';
import { readKit } from './read.ts';
import { hasItsTemplates, overlaysOf, readTemplates, templateMistakes } from './templates.ts';

export type KitLoading =
  | { readonly ok: true; readonly kit: LoadedKit }
  | {
      readonly ok: false;
      /** Why, and what to do. */
      readonly problem: string;
      /** Inside of the kit. */
      readonly mistakes: readonly Mistake[];
    };

/** Kits that extend each other. */
const mostInChain = 10;

const mostBytes = 256 * 1024;

/**
 * Reads a kit and all that it extends: their `kit.yaml`, the templates that it names, and no other file. Nothing of a kit is run. `from`: the directory that
 * references are seen from.
 */
export async function loadKit(ref: string, from: string): Promise<KitLoading> {
  const found = findKit(ref, from);
  if ('problem' in found) return failed(found.problem);
  const kits: Kit[] = [];
  const files: KitFile[] = [];
  let place: Place | undefined = { directory: found.directory, file: posix.join(ref, kitFile) };
  while (place !== undefined) {
    const read = await readPlace(place);
    if (!read.ok) return read;
    kits.unshift(read.kit);
    files.unshift(read.file);
    if (kits.length > mostInChain) {
      return failed(`${ref} extends more than ${mostInChain} kits; perhaps they extend each other`);
    }
    const next = await extendedBy(read.kit, place, from);
    if (next !== undefined && 'problem' in next) return failed(next.problem);
    place = next;
  }
  return composed(ref, kits, files, false);
}

/**
 * A kit from the texts of it and of all that it extends, the first of them first. `isFormer`: its data alone is wanted, of what an earlier
 * generator made; whether it fits this one is not asked.
 */
export async function kitFromFiles(
  ref: string,
  files: readonly KitFile[],
  isFormer = false,
): Promise<KitLoading> {
  const kits: Kit[] = [];
  for (const each of files) {
    const { file, text } = each;
    const read = readKit(text, file);
    if (!read.ok) return { ...failed(`${file} is not a kit`), mistakes: read.mistakes };
    if (!hasItsTemplates(read.kit, each)) return failed(`${file} lacks templates of the kit`);
    kits.push(read.kit);
  }
  return composed(ref, kits, files, isFormer);
}

async function composed(
  ref: string,
  chain: readonly Kit[],
  files: readonly KitFile[],
  isFormer: boolean,
): Promise<KitLoading> {
  const last = chain.at(-1);
  if (last === undefined) return failed('it has no text');
  const version = packageVersion();
  const unfit = chain.find(
    ({ generator }) =>
      !isFormer &&
      generator !== undefined &&
      !semver.satisfies(version, generator, { includePrerelease: true }),
  );
  if (unfit !== undefined) {
    return failed(
      `${shownKit(unfit)} fits the generator in version ${shown(unfit.generator)}, and this is ${version}; take another version of one of them`,
    );
  }
  const conflict = lockConflict(chain);
  if (conflict !== undefined) return failed(conflict);
  const overlays: Overlay[] = [];
  for (const [position, file] of files.entries()) {
    const kit = chain[position];
    if (kit === undefined || isFormer) continue;
    const own = overlaysOf(kit, file);
    const mistakes = await templateMistakes(own, file.file);
    if (mistakes.length > 0) {
      const problem = `${shownKit(kit)} has templates that do not fit this generator, ${version}; take a version of the kit that fits it, or mend them`;
      return { ...failed(problem), mistakes };
    }
    overlays.push(...own);
  }
  const { name } = last;
  const integrity = integrityOf(files);
  return { ok: true, kit: { ref, name, version: last.version, integrity, chain, files, overlays } };
}

interface Place {
  readonly directory: string;
  /** As messages name its file. */
  readonly file: string;
}

async function readPlace({
  directory,
  file,
}: Place): Promise<{ ok: true; kit: Kit; file: KitFile } | Extract<KitLoading, { ok: false }>> {
  const read = await readTextFile(join(directory, kitFile), mostBytes);
  if (read.kind !== 'text') return failed(`${file} is not read: ${unreadable(read, mostBytes)}`);
  const reading = readKit(read.text, file);
  if (!reading.ok) return { ...failed(`${file} has mistakes`), mistakes: reading.mistakes };
  const { kit } = reading;
  const texts = await readTemplates(kit, directory, file);
  if (!texts.ok) return failed(texts.problem);
  return { ok: true, kit, file: { file, text: read.text, templates: texts.templates } };
}

/** The kit that one extends. A path stays inside of the kit, because a kit may come from anybody. */
async function extendedBy(
  { extends: ref, ...kit }: Kit,
  { directory, file }: Place,
  from: string,
): Promise<Place | { readonly problem: string } | undefined> {
  if (ref === undefined) return undefined;
  if (!isDirectory(ref)) {
    const found = findKit(ref, from);
    return 'problem' in found
      ? { problem: `${shownKit(kit)} extends another one: ${found.problem}` }
      : { ...found, file: posix.join(ref, kitFile) };
  }
  const inside = await insideOf(directory, ref);
  return inside === undefined
    ? {
        problem: `${shownKit(kit)} extends ${shown(ref)}, which is no directory inside of it; name one inside, or a package`,
      }
    : { directory: inside, file: posix.join(posix.dirname(file), ref, kitFile) };
}

function failed(problem: string): Extract<KitLoading, { ok: false }> {
  return { ok: false, problem, mistakes: [] };
}
