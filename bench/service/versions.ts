import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { editSpecification } from '../../src/specification/index.ts';
import { evolve } from '../../test/support/evolving.ts';
import { expectSuccess, run } from '../../test/support/generated.ts';
import { emptyPostgres, emptySqlite, skipPostgres } from '../../test/templates/storage/engines.ts';
import { build, type BuiltService } from './built-service.ts';
import type { Comparison } from './comparison.ts';
import type { Leg } from './load.ts';
import { request, type Exchange } from './request.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { targets } from './targets.ts';

/** What clients of an older version pay for it. */
export interface Versions {
  readonly comparisons: readonly Comparison[];
  stop(): Promise<void>;
}

const collection = '/v4/orders';
const older = '/v2/orders';
/** Requests that are on their way at once. */
const together = 20;

/** Engines that there are: a query takes the longer, the less it matters what is done with its rows. */
const engines = [
  { name: 'SQLite', empty: emptySqlite },
  ...(skipPostgres === false ? [{ name: 'PostgreSQL', empty: emptyPostgres }] : []),
];

/**
 * Services in their fourth version, one on each engine, with rows, and a list of 20 of them as the second and the fourth
 * version show it.
 */
export async function startVersions(rows: number, core: number | undefined): Promise<Versions> {
  const built = await build('versions', async (staged) => {
    await evolve(staged, { specification: unlimited });
    // Dependencies are linked behind what is generated.
    rmSync(join(staged, 'node_modules'));
  });
  const all: Versions[] = [];
  const stop = async () => {
    await Promise.all(all.map((each) => each.stop()));
  };
  try {
    for (const engine of engines) all.push(await startOn(engine, built, rows, core));
  } catch (error) {
    await stop();
    throw error;
  }
  return { comparisons: all.flatMap(({ comparisons }) => comparisons), stop };
}

async function startOn(
  { name: engine, empty }: (typeof engines)[number],
  built: BuiltService,
  rows: number,
  core: number | undefined,
): Promise<Versions> {
  const database = await empty();
  let server: ServerProcess | undefined;
  const stop = async () => {
    await server?.stop();
    await database.drop();
  };
  try {
    const environment = {
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
    };
    const { directory, main } = built;
    const script = (name: string, ...args: string[]) =>
      expectSuccess(
        run(directory, process.execPath, [join('dist', 'scripts', name), ...args], environment),
      );
    script('migrate.js');
    const key = script('key.js', 'make', 'bench').split('\n')[0] ?? '';
    const headers = { 'x-api-key': key, accept: 'application/json' };
    server = await startServer({ args: [main], cwd: directory, core, environment });
    await fill(server, rows, headers);
    return { comparisons: comparisonsOf(server, headers, engine), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Headers = Readonly<Record<string, string>>;

async function fill({ address }: ServerProcess, rows: number, headers: Headers): Promise<void> {
  for (let made = 0; made < rows; made += together) {
    const numbers = Array.from({ length: Math.min(together, rows - made) }, (_, at) => made + at);
    await Promise.all(numbers.map((number) => request(address, order(number, headers))));
  }
}

function comparisonsOf(server: ServerProcess, headers: Headers, engine: string): Comparison[] {
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

function order(number: number, headers: Headers): Exchange {
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
