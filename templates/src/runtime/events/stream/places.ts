import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { concurrencyFields, type QuotaFields } from '../../limits/fields.ts';
import { heartbeat } from './subscriber.ts';

/** Streams that one client may hold open at this process: each takes a connection and a buffer for as long as it likes. */
export const mostStreams = 10;

/** What the limit is called. */
const policy = 'streams';

/** Whether there is room for one more stream of a client. */
export interface Places {
  /**
   * @param client the client or address that is limited
   * @returns what is called when the stream is closed; a second time it does nothing
   * @throws {Problem} 429 where the client has too many open
   */
  take(client: string): () => void;
}

export function createPlaces(form: QuotaFields, most = mostStreams): Places {
  // A client without open streams has no entry.
  const taken = new Map<string, number>();

  function release(client: string): void {
    const left = (taken.get(client) ?? 0) - 1;
    if (left > 0) taken.set(client, left);
    else taken.delete(client);
  }

  return {
    take(client) {
      const before = taken.get(client) ?? 0;
      if (before >= most) {
        // By then the service has noticed connections that clients left without closing them.
        const wait = heartbeat / 1000;
        throw new Problem(builtIn.quotaExceeded, {
          headers: { 'retry-after': String(wait), ...concurrencyFields(policy, most, wait, form) },
          members: { 'violated-policies': [policy] },
        });
      }
      taken.set(client, before + 1);
      let isTaken = true;
      return () => {
        if (isTaken) release(client);
        isTaken = false;
      };
    },
  };
}
