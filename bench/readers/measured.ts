import { request } from 'node:http';
import { startServer, type ServerProcess } from '../service/server-process.ts';
import { things, type Attack, type Input } from './attack.ts';
import { inputs } from './inputs.ts';
import { mediaTypes, page, row, rows } from './pages.ts';

/** What one request of an attacker cost. */
export interface Cost {
  readonly reader: string;
  readonly name: string;
  readonly status: number;
  /** Bytes of what is read or written. */
  readonly size: number;
  /** Milliseconds of the processor. */
  readonly cost: number;
  readonly costOf100KB: number;
  /** How many times as much as a quarter of it cost: 4 where the cost is linear, 16 where it is quadratic. */
  readonly growth: number;
}

/** A service that is generated from `service.yaml` beside this file. */
export interface Subject {
  readonly directory: string;
  /** The script that starts it. */
  readonly main: string;
  readonly database: string;
  /** May do everything. */
  readonly key: string;
}

/** Milliseconds of the processor that 100 KB may cost. */
export const allowed = 50;
/** A quarter of what is quadratic costs a sixteenth; collecting garbage is not linear either. */
export const allowedGrowth = 10;

const limits = { body: 1024 * 1024, uri: 8 * 1024, headers: 32 * 1024 } as const;
/** Bytes of the same part that the attack does not choose. */
const others = { body: 0, uri: 20, headers: 600 } as const;
/** Milliseconds; an input that costs so much in its small form is sent no larger. */
const patience = 2000;

/** Measures all inputs whose reader and name contain a text, one after the other. */
export async function* costs(subject: Subject, only: string): AsyncGenerator<Cost> {
  await using server = await startServer({
    args: [subject.main],
    cwd: subject.directory,
    core: undefined,
    environment: {
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: `sqlite:${subject.database}`,
    },
  });
  if (server.usage() === undefined) throw new Error('this system tells no processor times');
  const client = clientOf(server, subject.key);
  const { location = '' } = await client.send({
    method: 'POST',
    path: things,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const thing = new URL(location, server.address).pathname;
  const wanted = ({ reader, name }: { readonly reader: string; readonly name: string }) =>
    `${reader}: ${name}`.includes(only);

  const all = inputs(thing).filter(wanted);
  // What is compiled at the first use is compiled by then.
  for (const input of all) await client.send(input.make(500));
  for (const input of all) yield costOf(client, input);

  const written = mediaTypes.map((name) => ({ reader: 'pages', name })).filter(wanted);
  if (written.length === 0) return;
  for (let count = 0; count < rows; count += 1) await client.send(row());
  const { size } = await client.send(page('application/json'));
  for (const { reader, name } of written) {
    const { status, cost } = await client.measure(page(name));
    yield { reader, name, status, size, cost, costOf100KB: (cost * 102_400) / size, growth: 4 };
  }
}

interface Client {
  send(attack: Attack): Promise<Answer>;
  /** The least of some attempts. */
  measure(attack: Attack): Promise<{ readonly status: number; readonly cost: number }>;
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  /** Bytes of its body. */
  readonly size: number;
}

async function costOf(client: Client, { reader, name, part, make }: Input): Promise<Cost> {
  const size = limits[part] - others[part];
  const nothing = await client.measure(make(100));
  const quarter = await client.measure(make(Math.floor(size / 4)));
  const isHopeless = quarter.cost > patience;
  const whole = isHopeless ? quarter : await client.measure(make(size));
  const base = part === 'body' ? 0 : nothing.cost;
  // At least: it may be quadratic.
  const cost = Math.max(0, whole.cost - base) * (isHopeless ? 4 : 1);
  return {
    reader,
    name,
    status: whole.status,
    size,
    cost,
    costOf100KB: (cost * 102_400) / size,
    growth: cost / Math.max(quarter.cost - base, 1),
  };
}

function clientOf(server: ServerProcess, key: string): Client {
  const usage = () => (server.usage()?.cpu ?? 0) * 1000;
  const { hostname, port } = new URL(server.address);
  const send: Client['send'] = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const isIdentified = 'authorization' in headers || 'x-api-key' in headers;
      const sent = request({
        hostname,
        port,
        method,
        path,
        agent: false,
        headers: {
          ...(isIdentified ? {} : { 'x-api-key': key }),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      });
      sent.once('response', (answer) => {
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
        });
        answer.once('end', () => {
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, size });
        });
        answer.once('error', reject);
      });
      sent.once('error', reject);
      sent.end(body);
    });
  return {
    send,
    async measure(attack) {
      let cost = Infinity;
      let status = 0;
      for (let turn = 0; turn < 4 && !(cost < Infinity && cost > patience); turn += 1) {
        const before = usage();
        ({ status } = await send(attack));
        cost = Math.min(cost, usage() - before);
      }
      return { status, cost };
    },
  };
}

/** Why a cost is too much; undefined where it is not. */
export function excess({ cost, costOf100KB, growth }: Cost): string | undefined {
  if (costOf100KB > allowed) return `more than ${String(allowed)} ms for 100 KB`;
  // What costs next to nothing is measured too coarsely.
  return cost > 20 && growth > allowedGrowth ? 'not linear' : undefined;
}
