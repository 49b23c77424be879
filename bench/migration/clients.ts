import { setTimeout } from 'node:timers/promises';
import { Latencies, type RequestKind } from './histogram.ts';

/** Identifier of one of the rows that are there from the beginning, by its number from 1. */
export function idOf(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

interface Release {
  readonly addresses: readonly string[];
  /** Members of a new row, of the shape that this release demands. */
  members(reference: string): object;
}

/** Clients that read and write until they are stopped, each a request at a time. */
export interface Clients {
  readonly latencies: Latencies;
  /** What was answered otherwise than it should be. */
  readonly failed: readonly string[];
  /** Identifiers of the rows that they created. */
  readonly created: ReadonlySet<string>;
  /** The last note of each row that they changed. */
  readonly notes: ReadonlyMap<string, string>;
  phase: string;
  /** Sends what comes next to another release, and waits for what is under way at the former one. */
  turnTo(release: Release): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds between two requests of a client. */
const pause = 5;

export function startClients(
  phase: string,
  first: Release,
  { clients: count, rows }: { readonly clients: number; readonly rows: number },
): Clients {
  const latencies = new Latencies();
  const failed: string[] = [];
  const created = new Set<string>();
  const notes = new Map<string, string>();
  const underWay = new Map<Release, number>();
  let release = first;
  const stopping = new AbortController();
  let sent = 0;

  async function request(
    kind: RequestKind,
    path: string,
    expected: number,
    members?: (to: Release) => object,
  ): Promise<Record<string, unknown> | undefined> {
    const method = kind === 'page' ? 'GET' : kind;
    const to = release;
    sent += 1;
    const address = to.addresses[sent % to.addresses.length] ?? '';
    const phase = clients.phase;
    underWay.set(to, (underWay.get(to) ?? 0) + 1);
    const start = performance.now();
    try {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const answer = await fetch(`${address}/v1/parcels${path}`, {
        method,
        ...(members && {
          body: JSON.stringify(members(to)),
          headers: { 'content-type': type },
        }),
      });
      const text = await answer.text();
      if (answer.status !== expected) {
        throw new Error(`${String(answer.status)} ${text.slice(0, 400)}`);
      }
      return JSON.parse(text) as Record<string, unknown>;
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      failed.push(`${phase}: ${method} ${path}: ${String(cause)}`);
      return undefined;
    } finally {
      latencies.add(phase, kind, performance.now() - start);
      underWay.set(to, (underWay.get(to) ?? 0) - 1);
    }
  }

  /** @param own rows whose number has this rest belong to this client alone, which therefore knows their last note */
  async function client(own: number): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const among = Math.floor(Math.random() * (rows / count - 1));
      const id = idOf(among * count + own + 1);
      if (turn % 4 === 0) {
        const note = `note ${String(turn)} of ${String(own)}`;
        const changed = await request('PATCH', `/${id}`, 200, () => ({ note }));
        if (changed !== undefined) notes.set(id, note);
      } else if (turn % 4 === 1) {
        const reference = `new-${String(own)}-${String(turn)}`;
        const made = await request('POST', '', 201, (to) => to.members(reference));
        if (made !== undefined) created.add(String(made['id']));
      } else if (turn % 16 === 2) {
        await request('page', '?size=20', 200);
      } else {
        const found = await request('GET', `/${id}`, 200);
        const note = notes.get(id);
        if (found !== undefined && note !== undefined && found['note'] !== note) {
          failed.push(`${clients.phase}: GET /${id}: the note is not ${note}`);
        }
      }
      await setTimeout(pause);
    }
  }

  const clients: Clients = {
    latencies,
    failed,
    created,
    notes,
    phase,
    async turnTo(next) {
      const former = release;
      release = next;
      while ((underWay.get(former) ?? 0) > 0) await setTimeout(pause);
    },
    async stop() {
      stopping.abort();
      await all;
    },
  };
  const all = Promise.all(Array.from({ length: count }, (_, own) => client(own)));
  return clients;
}
