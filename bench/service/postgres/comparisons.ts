import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  emptyPostgres,
  postgresCopy,
  skipPostgres,
} from '../../../test/templates/storage/engines.ts';
import type { BuiltService } from '../built-service.ts';
import type { Comparison } from '../comparison.ts';
import { readContract, type Contract } from '../contract.ts';
import type { Example } from '../example.ts';
import { seedThrough } from '../filling.ts';
import { statementsOf, type Statements } from '../recorded.ts';
import { startServer } from '../server-process.ts';
import { expectSame, rowsOf, startService } from '../subject.ts';
import { recordingProxy } from './recording-proxy.ts';

/** Beyond all numbers that were used for filling the database. */
const first = 1_000_000;

/** The same service on PostgreSQL, against node:http and the driver alone. None where no server can be reached. */
export async function postgresComparisons(
  running: AsyncDisposableStack,
  built: BuiltService,
  example: Example,
  rows: number,
  core: number | undefined,
): Promise<readonly Comparison[]> {
  if (skipPostgres !== false) return [];
  const filled = await emptyPostgres();
  running.defer(filled.drop);
  const copy = async () => {
    const made = await postgresCopy(filled.url);
    running.defer(made.drop);
    return made.url;
  };
  const key = await seedThrough(built, example, filled.url, rows);
  const service = running.use(await startService(built, await copy(), core));
  const contract = await readContract(service.address, example, { key, first });
  const statements = await recorded(built, contract, await copy());
  const settings = join(built.directory, 'dist', 'postgres-baseline.json');
  const types = join(built.directory, 'src', 'runtime', 'storage', 'postgres-types.ts');
  const database = await copy();
  const ours = rowsOf(built, example, contract, statements, 'postgres-values.ts');
  writeFileSync(settings, JSON.stringify({ ...ours, database, types }));
  const baseline = running.use(
    await startServer({
      args: [fileURLToPath(new URL('baseline.ts', import.meta.url)), settings],
      cwd: built.directory,
      core,
      environment: { NODE_ENV: 'production' },
    }),
  );
  await expectSame(contract, service, [baseline]);
  const leg = (exchange: Comparison['leg']['exchange']) => ({
    leg: { server: service, exchange },
    against: { server: baseline, exchange },
  });
  return [
    {
      title: 'PostgreSQL: GET one',
      ...leg((position) => contract.getOne('application/json', position)),
    },
    { title: 'PostgreSQL: GET 20 with a total', ...leg(() => contract.list()) },
    { title: 'PostgreSQL: POST', ...leg(() => contract.create()) },
  ];
}

async function recorded(built: BuiltService, contract: Contract, url: string): Promise<Statements> {
  const target = new URL(url);
  await using proxy = await recordingProxy({
    host: target.hostname,
    port: Number(target.port === '' ? 5432 : target.port),
  });
  target.hostname = '127.0.0.1';
  target.port = String(proxy.port);
  await using server = await startServer({
    args: [built.main],
    cwd: built.directory,
    core: undefined,
    environment: { DATABASE_URL: target.href, LOG_LEVEL: 'silent', PORT: '0' },
  });
  return await statementsOf({ address: server.address, all: proxy.all }, contract);
}
