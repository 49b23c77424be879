import { isGranted, type Grants, type Principal } from '../authentication/grants.ts';
import type { AllowedValues } from '../storage/row-filter.ts';
import type { EventData, StoredEvent } from './event.ts';

/** The readers of events of one kind of resource. */
export interface Audience {
  /** Who may read the resource at all; absent: everybody. */
  readonly readBy?: Grants;
  /** By kind: which rows of it, and of what it lives in, exist for a reader; absent: all. */
  readonly rules?: Readonly<Record<string, { allowedValues(reader: Principal): AllowedValues }>>;
  /** The members that a reader does not see; absent: there are none. */
  hiddenFrom?(reader: Principal): readonly string[];
}

/** By the names of the kinds: `order`. */
export type Audiences = Readonly<Record<string, Audience>>;

/**
 * An event as a reader may see it, whichever way it gets there: what could be read of the resource then, and no more.
 * Readers who see the same get the same object.
 *
 * @returns undefined where it does not exist for the reader
 */
export type EventFor = (reader: Principal, event: StoredEvent) => StoredEvent | undefined;

/** What decides for one reader about the events of one kind. */
interface Sight {
  readonly allowed: readonly (readonly [kind: string, members: AllowedValues])[];
  readonly hidden: readonly string[];
}

export function visibleEvents(audiences: Audiences): EventFor {
  const kinds = new Map(Object.entries(audiences));
  // A reader is asked about many events: what it may is found out once for each kind.
  const sights = new WeakMap<Principal, Map<string, Sight | undefined>>();

  function sightOf(reader: Principal, resource: string): Sight | undefined {
    const known = sights.get(reader) ?? new Map<string, Sight | undefined>();
    sights.set(reader, known);
    if (known.has(resource)) return known.get(resource);
    const audience = kinds.get(resource);
    // Events of a resource that the service no longer has are visible to no caller.
    const sight = audience && find(reader, audience);
    known.set(resource, sight);
    return sight;
  }

  return (reader, event) => {
    // Every subscriber may see events about versions.
    if (event.data.version !== undefined) return event;
    const sight = sightOf(reader, event.resource);
    if (sight === undefined) return undefined;
    if (!exists(sight, event)) return undefined;
    return sight.hidden.length > 0 ? without(event, sight.hidden) : event;
  };
}

function find(reader: Principal, audience: Audience): Sight | undefined {
  const { readBy, rules = {} } = audience;
  if (readBy !== undefined && !isGranted(reader, readBy)) return undefined;
  return {
    allowed: Object.entries(rules).map(([kind, each]) => [kind, each.allowedValues(reader)]),
    hidden: audience.hiddenFrom?.(reader) ?? [],
  };
}

/** The values of the rows at the time of the event decide: a reader that could not see them then does not get it later. */
function exists({ allowed }: Sight, { deciding = {} }: StoredEvent): boolean {
  return allowed.every(([kind, members]) =>
    Object.entries(members).every(([member, values]) => values.includes(deciding[kind]?.[member])),
  );
}

/** By event and hidden members: readers with the same view share one object. */
const narrowed = new WeakMap<StoredEvent, Map<string, StoredEvent>>();

function without(event: StoredEvent, hidden: readonly string[]): StoredEvent {
  const { data } = event;
  const isVisible = (name: string) => !hidden.includes(name);
  if ([...Object.keys(data.resource ?? {}), ...(data.changed ?? [])].every(isVisible)) return event;
  const views = narrowed.get(event) ?? new Map<string, StoredEvent>();
  narrowed.set(event, views);
  const key = hidden.join();
  const known = views.get(key) ?? { ...event, data: dataWithout(data, isVisible) };
  views.set(key, known);
  return known;
}

function dataWithout(data: EventData, isVisible: (name: string) => boolean): EventData {
  const { resource, changed } = data;
  return {
    ...data,
    ...(resource && {
      resource: Object.fromEntries(Object.entries(resource).filter(([name]) => isVisible(name))),
    }),
    ...(changed && { changed: changed.filter(isVisible) }),
  };
}
