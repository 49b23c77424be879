import { join, relative } from 'node:path';
import { guidanceOf } from '../../src/kits/guidance.ts';
import { kitsFor } from '../../src/kits/index.ts';
import { allKits } from '../../src/kits/service-kits.ts';
import type { Facts } from '../../src/questionnaire/index.ts';
import {
  editsBetween,
  editSpecification,
  readSpecification,
  type Specification,
} from '../../src/specification/index.ts';
import { editedWith } from './edited-with.ts';
import { specificationFile } from './place.ts';
import { readText } from './read-text.ts';
import { ended, type Ended, type Source, type Sourced } from './source.ts';

/** A service that is there, to be changed by answers. */
export interface Opened {
  readonly text: string;
  /** What stands in the file. */
  readonly madeFrom: string;
  readonly file: string;
  readonly destination: string;
  /** What holds, with what kits say. */
  readonly specification: Specification;
  readonly facts: Facts;
}

/** Reads the specification of a service for a change of it; `changed`: as it was changed already, and not yet written. */
export async function openService(
  destination: string,
  cwd: string,
  changed?: string,
): Promise<{ readonly opened: Opened } | Ended> {
  const path = join(destination, specificationFile);
  const file = relative(cwd, path);
  const read = await readText(path, file);
  if (!read.ok) return ended('usage', { destination, failures: [read.failure] });
  const text = changed ?? read.text;
  const named = await kitsFor(text, destination, file);
  if (!named.ok) return ended('refused', { destination, mistakes: named.mistakes });
  const reading = readSpecification(text, file, named.kits);
  if (!reading.ok) return ended('refused', { destination, mistakes: reading.mistakes });
  const { specification } = reading;
  const kits = named.loaded.length === 0 ? {} : { kits: guidanceOf(allKits(named.loaded)) };
  const facts = { directoryName: '', ...kits };
  return { opened: { text, madeFrom: read.text, file, destination, specification, facts } };
}

/** The source of a regeneration after a change: comments, order and formatting of the file stay. */
export function editedSource(
  { text, madeFrom, file, destination, specification }: Opened,
  after: Specification,
): Sourced {
  const edited = editedWith(file, () =>
    editSpecification(text, editsBetween(specification, after)),
  );
  if ('outcome' in edited) return edited;
  const source: Source = {
    text: edited.text,
    madeFrom,
    file,
    destination,
    origin: 'there',
  };
  return { source };
}
