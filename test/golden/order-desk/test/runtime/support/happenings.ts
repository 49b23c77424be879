import { decidingValues, eventsKept, limitsRows } from '../../contract.ts';
import type { NewEvent } from '../../../src/runtime/events/event.ts';
import { outbox, type Outbox } from '../../../src/runtime/events/outbox.ts';
import type { ConformingService } from './conformance.ts';

/** An event that no request causes: of a row that is not there. */
export interface Happening {
  /** `order.created` */
  readonly type: string;
  /** Absent: another row each time. */
  readonly rowId?: string;
  /** What the event holds beside the row's identifier. */
  readonly data?: Partial<NewEvent['data']>;
  /** What rules decide by; absent: as rows that clients of tests may see have it. */
  readonly deciding?: NonNullable<NewEvent['deciding']>;
}

export interface Happenings {
  readonly events: Outbox;
  /** @returns the identifier of the row */
  happens(happening: Happening): Promise<string>;
}

/** Lets something happen to a service, whatever it is. */
export function happeningsOf(service: ConformingService): Happenings {
  const { database, newId } = service;
  const events = outbox(database, { newId, keep: eventsKept, keepsDeciding: limitsRows });
  return {
    events,
    async happens({ type, rowId = newId(), data = {}, deciding = decidingValues }) {
      await database.transaction((transaction) =>
        events.append(transaction, {
          type,
          resource: type.replace(/\..*/, ''),
          rowId,
          path: `/things/${rowId}`,
          time: service.now.toISOString(),
          data: { id: rowId, revision: 1, ...data },
          ...(limitsRows ? { deciding } : {}),
        }),
      );
      return rowId;
    },
  };
}
