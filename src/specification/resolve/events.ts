import { own } from '../plain.ts';
import type {
  ResolvedEndpoint,
  ResolvedEvent,
  ResolvedEvents,
  ResolvedSpecification,
} from '../resolved.ts';
import type { EventsSection } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { millisecondsOfIso } from '../units.ts';

type Known = Pick<ResolvedSpecification, 'resources' | 'states' | 'endpoints'>;

/** The section `events` with every default filled in. */
export function resolveEvents(events: EventsSection, known: Known): ResolvedEvents {
  const { emit, deliver = defaults.deliver, data = defaults.eventData } = events;
  return {
    emit: emit?.map(eventOf) ?? allEvents(known),
    deliver,
    data,
    keep: millisecondsOfIso(events.keep ?? defaults.keepEvents) ?? 0,
  };
}

/** `order.created` in its two parts. */
export function eventOf(name: string): ResolvedEvent {
  const dot = name.indexOf('.');
  return { resource: name.slice(0, dot), event: name.slice(dot + 1) };
}

/** Every event that can happen, where all of them are sent. */
function allEvents(known: Known): ResolvedEvent[] {
  const offers = (name: string) => own(known.endpoints, name)?.methods.includes('delete') === true;
  const deleted = deletedResources(known.resources, offers);
  return Object.keys(known.resources).flatMap((resource) =>
    eventsOf(known, resource, deleted).map((event) => ({ resource, event })),
  );
}

/**
 * What can happen to the rows of a resource. A transition is an event of the state that it enters and no `updated`
 * besides.
 */
function eventsOf(known: Known, name: string, deleted: ReadonlySet<string>): string[] {
  const endpoint = own(known.endpoints, name);
  const resource = own(known.resources, name);
  if (endpoint === undefined || resource?.historyOf !== undefined) return [];
  const entered = Object.values(own(known.states, name)?.transitions ?? {}).map(({ to }) => to);
  return [
    ...(isCreated(endpoint) ? ['created'] : []),
    ...(isUpdated(endpoint) ? ['updated'] : []),
    ...new Set(entered),
    ...(deleted.has(name) ? ['deleted'] : []),
  ];
}

function isCreated({ methods, createByReplace }: ResolvedEndpoint): boolean {
  return methods.includes('create') || (methods.includes('replace') && createByReplace);
}

/** By something other than a transition. */
function isUpdated({ methods, actions }: ResolvedEndpoint): boolean {
  const isRevised = methods.includes('replace') || methods.includes('update');
  return isRevised || Object.keys(actions).length > 0;
}

/** What of a resource, written or resolved, says what deletes it. */
interface Deletable {
  readonly parent?: string;
  readonly fields: Readonly<
    Record<string, { readonly type: string; readonly to?: string; readonly onDelete?: string }>
  >;
}

/**
 * The resources whose rows can be deleted: by their own DELETE, which `offers` tells of, or along with a row that they
 * live in or refer to.
 */
export function deletedResources(
  resources: Readonly<Record<string, Deletable>>,
  offers: (name: string) => boolean,
): ReadonlySet<string> {
  const along = Object.entries(resources).flatMap(([name, resource]) =>
    deletedAlongWith(resource).map((other) => ({ name, other })),
  );
  const below = Map.groupBy(along, ({ other }) => other);
  const deleted = new Set(Object.keys(resources).filter(offers));
  for (const each of deleted) for (const { name } of below.get(each) ?? []) deleted.add(name);
  return deleted;
}

function deletedAlongWith({ parent, fields }: Deletable): string[] {
  const cascading = Object.values(fields).flatMap(({ to, onDelete }) =>
    to !== undefined && onDelete === 'cascade' ? [to] : [],
  );
  return parent === undefined ? cascading : [parent, ...cascading];
}
