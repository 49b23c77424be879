import type { ApiVersion } from '../../versioning/version.ts';
import type { EventShapes } from '../event-shapes.ts';
import type { Broker } from './relay.ts';

/** A broker that gets events in the shape of a version, and only those that the version has. */
export function brokerAt(
  broker: Broker,
  shapes: Pick<EventShapes, 'at'>,
  version: ApiVersion,
): Broker {
  return {
    ...broker,
    async send(events) {
      const shaped = events.flatMap((event) => shapes.at(event, version) ?? []);
      if (shaped.length > 0) await broker.send(shaped);
    },
  };
}
