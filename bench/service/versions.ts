import { imageStart } from './image.ts';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { editSpecification } from '../../src/specification/index.ts';
import { evolve } from '../../test/support/evolving.ts';
import { emptyPostgres, emptySqlite, skipPostgres } from '../../test/templates/storage/engines.ts';
import { build } from './built-service.ts';
import type { Comparison } from './comparison.ts';
import { fill, makeKey, runScript } from './filling.ts';
import type { Leg } from './load.ts';
import type { Exchange } from './request.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { targets } from './targets.ts';

const collection = '/v4/orders';
const older = '/v2/orders';
/** Engines that there are: a query takes the longer, the less it matters what is done with its rows. */
const engines = [
  { name: 'SQLite', empty: emptySqlite },
  ...(skipPostgres === false ? [{ name: 'PostgreSQL', empty: emptyPostgres }] : []),
];

/**
 * What clients of an older version pay for it: services in their fourth version, one on each engine, with rows, and a list
 * of 20 of them as the second and the fourth version show it.
 *
 * @param running takes what is started, whatever happens after that
 */
export async function startVersions(
  running: AsyncDisposableStack,
  rows: number,
  core: number | undefined,
): Promise<readonly Comparison[]> {
  const built = await build('versions', async (staged) => {
    await evolve(staged, { specification: unlimited });
    // Dependencies are linked behind what is generated.
    rmSync(join(staged, 'node_modules'));
  });
  const { directory: cwd } = built;
  const comparisons: Comparison[] = [];
  for (const { name, empty } of engines) {
    const database = await empty();
    running.defer(() => database.drop());
    const image = imageStart(cwd);
    const environment = {
      ...image.environment,
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
    };
    runScript(built, environment, 'migrate.js');
    const headers = { 'x-api-key': makeKey(built, environment), accept: 'application/json' };
    const server = running.use(await startServer({ args: image.args, cwd, core, environment }));
    await fill(server.address, rows, (number) => order(number, headers));
    comparisons.push(...comparisonsOf(server, headers, name));
  }
  return comparisons;
}

function comparisonsOf(
  server: ServerProcess,
  headers: Exchange['headers'],
  engine: string,
): Comparison[] {
  const list = (path: string, member: string): Leg => ({
    server,
    exchange: () => ({
      method: 'GET',
      path,
      headers,
      expected: {
        status: 200,
        mediaType: 'application/json',
        // All of the page, in the words of the version.
        body: (text) => text.split(`"${member}":`).length === 21,
      },
    }),
  });
  const newest = list(`${collection}?size=20`, 'firstName');
  return [
    {
      title: `GET 20 two versions back, to the newest, ${engine}`,
      // Pages had another size then.
      leg: list(`${older}?size=20`, 'customerName'),
      against: newest,
      target: targets.olderVersion,
    },
    // What it differs from 1 by, the ratio before it may as well.
    { title: `GET 20 of the newest, to itself, ${engine}`, leg: newest, against: newest },
  ];
}

/** Requests are counted, and none is refused. */
function unlimited(text: string): string {
  return editSpecification(text, [
    { path: ['limits', 'default'], value: { requests: 1_000_000, per: '60s' } },
    { path: ['limits', 'burst'], value: { requests: 500_000, per: '1s' } },
  ]);
}

function order(number: number, headers: Exchange['headers']): Exchange {
  return {
    method: 'POST',
    path: collection,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      reference: `OR-${String(number).padStart(6, '0')}`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      customerEmail: 'ada@example.com',
      total: '129.90',
      currency: 'EUR',
      priority: 'high',
      address: '1 Analytical Way, London',
      gift: { message: 'With love', wrapping: 'paper' },
      dueAt: '2030-01-01T00:00:00.000Z',
      parcels: [{ barcode: 'P1', weight: '0.750', isFragile: true }],
    }),
    expected: { status: 201, mediaType: 'application/json', body: (text) => text.includes('"id"') },
  };
}
