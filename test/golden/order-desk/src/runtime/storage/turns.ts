import { Unavailable } from './errors.ts';

/** Lets some work be done at a time. Who has much of it cannot keep others waiting: clients take turns. */
export interface Turns {
  /** @throws {Unavailable} where it is not the client's turn for too long */
  take<Result>(client: string, work: () => Promise<Result>): Promise<Result>;
}

export interface TurnSettings {
  /** Pieces of work at a time. */
  readonly most: number;
  /** Those of one client. */
  readonly each: number;
  /** Milliseconds to wait for a turn. */
  readonly patience: number;
}

export function createTurns({ most, each, patience }: TurnSettings): Turns {
  const working = new Map<string, number>();
  let all = 0;
  /** The client whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();

  const mayBegin = (client: string) => all < most && (working.get(client) ?? 0) < each;

  function begin(client: string): void {
    all += 1;
    working.set(client, (working.get(client) ?? 0) + 1);
  }

  function end(client: string): void {
    all -= 1;
    const left = (working.get(client) ?? 0) - 1;
    if (left > 0) working.set(client, left);
    else working.delete(client);
    // A client at the end of the queue gets another turn if no other client may begin.
    for (const [next, entering] of waiting) {
      if (!mayBegin(next)) continue;
      const enter = entering.shift();
      waiting.delete(next);
      if (entering.length > 0) waiting.set(next, entering);
      begin(next);
      enter?.();
    }
  }

  function wait(client: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      const others = (waiting.get(client) ?? []).filter((each) => each !== enter);
      if (others.length > 0) waiting.set(client, others);
      else waiting.delete(client);
      reject(new Unavailable(`Waited ${patience} ms for a turn to read`));
    }, patience);
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    const entering = waiting.get(client);
    if (entering === undefined) waiting.set(client, [enter]);
    else entering.push(enter);
    return promise;
  }

  return {
    async take(client, work) {
      if (mayBegin(client)) begin(client);
      else await wait(client);
      try {
        return await work();
      } finally {
        end(client);
      }
    },
  };
}
