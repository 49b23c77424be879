import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { BaselineSettings } from './baseline.ts';
import type { BuiltService } from './built-service.ts';
import { readContract, type Contract } from './contract.ts';
import type { Example } from './example.ts';
import { recordStatements } from './recorded.ts';
import { request, WrongAnswer } from './request.ts';
import type { Seeded } from './seeded.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** A service and the raw server that it is compared with, each on its copy of the same database. */
export interface Subject {
  readonly service: ServerProcess;
  readonly baseline: ServerProcess;
  readonly contract: Contract;
}

/** Beyond all numbers that were used for filling the database. */
const first = 1_000_000;

export async function startService(
  { directory, main }: BuiltService,
  database: string,
  core: number | undefined,
): Promise<ServerProcess> {
  return startServer({
    args: [main],
    cwd: directory,
    core,
    environment: {
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: `sqlite:${database}`,
    },
  });
}

/**
 * @param running takes what is started, whatever happens after that
 * @param name of the copies of the database
 */
export async function startSubject(
  running: AsyncDisposableStack,
  name: string,
  built: BuiltService,
  example: Example,
  { key, copy }: Seeded,
  core: number | undefined,
): Promise<Subject> {
  const service = running.use(await startService(built, copy(`${name}-service`), core));
  const contract = await readContract(service.address, example, { key, first });
  const statements = await recordStatements(built, contract, copy(`${name}-recording`));
  const database = copy(`${name}-baseline`);
  const { name: resource, camel } = example.resource;
  const sources = join(built.directory, 'dist', 'src');
  const settings: BaselineSettings = {
    database,
    collection: contract.collection,
    statements,
    modules: {
      store: join(sources, 'resources', resource, `${resource}.store.js`),
      table: `${camel}Table`,
      values: join(sources, 'runtime', 'storage', 'sqlite-values.js'),
      identifiers: join(sources, 'runtime', 'storage', 'identifiers.js'),
    },
    envelope: contract.envelope,
    initial: contract.initial,
  };
  writeFileSync(`${database}.json`, JSON.stringify(settings));
  const baseline = running.use(
    await startServer({
      args: [fileURLToPath(new URL('baseline.ts', import.meta.url)), `${database}.json`],
      cwd: built.directory,
      core,
      environment: { NODE_ENV: 'production' },
    }),
  );
  for (const exchange of [contract.getOne(), contract.list()]) {
    const [ours, theirs] = await Promise.all([
      request(service.address, exchange),
      request(baseline.address, exchange),
    ]);
    if (!isDeepStrictEqual(JSON.parse(ours), JSON.parse(theirs))) {
      throw new WrongAnswer(`${exchange.path}: the two servers differ\n${ours}\n${theirs}`);
    }
  }
  return { service, baseline, contract };
}
