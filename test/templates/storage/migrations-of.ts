import {
  run,
  type Migration,
  type MigrationDatabase,
  type Migrations,
  type Step,
} from '../../../templates/src/runtime/storage/migrations/index.ts';

/** Migrations that are no files, by their names: steps, or the function that older generators wrote. */
export function migrationsOf(
  migrations: Readonly<
    Record<string, readonly Step[] | ((database: MigrationDatabase) => Promise<void>)>
  >,
  settings: Partial<Pick<Migrations, 'service' | 'formerInitial'>> = {},
): Migrations {
  return {
    service: 'fixture',
    ...settings,
    names: async () => Object.keys(migrations).sort(),
    load: async (name): Promise<Migration> => {
      const found = migrations[name] ?? [];
      return { steps: typeof found === 'function' ? [run(name, found)] : found };
    },
  };
}
