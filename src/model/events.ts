import type { ResolvedSpecification } from '../specification/index.ts';
import { pascalCase } from '../specification/names/casing.ts';
import { known } from './known.ts';
import type { EventModel, EventsModel, ResourceNames } from './model.ts';

/** What the service tells others, under the key that the service has for it; empty where that is nothing. */
export function buildEvents(
  { events }: ResolvedSpecification,
  names: ReadonlyMap<string, ResourceNames>,
): { events?: EventsModel } {
  if (events === undefined) return {};
  const emit = events.emit.map(({ resource, event }) => eventOf(known(names.get(resource)), event));
  return { events: { ...events, emit } };
}

/** The events about the rows of one resource. */
export function eventsOf({ events }: ResolvedSpecification, own: ResourceNames): EventModel[] {
  return (events?.emit ?? [])
    .filter(({ resource }) => resource === own.name)
    .map(({ event }) => eventOf(own, event));
}

function eventOf(resource: ResourceNames, event: string): EventModel {
  return {
    name: `${resource.name}.${event}`,
    event,
    resource,
    kind: kindOf(event),
    title: `${resource.title}${pascalCase(event)}`,
  };
}

/** A state of one of these names is refused, but for an initial one called "created". */
function kindOf(event: string): EventModel['kind'] {
  return event === 'created' || event === 'updated' || event === 'deleted' ? event : 'entered';
}
