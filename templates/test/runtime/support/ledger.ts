import type { TestAnswer, TestClient } from './client.ts';
import { followed } from './links.ts';

/** Remembers what tests make in a service that goes on living, and removes it. */
export interface Ledger {
  /** Sends, and takes down what is made and deleted that way. */
  noting(client: TestClient): TestClient;
  /** The same for any other way to send: the path is that of the request. */
  note<Result>(send: () => Promise<Result>, seen: (result: Result) => void): Promise<Result>;
  made(path: string): void;
  /** Whether something of this identifier was made and not deleted. */
  holds(id: string): boolean;
  /** Deletes what was made, the last first: children and what refers to others go before those. */
  remove(): Promise<void>;
  /** Lets nothing more be sent, then removes. Answers with the addresses that are still there. */
  close(): Promise<readonly string[]>;
}

/** @param client sends the credential along */
export function ledgerOf(client: TestClient): Ledger {
  const paths = new Set<string>();
  const inFlight = new Set<Promise<unknown>>();
  let isClosed = false;

  const note: Ledger['note'] = async (send, seen) => {
    if (isClosed) throw new Error('the run was stopped');
    const sent = send();
    inFlight.add(sent);
    try {
      const result = await sent;
      seen(result);
      return result;
    } finally {
      inFlight.delete(sent);
    }
  };

  const made = (path: string) => {
    paths.add(path);
  };

  function noting(send: TestClient): TestClient {
    return (method, path, request) =>
      note(
        () => send(method, path, request),
        (answer) => {
          if (answer.status === 201) made(placeOf(answer) ?? path);
          if (method === 'DELETE' && answer.status === 204) paths.delete(followed(path));
        },
      );
  }

  async function remove(): Promise<void> {
    let before: number;
    do {
      before = paths.size;
      for (const path of [...paths].toReversed()) {
        const { status } = await client('DELETE', path, { headers: { 'if-match': '*' } });
        // Gone with its parent, or not to be deleted before what refers to it.
        if (status === 204 || status === 404 || status === 412) paths.delete(path);
      }
    } while (paths.size > 0 && paths.size < before);
  }

  async function close(): Promise<readonly string[]> {
    isClosed = true;
    await Promise.allSettled(inFlight);
    await remove();
    return [...paths];
  }

  const holds = (id: string) => [...paths].some((path) => path.split(/[/?]/).includes(id));

  return { noting, note, made, holds, remove, close };
}

/** Path of what an answer of 201 says was made. */
export function placeOf({ headers }: TestAnswer): string | undefined {
  const location = headers.get('location');
  if (location === null) return undefined;
  const { pathname, search } = new URL(location, 'http://service.test');
  return followed(pathname + search);
}
