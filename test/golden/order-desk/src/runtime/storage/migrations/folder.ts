import { readdir } from 'node:fs/promises';
import type { Migration, MigrationDatabase } from './migration.ts';
import { MigrationRefusal } from './refusal.ts';
import { run } from './steps.ts';

/** The migrations of a service. */
export interface Migrations {
  /** By whose name a database knows whose it is. */
  readonly service: string;
  /** The name that `0001-initial` had in databases of an older generator. */
  readonly formerInitial?: string;
  /** In the order in which they run. */
  names(): Promise<string[]>;
  load(name: string): Promise<Migration>;
}

/** What a file of the folder exports: steps or, as older generators wrote it, one function. */
interface MigrationFile {
  readonly migration?: Migration;
  readonly up?: (database: MigrationDatabase) => Promise<void>;
}

/**
 * Every file of the folder whose name is four digits, a hyphen, and words, in the order of these names. There is no list of
 * them, so that two branches may each add one.
 *
 * @param folder ends with a slash
 */
export function migrationsIn(
  folder: URL,
  settings: Pick<Migrations, 'service' | 'formerInitial'>,
): Migrations {
  const files = readdir(folder).then(
    (names) => new Map(names.filter(isModule).map((file) => [nameOf(file), file])),
  );
  // The first question may come later than the answer.
  files.catch(() => {});
  return {
    ...settings,
    names: async () => [...(await files).keys()].sort(),
    async load(name) {
      const file = (await files).get(name) ?? name;
      return migrationOf(name, (await import(new URL(file, folder).href)) as MigrationFile);
    },
  };
}

function migrationOf(name: string, { migration, up }: MigrationFile): Migration {
  if (migration !== undefined) return migration;
  if (up !== undefined) return { steps: [run(`Runs ${name}.`, up)] };
  throw new MigrationRefusal(`The migration ${name} exports neither "migration" nor "up".`);
}

function isModule(file: string): boolean {
  return /\.[jt]s$/.test(file) && !/(^index|\.d|\.test)\.[jt]s$/.test(file);
}

function nameOf(file: string): string {
  const name = file.slice(0, -3);
  if (/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return name;
  throw new MigrationRefusal(
    `The file ${file} among the migrations has a name that gives it no place in their order: ` +
      'call it like 0002-add-remarks.ts, four digits and then words of small letters and digits with hyphens between.',
  );
}
