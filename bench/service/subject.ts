import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { BuiltService } from './built-service.ts';
import { readContract, type Contract } from './contract.ts';
import type { Example } from './example.ts';
import { imageStart } from './image.ts';
import { recordStatements, type Statements } from './recorded.ts';
import { request, WrongAnswer } from './request.ts';
import type { RowSettings } from './rows.ts';
import type { Seeded } from './seeded.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** A service and the servers that it is compared with, each on its copy of the same database. */
export interface Subject {
  readonly service: ServerProcess;
  /** The raw one. */
  readonly baseline: ServerProcess;
  /** The one that is written with Fastify. */
  readonly byHand: ServerProcess;
  readonly contract: Contract;
  /** How its rows are read and written without it. */
  readonly rows: Omit<RowSettings, 'database'>;
}

/** Beyond all numbers that were used for filling the database. */
const first = 1_000_000;

/** @param url of its database */
export async function startService(
  { directory }: BuiltService,
  url: string,
  core: number | undefined,
  logLevel: 'silent' | 'info' = 'silent',
): Promise<ServerProcess> {
  const { args, environment } = imageStart(directory);
  return startServer({
    args,
    cwd: directory,
    core,
    environment: {
      ...environment,
      LOG_LEVEL: logLevel,
      DATABASE_URL: url,
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
  const service = running.use(await startService(built, `sqlite:${copy(`${name}-service`)}`, core));
  const contract = await readContract(service.address, example, { key, first });
  const statements = await recordStatements(built, contract, copy(`${name}-recording`));
  const rows = rowsOf(built, example, contract, statements, 'sqlite-values.ts');
  const startOther = async (script: string, more: object) => {
    const database = copy(`${name}-${script}`);
    writeFileSync(`${database}.json`, JSON.stringify({ ...rows, ...more, database }));
    return running.use(
      await startServer({
        args: [fileURLToPath(new URL(`${script}.ts`, import.meta.url)), `${database}.json`],
        cwd: built.directory,
        core,
        environment: { NODE_ENV: 'production' },
      }),
    );
  };
  const baseline = await startOther('baseline', {});
  const byHand = await startOther('by-hand', {
    key: { header: example.keyHeader, digest: createHash('sha256').update(key).digest('hex') },
    schema: contract.draftSchema,
  });
  await expectSame(contract, service, [baseline, byHand]);
  return { service, baseline, byHand, contract, rows };
}

/** Throws WrongAnswer where others answer otherwise than the service. */
export async function expectSame(
  contract: Contract,
  service: ServerProcess,
  others: readonly ServerProcess[],
): Promise<void> {
  for (const exchange of [contract.getOne(), contract.list()]) {
    const ours = await request(service.address, exchange);
    for (const { address } of others) {
      const theirs = await request(address, exchange);
      if (!isDeepStrictEqual(JSON.parse(ours), JSON.parse(theirs))) {
        throw new WrongAnswer(`${exchange.path}: two servers differ\n${ours}\n${theirs}`);
      }
    }
  }
}

/** @param values file of the library that has how values are kept */
export function rowsOf(
  { directory }: BuiltService,
  { resource: { name, camel } }: Example,
  { collection, envelope, initial }: Contract,
  statements: Statements,
  values: string,
): Omit<RowSettings, 'database'> {
  const sources = join(directory, 'src');
  const storage = join(sources, 'runtime', 'storage');
  return {
    collection,
    statements,
    modules: {
      store: join(sources, 'resources', name, `${name}.store.ts`),
      table: `${camel}Table`,
      values: join(storage, values),
      identifiers: join(storage, 'identifiers.ts'),
    },
    envelope,
    initial,
  };
}
