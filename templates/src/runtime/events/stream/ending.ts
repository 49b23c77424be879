import { instantOf, type ApiVersion } from '../../versioning/version.ts';
import { cloudEvent, type EventOrigin } from '../cloud-event.ts';
import { farewellOf } from '../version-events.ts';
import type { Ending } from './subscriber.ts';
import { messageOf } from './wire-format.ts';

/** The end of a stream of a version: when that is gone, which is the last thing it says. */
export function endingOf(version: ApiVersion | undefined, origin: EventOrigin): Ending | undefined {
  const farewell = version && farewellOf(version);
  if (version?.sunset === undefined || farewell === undefined) return undefined;
  const notice = messageOf(cloudEvent(farewell, version, origin));
  return { at: instantOf(version.sunset), notice };
}
