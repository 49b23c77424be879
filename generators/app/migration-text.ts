import type { PlannedMigration } from '../../src/migrations/plan-migration.ts';

/** What a migration will do to a database, for people, before it is written. */
export function migrationText({ path, steps, losses, rewrites }: PlannedMigration): string {
  const lost =
    losses.length === 0
      ? []
      : [
          '',
          `  It loses values, or digits of them, in ${losses.join(', ')}. Where there are values, no start carries it out; this does:`,
          `  ${acceptance(losses)}`,
        ];
  const changed =
    rewrites.length === 0
      ? []
      : ['', `  It changes rows that are there, in ${rewrites.join(', ')}.`];
  return ['', `Migration ${path}`, ...steps.map((step) => `  ${step}`), ...changed, ...lost].join(
    '\n',
  );
}

/** The command that carries out a migration which loses values. */
export function acceptance(losses: readonly string[]): string {
  return `npm run migrate -- ${losses.map((name) => `--accept-loss ${name}`).join(' ')}`;
}
