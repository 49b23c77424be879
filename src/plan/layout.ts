/** Where the bookkeeping lies inside a service. All paths are relative to it, with forward slashes. */
export const FOLDER = '.resource-service';

/** One line for each file; committed. */
export const LOCK = `${FOLDER}/lock`;

/** Pristine texts of the generated files, packed into one file; committed. */
export const BASES = `${FOLDER}/bases`;

/** Which conflict files the generator wrote, and of what; there as long as one is. */
export const CONFLICTS = `${FOLDER}/conflicts`;

/** Where older generators kept each of these texts as a file of its own. */
export const FORMER_BASES = `${FOLDER}/base`;

/** What the tables of the last generation are; committed. */
export const TABLES = `${FOLDER}/tables`;

/** The place of the journal: holds one while a run writes, or after one was killed. */
export const JOURNAL = `${FOLDER}/journal`;

/** Where older generators kept the pristine text of a file. */
export function formerBasePath(path: string): string {
  return `${FORMER_BASES}/${path}.base`;
}

const RESERVED = /^(lock|tables|bases?|conflicts|journal.*|completed-.*|rolled-back-.*)$/i;

/** Whether an output may not have this path, because the bookkeeping needs it. */
export function isReserved(path: string): boolean {
  const [first = '', second = ''] = path.split('/');
  if (first.toLowerCase() !== FOLDER) return false;
  return first !== FOLDER || second === '' || RESERVED.test(second);
}
