// Migrates a table of a million rows on PostgreSQL while clients read and write, and shows how long their requests took:
// npm run bench:migration. It fails where a request failed or a row is wrong, and never for the time that something took.
import { writeFileSync } from 'node:fs';
import { emptyPostgres, skipPostgres } from '../../test/templates/storage/engines.ts';
import { UsageError } from '../command-line.ts';
import { quantile } from '../quantile.ts';
import { deploy } from './deployment.ts';
import { histogram, longestOf, type Latency } from './histogram.ts';
import { readOptions } from './options.ts';
import { buildReleases } from './releases.ts';

const say = (text: string) => process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const { json, ...settings } = readOptions(process.argv.slice(2));
  if (skipPostgres !== false) throw new Error(skipPostgres);
  say('Building two releases …');
  const releases = await buildReleases();
  const database = await emptyPostgres();
  try {
    const deployed = await deploy(releases, { ...settings, url: database.url, say });
    const { clients, lasted, wrong } = deployed;
    const lines = [
      `${settings.rows.toLocaleString('en')} rows, ${String(settings.clients)} clients; the migration took ${lasted.toFixed(1)} s`,
    ];
    for (const [phase, latencies] of clients.latencies.phases) {
      const values = latencies.map(({ lasted: each }) => each);
      const [half, most, longest] = [0.5, 0.99, 1].map((share) => quantile(values, share));
      lines.push(
        '',
        `${phase}: ${String(values.length)} requests, half of them within ${shown(half)}, 99 % within ${shown(most)}, the longest ${shown(longest)}`,
        longestByKind(latencies),
        ...histogram(values),
      );
    }
    lines.push(
      '',
      `Requests that failed: ${String(clients.failed.length)}`,
      ...clients.failed.slice(0, 10).map((each) => `  ${each}`),
      `Rows that are wrong: ${wrong.length === 0 ? 'none' : wrong.join(', ')}`,
      `The longest request took ${shown(clients.latencies.longest)}${clients.latencies.longest > 1000 ? ', which is more than a second' : ''}`,
    );
    process.stdout.write(`${lines.join('\n')}\n`);
    if (json !== undefined) {
      const phases = Object.fromEntries(clients.latencies.phases);
      const { failed } = clients;
      writeFileSync(
        json,
        `${JSON.stringify({ settings, lasted, failed, wrong, phases }, null, 2)}\n`,
      );
    }
    if (clients.failed.length > 0 || wrong.length > 0) process.exitCode = 1;
  } finally {
    await database.drop();
  }
}

function longestByKind(latencies: readonly Latency[]): string {
  const kinds = [...Map.groupBy(latencies, ({ kind }) => kind)].map(
    ([kind, ofKind]) => `${kind} ${shown(longestOf(ofKind))} of ${String(ofKind.length)}`,
  );
  return `the longest of each: ${kinds.toSorted().join(', ')}`;
}

function shown(milliseconds = 0): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
