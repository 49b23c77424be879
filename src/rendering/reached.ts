/** A file, and the paths of what it brings in. */
export interface Importing {
  readonly path: string;
  readonly imports: readonly string[];
}

/**
 * The files of a service: those that are there in any case, and of its modules those that any of them brings in. A module
 * is made when it is reached.
 *
 * @param kept files of the service that are not made, and bring modules in as well
 */
export function reached<File extends Importing>(
  given: readonly File[],
  modules: ReadonlyMap<string, () => File>,
  kept: readonly Importing[] = [],
): File[] {
  const files = new Map(given.map((file) => [file.path, file]));
  const keptPaths = new Set(kept.map(({ path }) => path));
  const isThere = (path: string) => files.has(path) || keptPaths.has(path);
  const visited = function* (): Generator<Importing> {
    yield* kept;
    // What is found is appended, and so is visited as well.
    yield* files.values();
  };
  for (const { path, imports } of visited()) {
    for (const wanted of imports) {
      if (isThere(wanted)) continue;
      const make = modules.get(wanted);
      if (make === undefined) throw new Error(`${path} imports ${wanted}, which no template makes`);
      files.set(wanted, make());
    }
  }
  return [...files.values()];
}

const modules = /^(?:src|test\/runtime\/support|scripts\/[^/]+)\/.*\.ts$/;

/** True for a file that other files import and that is not run by itself. */
export function isModule(path: string): boolean {
  return modules.test(path) && !path.endsWith('.test.ts') && path !== 'src/main.ts';
}
