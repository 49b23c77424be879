import { ConfigurationError } from '../../service/configuration-error.ts';
import type { StepReport } from './preflight.ts';

/** The tables cannot be brought up to date, and nothing was changed: the message says why, and what to do. */
export class MigrationRefusal extends ConfigurationError {
  override readonly name = 'MigrationRefusal';
}

/** @throws {MigrationRefusal} with all rows that are in the way of any step */
export function refuseObstacles(reports: readonly StepReport[]): void {
  const lines = reports.flatMap(({ migration, obstacles }) =>
    obstacles.map((obstacle) => `${migration}: ${obstacle}`),
  );
  if (lines.length === 0) return;
  throw new MigrationRefusal(
    `Rows of this database forbid what its migrations are to do, so nothing was changed. ${lines.join('. ')}. Change these rows, or the migration, and start again.`,
  );
}

/** @throws {MigrationRefusal} with everything that would be lost and was not accepted */
export function refuseLosses(reports: readonly StepReport[], accepted: readonly string[]): void {
  const losses = reports
    .flatMap((report) => report.losses)
    .filter(({ name }) => !accepted.includes(name));
  if (losses.length === 0) return;
  const names = [...new Set([...accepted, ...losses.map(({ name }) => name)])];
  const flags = names.map((name) => `--accept-loss ${name}`);
  throw new MigrationRefusal(
    `Migrations would lose data, so nothing was changed: ${losses.map(({ about }) => about).join(', ')}. ` +
      `To accept that: npm run migrate -- ${flags.join(' ')}`,
  );
}
