import { ConfigurationError } from '../../service/configuration-error.ts';
import type { StepReport } from './preflight.ts';

/** The tables cannot be brought up to date: the message says why, what was changed, and what to do. */
export class MigrationRefusal extends ConfigurationError {
  override readonly name = 'MigrationRefusal';
}

/**
 * @param isBegun whether steps before these have been done
 * @throws {MigrationRefusal} with all rows that are in the way of any step
 */
export function refuseObstacles(reports: readonly StepReport[], isBegun: boolean): void {
  const lines = reports.flatMap(({ migration, obstacles }) =>
    obstacles.map((obstacle) => `${migration}: ${obstacle}`),
  );
  if (lines.length === 0) return;
  throw new MigrationRefusal(
    `Rows of this database forbid what its migrations are to do, so ${outcome(isBegun)}. ${lines.join('. ')}. Change these rows, or the migration, and start again.`,
  );
}

/**
 * @param isBegun whether steps before these have been done
 * @throws {MigrationRefusal} with everything that would be lost and was not accepted
 */
export function refuseLosses(
  reports: readonly StepReport[],
  accepted: readonly string[],
  isBegun: boolean,
): void {
  const losses = reports
    .flatMap((report) => report.losses)
    .filter(({ name }) => !accepted.includes(name));
  if (losses.length === 0) return;
  const names = [...new Set([...accepted, ...losses.map(({ name }) => name)])];
  const flags = names.map((name) => `--accept-loss ${name}`);
  throw new MigrationRefusal(
    `Migrations would lose data, so ${outcome(isBegun)}: ${losses.map(({ about }) => about).join(', ')}. ` +
      `To accept that: npm run migrate -- ${flags.join(' ')}`,
  );
}

function outcome(isBegun: boolean): string {
  return isBegun
    ? 'they stopped after the steps that are done (npm run migrate -- --plan lists the others), and go on from there'
    : 'nothing was changed';
}
