import type { EventModel, ServiceModel } from '../../model/model.ts';
import { resourcesByName } from '../../model/once.ts';
import type { StoredEvent, Table } from '../table.ts';
import type { KnownChanges } from './known-changes.ts';
import type { Phases } from './phases.ts';

/** Where tables of the library keep names of the specification. */
interface StoredValues {
  has(table: string): boolean;
  /** Gives a column other values in the place of these, where the table is there. */
  replace(table: string, column: string, values: Readonly<Record<string, string>>): void;
  readonly steps: Phases;
}

export function storedValues(present: readonly Table[], steps: Phases): StoredValues {
  const has = (table: string) =>
    present.some(({ name, resource }) => name === table && resource === undefined);
  return {
    has,
    replace(table, column, values) {
      if (!has(table)) return;
      steps.add('replaceValues', { kind: 'replaceValues', table, column, values });
    },
    steps,
  };
}

/**
 * Tables of the library say of which resource a row is.
 *
 * @param resources present names by the former ones
 */
export function renameStoredResources(
  resources: ReadonlyMap<string, string>,
  stored: StoredValues,
): void {
  const renamed = Object.fromEntries([...resources].filter(([former, now]) => former !== now));
  if (Object.keys(renamed).length === 0) return;
  for (const table of ['events', 'jobs', 'timers']) stored.replace(table, 'resource', renamed);
}

/**
 * Stored events, deliveries and subscriptions name kinds of events: a kind that only has another name has it there as well, as soon as
 * one migration has given it.
 *
 * @param resources present names by the former ones
 * @param former the tables as the last generation left them
 * @returns the kinds that are stored then
 */
export function renameStoredEvents(
  model: ServiceModel,
  known: KnownChanges,
  {
    resources,
    former,
  }: { readonly resources: ReadonlyMap<string, string>; readonly former: readonly Table[] },
  stored: StoredValues,
): ReadonlyMap<string, StoredEvent> {
  const before = former.find(({ name }) => name === 'events')?.events;
  const pairs = Object.entries(renamedEvents(model, known, resources));
  const renamed = Object.fromEntries(pairs.filter(([was, is]) => before?.get(is)?.former !== was));
  renameIn(stored, renamed);
  const names = new Map(pairs.map(([was, is]) => [is, was]));
  return new Map(
    (model.events?.emit ?? []).map(({ name }) => {
      const was = names.get(name) ?? before?.get(name)?.former;
      return [name, was === undefined ? {} : { former: was }];
    }),
  );
}

function renameIn(stored: StoredValues, renamed: Readonly<Record<string, string>>): void {
  if (Object.keys(renamed).length === 0) return;
  stored.replace('events', 'type', renamed);
  stored.replace('webhook_deliveries', 'event_type', renamed);
  if (!stored.has('webhook_endpoints')) return;
  stored.steps.add('carryRows', {
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
