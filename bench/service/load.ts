import autocannon from 'autocannon';
import { request, WrongAnswer, type Exchange } from './request.ts';
import type { ServerProcess } from './server-process.ts';

/** What is measured of a server: requests of one kind, over and over. */
export interface Leg {
  readonly server: ServerProcess;
  /** The next request; `position` counts them, for those that take turns. */
  exchange(position: number): Exchange;
}

export interface Measured {
  readonly perSecond: number;
  /** Seconds of the server's processor for one request; undefined where the system does not tell. */
  readonly cpu: number | undefined;
  /** The share of the time in which the server was at work. */
  readonly busy: number | undefined;
}

/** Requests that take turns, where they are not made anew. */
const turns = 20;
/** Milliseconds. */
const tick = 50;

/**
 * Sends requests for some seconds, without pipelining. The status of every answer is checked, and the body of one in
 * `turns`, besides one before and one after that are checked in full. Throws WrongAnswer.
 */
export async function measure(
  { server, exchange }: Leg,
  { seconds, connections }: { readonly seconds: number; readonly connections: number },
): Promise<Measured> {
  const sample = exchange(0);
  await request(server.address, sample);
  const before = server.usage();
  const failed: string[] = [];
  using _awake = stayAwake();
  const result = await autocannon({
    url: server.address,
    connections,
    duration: seconds,
    // It looks that often whether the time is over.
    sampleInt: tick,
    pipelining: 1,
    requests: Array.from({ length: turns }, (_, turn) => requestOf(exchange, turn, failed)),
  });
  const after = server.usage();
  await request(server.address, exchange(1));

  const answers = Object.entries(result.statusCodeStats ?? {});
  const wrong = answers.filter(([status]) => status !== String(sample.expected.status));
  if (wrong.length > 0 || result.errors > 0 || failed.length > 0 || answers.length === 0) {
    const statuses = answers.map(([status, { count }]) => `${String(count)} times ${status}`);
    throw new WrongAnswer(
      `${sample.method} ${server.address}${sample.path}: ${statuses.join(', ')}, ` +
        `${String(result.errors)} errors, ${String(failed.length)} wrong bodies ${failed[0] ?? ''}`,
    );
  }
  const count = result['2xx'];
  const cpu = before && after && after.cpu - before.cpu;
  // Its own duration is rounded to hundredths of a second.
  const lasted = (result.finish.getTime() - result.start.getTime()) / 1000;
  return {
    perSecond: count / lasted,
    cpu: cpu && cpu / count,
    busy: cpu && cpu / lasted,
  };
}

/**
 * Keeps this process from sleeping while it waits for answers. A server has to wake the process that it answers, which took a third of
 * its time for one request. The load of the raw server is never idle, and that of a slower server is: the difference would count as
 * work of the slower one.
 */
function stayAwake(): Disposable {
  let isMeasuring = true;
  const turn = () => {
    if (isMeasuring) setImmediate(turn);
  };
  turn();
  return {
    [Symbol.dispose]() {
      isMeasuring = false;
    },
  };
}

function requestOf(exchange: Leg['exchange'], turn: number, failed: string[]): autocannon.Request {
  const { method, path, headers, body, expected } = exchange(turn);
  const checked = {
    method,
    path,
    headers,
    ...(turn === 0
      ? {
          onResponse(_status: number, text: string) {
            if (!expected.body(text)) failed.push(text.slice(0, 400));
          },
        }
      : {}),
  };
  if (body === undefined) return checked;
  // What is stored cannot be stored again.
  return {
    ...checked,
    setupRequest: (each) => ({ ...each, body: exchange(turn).body }),
  };
}
