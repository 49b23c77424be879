import type { EventModel, ServiceModel } from '../../model/model.ts';
import { resourcesByName } from '../../model/once.ts';
import type { Table } from '../table.ts';
import type { KnownChanges } from './known-changes.ts';
import type { Phases } from './phases.ts';

/**
 * Stored events, deliveries and subscriptions name kinds of events: a kind that only has another name has it there as well.
 *
 * @param resources present names by the former ones
 */
export function renameStoredEvents(
  model: ServiceModel,
  present: readonly Table[],
  known: KnownChanges,
  resources: ReadonlyMap<string, string>,
  steps: Phases,
): void {
  const renamed = renamedEvents(model, known, resources);
  if (Object.keys(renamed).length === 0) return;
  const isThere = (table: string) =>
    present.some(({ name, resource }) => name === table && resource === undefined);
  for (const [table, column] of [
    ['events', 'type'],
    ['webhook_deliveries', 'event_type'],
  ] as const) {
    if (!isThere(table)) continue;
    steps.add('replaceValues', { kind: 'replaceValues', table, column, values: renamed });
  }
  if (!isThere('webhook_endpoints')) return;
  steps.add('carryRows', {
    kind: 'carryRows',
    table: 'webhook_endpoints',
    types: { events: 'json' },
    operations: [{ map: 'events[]', values: renamed }],
  });
}

/** Present kinds by the former ones. */
function renamedEvents(
  model: ServiceModel,
  known: KnownChanges,
  resources: ReadonlyMap<string, string>,
): Record<string, string> {
  const formerResources = new Map([...resources].map(([former, now]) => [now, former]));
  const pairs = (model.events?.emit ?? []).map((event): [string, string] => {
    const said = known.events.renamed.get(event.name);
    if (said !== undefined) return [said, event.name];
    const resource = event.name.slice(0, -event.event.length - 1);
    const former = formerResources.get(resource) ?? resource;
    return [`${former}.${formerState(model, known, resource, event)}`, event.name];
  });
  return Object.fromEntries(
    pairs.filter(
      ([former, now]) =>
        former !== now && !known.events.apart.has(former) && !known.events.apart.has(now),
    ),
  );
}

/** What the event was called after: a state may have had another name. */
function formerState(
  model: ServiceModel,
  known: KnownChanges,
  resource: string,
  { event, kind }: EventModel,
): string {
  const field = resourcesByName(model).get(resource)?.machine?.field.name;
  if (kind !== 'entered' || field === undefined) return event;
  const values = known.values.get(`${resource}.${field}`)?.value ?? {};
  const formers = Object.entries(values).filter(([, now]) => now === event);
  const [only] = formers;
  // Of several former states none is meant.
  return formers.length === 1 && only !== undefined ? only[0] : event;
}
