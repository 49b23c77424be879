import type { EventOrigin } from '../runtime/events/cloud-event.ts';
import { describeEvent } from '../runtime/events/description/event-description.ts';
import type { ApiVersion } from '../runtime/versioning/version.ts';
import { emitted } from './emitted.ts';

/** Every type of event that clients can subscribe to. */
export const eventTypes = emitted.map(({ type }) => type);

/** The events of a version, as its documents describe them. */
export function eventsAt(version: ApiVersion, origin: EventOrigin) {
  const own = emitted.map((event) => describeEvent(event, version, origin));
  return own;
}
