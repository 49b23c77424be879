import type { SystemMembers } from '../resources/members.ts';
import type { Writing } from '../storage/store.ts';
import type { EventSource, EventSources } from './sources.ts';

/** What the database deletes together with a row. */
export type Removal = (
  transaction: Writing,
  resource: string,
  row: SystemMembers,
  announce: (resource: string, row: SystemMembers) => Promise<void>,
) => Promise<void>;

/**
 * Finds what goes with a row before it goes. Each row is locked before those that depend on it: nothing can be added to
 * them then, and they are deleted as they are announced. A row is announced once, however many ways lead to it, and
 * after all that goes with it.
 */
export function removalOf(sources: EventSources): Removal {
  const dependants = dependantsOf(sources);

  async function remove(
    transaction: Writing,
    resource: string,
    { id }: SystemMembers,
    announce: (resource: string, row: SystemMembers) => Promise<void>,
    seen: Set<string>,
  ): Promise<void> {
    for (const { name, source, member } of dependants.get(resource) ?? []) {
      await source.lockAll(transaction, member, id);
      for await (const row of source.rowsWith(transaction, member, id)) {
        if (seen.has(row.id)) continue;
        seen.add(row.id);
        await remove(transaction, name, row, announce, seen);
        await announce(name, row);
      }
    }
  }

  return async (transaction, resource, row, announce) => {
    if ((dependants.get(resource) ?? []).length === 0) return;
    await sources[resource]?.lock(transaction, row.id);
    await remove(transaction, resource, row, announce, new Set([row.id]));
  };
}

interface Dependant {
  readonly name: string;
  readonly source: EventSource;
  readonly member: string;
}

/** By what they go with; only those of which, or of whose own, a deletion is announced. */
function dependantsOf(sources: EventSources): ReadonlyMap<string, readonly Dependant[]> {
  const ties = Object.entries(sources).flatMap(([name, source]) =>
    [...(source.parent === undefined ? [] : [source.parent]), ...(source.goesWith ?? [])].map(
      ({ resource, member }) => ({ resource, dependant: { name, source, member } }),
    ),
  );
  const isAnnounced = (name: string, seen: readonly string[] = []): boolean =>
    sources[name]?.emits.includes('deleted') === true ||
    ties.some(
      ({ resource, dependant }) =>
        resource === name &&
        !seen.includes(dependant.name) &&
        isAnnounced(dependant.name, [...seen, name]),
    );
  const announced = ties.filter(({ dependant }) => isAnnounced(dependant.name));
  return new Map(
    Object.keys(sources).map((name) => [
      name,
      announced.filter(({ resource }) => resource === name).map(({ dependant }) => dependant),
    ]),
  );
}
