/** Where the bookkeeping lies inside a service. All paths are relative to it, with forward slashes. */
export const FOLDER = '.resource-service';

/** One line for each file; committed. */
export const LOCK = `${FOLDER}/lock`;

/** Pristine texts of the generated files; committed. */
export const BASES = `${FOLDER}/base`;

/** The place of the journal: holds one while a run writes, or after one was killed. */
export const JOURNAL = `${FOLDER}/journal`;

/**
 * The pristine text of a generated file. The suffix keeps it from everything that goes by name: compilers, test runners,
 * formatters, but also `.gitignore` and `package.json`, which would act from wherever they lie.
 */
export function basePath(path: string): string {
  return `${BASES}/${path}.base`;
}

const RESERVED = /^(lock|base|journal.*|completed-.*|rolled-back-.*)$/i;

/** Whether an output may not have this path, because the bookkeeping needs it. */
export function isReserved(path: string): boolean {
  const [first = '', second = ''] = path.split('/');
  if (first.toLowerCase() !== FOLDER) return false;
  return first !== FOLDER || second === '' || RESERVED.test(second);
}
