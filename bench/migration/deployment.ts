import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { runScript } from '../service/filling.ts';
import type { BuiltService } from '../service/built-service.ts';
import { startServer, type ServerProcess } from '../service/server-process.ts';
import { startClients, type Clients } from './clients.ts';
import type { Releases } from './releases.ts';

export interface Settings {
  readonly rows: number;
  readonly clients: number;
  /** Of each phase that has no end of its own. */
  readonly seconds: number;
  /** Of an empty database of PostgreSQL. */
  readonly url: string;
  readonly say: (text: string) => void;
}

export interface Deployed {
  readonly clients: Clients;
  /** Of the migration, in seconds. */
  readonly lasted: number;
  /** What is not as it should be in the tables afterwards. */
  readonly wrong: readonly string[];
}

/**
 * Deploys a release as one does it without a break: its migrations run while replicas of the former release serve clients, then its own
 * replicas start and take over, and the former ones stop.
 */
export async function deploy(releases: Releases, settings: Settings): Promise<Deployed> {
  const { rows, seconds, url, say } = settings;
  const { former, present } = releases;
  say(`Filling ${rows.toLocaleString('en')} rows …`);
  runScript(former, { DATABASE_URL: url }, 'migrate.js');
  await fill(url, rows);
  await using running = new AsyncDisposableStack();
  const replicas = await startReplicas(running, former, url);
  const formerRelease = {
    addresses: replicas.map(({ address }) => address),
    members: (reference: string) => ({ reference, carrier: 'bike', weight: 12 }),
  };
  const clients = startClients('before', formerRelease, settings);
  running.defer(() => clients.stop());
  const during = async (phase: string, work: () => Promise<unknown>) => {
    say(`${phase} …`);
    clients.phase = phase;
    await work();
  };
  await during('before', () => setTimeout(seconds * 1000));
  const start = performance.now();
  await during('while it migrates', () => migrate(present, url, []));
  const lasted = (performance.now() - start) / 1000;
  await during('former release, new tables', () => setTimeout(seconds * 1000));
  await during('replicas change', async () => {
    const successors = await startReplicas(running, present, url);
    await clients.turnTo({
      addresses: successors.map(({ address }) => address),
      members: (reference) => ({
        reference,
        carrier: 'bike',
        weight: '12.000',
        country: 'AT',
        priority: 3,
      }),
    });
    for (const replica of replicas) await replica[Symbol.asyncDispose]();
  });
  await during('present release', () => setTimeout(seconds * 1000));
  await during('what the former one needed goes', async () => {
    await migrate(present, url, ['--finish']);
    await setTimeout(1000);
  });
  await clients.stop();
  return { clients, lasted, wrong: await mistakes(url, rows, clients) };
}

async function startReplicas(
  running: AsyncDisposableStack,
  { directory, main }: BuiltService,
  url: string,
): Promise<ServerProcess[]> {
  const replicas: ServerProcess[] = [];
  for (let count = 0; count < 2; count += 1) {
    const replica = await startServer({
      args: [main],
      cwd: directory,
      core: undefined,
      environment: {
        DATABASE_URL: url,
        PORT: '0',
        LOG_LEVEL: 'warn',
        REQUEST_LIMITS: 'off',
        MIGRATE_ON_START: 'false',
      },
    });
    replicas.push(running.use(replica));
  }
  return replicas;
}

/** Beside the clients, which send their requests from this process. */
async function migrate(
  { directory }: BuiltService,
  url: string,
  options: readonly string[],
): Promise<void> {
  const script = join('dist', 'scripts', 'migrate.js');
  const child = spawn(process.execPath, [script, ...options], {
    cwd: directory,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  const said = await textOf(child.stderr);
  await closed;
  if (child.exitCode !== 0) throw new Error(`The migration failed: ${said}`);
}

async function fill(url: string, rows: number): Promise<void> {
  await query(
    url,
    `insert into parcels (id, created_at, updated_at, revision, reference, carrier, weight, note)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), now(), 1, 'parcel-' || n,
            (array['post', 'courier', 'bike'])[1 + n % 3], case when n % 10 > 0 then n % 100 end, repeat('x', 40)
     from generate_series(1, ${String(rows)}) as n`,
  );
  await query(url, 'vacuum analyze parcels');
}

/** Holds every row against what the change of the specification says. */
async function mistakes(url: string, rows: number, clients: Clients): Promise<string[]> {
  const wrong: string[] = [];
  const none = async (what: string, condition: string, values: readonly unknown[] = []) => {
    const [found] = await query(
      url,
      `select count(*) as n from parcels where ${condition}`,
      values,
    );
    if (Number(found?.['n']) > 0) wrong.push(`${String(found?.['n'])} rows ${what}`);
  };
  const [all] = await query(url, 'select count(*) as n from parcels');
  const expected = rows + clients.created.size;
  if (Number(all?.['n']) !== expected) {
    wrong.push(`there are ${String(all?.['n'])} rows, and should be ${String(expected)}`);
  }
  const first = `reference like 'parcel-%'`;
  const number = `substr(reference, 8)::int`;
  await none('have another country', `${first} and country <> 'DE'`);
  await none(
    'have another priority',
    `${first} and priority <> case when carrier = 'courier' then 1 else 2 end`,
  );
  await none(
    'have another weight',
    `${first} and weight is distinct from case when ${number} % 10 > 0 then ${number} % 100 end`,
  );
  await none(
    'that clients made are not as these made them',
    `not ${first} and (weight <> 12 or (country, priority) not in (('DE', 2), ('AT', 3)))`,
  );
  await none(
    'have a note that no client wrote last',
    `exists (select 1 from unnest($1::uuid[], $2::text[]) as w(id, note) where w.id = parcels.id and w.note is distinct from parcels.note)`,
    [[...clients.notes.keys()], [...clients.notes.values()]],
  );
  return wrong;
}

async function query(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(text, [...values]);
    return rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
