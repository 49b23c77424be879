import type { Database } from '../../storage/database.ts';
import { compile, parameter, queryBuilder } from '../../storage/statement.ts';
import type { Writing } from '../../storage/store.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import { farewell, farewellOf } from '../version-events.ts';
import type { LastNotice } from './message.ts';
import type { DeliveryQueue } from './queue.ts';

/** Ends what was promised to the endpoints of a version that is gone. */
export type RetireEndpoints = (
  transaction: Writing,
  version: ApiVersion,
  now: Date,
) => Promise<void>;

/** The notice of the end itself: after a version is gone, its endpoints get nothing else. */
export const retirementNotice: LastNotice = (version, { eventType, eventId, position }) =>
  eventType === farewell && position === 0 ? farewellOf(version, eventId) : undefined;

/**
 * Endpoints that are pinned to a version have nothing to be sent once it is gone: they are disabled, what waits for them is
 * given up, and the notice of that is the last that they are sent.
 */
export function endpointRetirement<Tables>(
  { engine }: Pick<Database<Tables>, 'engine'>,
  queue: DeliveryQueue,
  newId: () => string,
): RetireEndpoints {
  const pinned = compile<{ id: string; client: string }>(
    queryBuilder(engine)
      .selectFrom('webhook_endpoints')
      .select(['id', 'client'])
      .where('api_version', '=', parameter('version'))
      .where('state', '=', 'enabled')
      .orderBy('id')
      .$castTo<{ id: string; client: string }>(),
  );
  return async (transaction, { label }, now) => {
    for (const { id, client } of await pinned(transaction, { version: label })) {
      if ((await queue.lock(transaction, id)) === undefined) continue;
      await queue.disable(transaction, id, 'version-retired', now);
      const notice = {
        endpointId: id,
        client,
        eventId: newId(),
        eventType: farewell,
        subject: `versions/${label}`,
        position: 0,
      };
      await queue.add(transaction, notice, now);
    }
  };
}
