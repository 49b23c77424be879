import { createHash } from 'node:crypto';
import type { Writing } from '../storage/store.ts';
import { stateOf } from '../versioning/lifecycle.ts';
import { versionValue, type ApiVersion } from '../versioning/version.ts';
import { happeningsOf, type VersionHappening } from '../versioning/version-transitions.ts';
import type { NewEvent, StoredEvent, VersionChange } from './event.ts';
import type { Outbox } from './outbox.ts';

/** What versions are called as a kind that there are events of. No resource has a name with a dot. */
export const versionKind = 'api.version';

export type VersionEventType = `${typeof versionKind}.${VersionHappening['transition']}`;

/** Tells what has happened to a version; it belongs to none itself. */
export async function announceVersion(
  outbox: Outbox,
  transaction: Writing,
  happening: VersionHappening,
): Promise<void> {
  await outbox.append(transaction, versionEvent(happening));
}

export function versionEvent(happening: VersionHappening): NewEvent {
  const { version, transition, at, number } = happening;
  const { label } = version;
  return {
    type: `${versionKind}.${transition}`,
    resource: versionKind,
    rowId: identifierOf(label),
    path: `/versions/${label}`,
    time: at,
    data: { id: label, revision: number, version: changeOf(happening) },
    // Everybody may know.
    deciding: {},
  };
}

/** Type of the last event that subscribers of a version receive, at its sunset. */
export const farewell: VersionEventType = `${versionKind}.sunset`;

/**
 * The last event that each client of a version receives: the version is gone.
 *
 * @param id the same for all deliveries
 */
export function farewellOf(
  version: ApiVersion,
  id = identifierOf(`${version.label} ${farewell}`),
): StoredEvent | undefined {
  const happening = happeningsOf(version).find(({ transition }) => transition === 'sunset');
  return happening && { ...versionEvent(happening), id, position: 0 };
}

function changeOf({ version, transition, at }: VersionHappening): VersionChange {
  const { sunset, successor, migrationGuide } = version;
  return {
    version: versionValue(version),
    transition,
    at,
    state: stateOf(version, new Date(at)),
    ...(sunset === undefined ? {} : { sunset }),
    ...(successor === undefined ? {} : { successor: valueOf(successor) }),
    ...(migrationGuide === undefined ? {} : { migrationGuide }),
  };
}

function valueOf(label: string): number | string {
  return versionValue({ label } satisfies ApiVersion);
}

/** Made of the name alone (RFC 9562, section 5.8), so that every replica has the same. */
function identifierOf(label: string): string {
  const digits = createHash('sha256').update(`${versionKind} ${label}`).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
