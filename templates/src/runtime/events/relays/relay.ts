import type { Task } from '../../service/background.ts';
import type { Database } from '../../storage/database.ts';
import type { Leases } from '../../storage/leases.ts';
import type { Cursors } from '../cursors.ts';
import type { StoredEvent } from '../event.ts';
import type { Outbox } from '../outbox.ts';

/** Events that are passed on before the cursor moves. */
const batchSize = 100;
/** Milliseconds: longer than a broker is waited for, so that no two replicas pass on the same. */
const leaseTime = 60_000;

/** A broker, as far as a relay needs it. */
export interface Broker {
  /** Consumer of its cursor. */
  readonly name: string;
  /**
   * Resolves when the broker keeps all of them, in this order. Where it rejects, any number of them from the first on may
   * be there already, and all are passed on again.
   */
  send(events: readonly StoredEvent[]): Promise<void>;
  close(): Promise<void>;
}

export interface RelaySettings<Tables> {
  readonly broker: Broker;
  readonly database: Database<Tables>;
  readonly outbox: Pick<Outbox, 'read'>;
  readonly cursors: Pick<Cursors, 'read' | 'advance'>;
  readonly leases: Leases;
  /** This replica. */
  readonly owner: string;
  readonly clock: () => Date;
}

/**
 * Passes every event on to a broker, in order and at least once: the cursor moves when the broker has them, so after a
 * crash some come twice, with the same id. One replica does it at a time. A broker that is down is tried again, less and
 * less often; requests do not wait for it, and the events stay in the database.
 */
export function relayTask<Tables>(settings: RelaySettings<Tables>): Task {
  const { broker, database, outbox, cursors, leases, owner, clock } = settings;
  const { name } = broker;
  const lease = `relay ${name}`;
  let isClosing = false;

  /** @returns whether there may be more */
  async function passOn(): Promise<boolean> {
    // Read under the lease: another replica may have moved it a moment ago.
    const from = await cursors.read(database.reader, name);
    const events = await outbox.read(database.reader, from, batchSize);
    const to = events.at(-1)?.position;
    if (to === undefined) return false;
    await broker.send(events);
    // Nothing moves where the lease was lost and its next holder has moved it: the events are there twice then, at most.
    const hasMoved = await database.transaction((transaction) =>
      cursors.advance(transaction, name, from, to),
    );
    return hasMoved && events.length === batchSize;
  }

  function closeAtEnd(signal: AbortSignal): void {
    if (isClosing) return;
    isClosing = true;
    // Unconfirmed messages are dropped; the next holder of the lease sends them again.
    signal.addEventListener('abort', () => void broker.close(), { once: true });
  }

  return {
    name: `relay-${name}`,
    async run(signal) {
      closeAtEnd(signal);
      const from = await cursors.read(database.reader, name);
      const [next] = await outbox.read(database.reader, from, 1);
      if (next === undefined) return false;
      const token = await leases.acquire(lease, owner, clock(), leaseTime);
      if (token === undefined) return false;
      try {
        return await passOn();
      } finally {
        await leases.release(lease, token);
      }
    },
  };
}
