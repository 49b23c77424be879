// {{#if hasRules}}
import type { AttributeRules } from '../authentication/attribute-rules.ts';
// {{/if}}
// {{#if hasGrants}}
import { isGranted, type Grants } from '../authentication/grants.ts';
// {{/if}}
import type { Principal } from '../authentication/grants.ts';
// {{#if hasRestricted}}
import { hiddenFrom } from '../resources/restrictions.ts';
import type { ResourceSchemas } from '../resources/schemas.ts';
// {{/if}}
// {{#if hasRules}}
import type { Having } from '../storage/scope.ts';
// {{/if}}
import type { StoredEvent } from './event.ts';
// {{#if hasRestricted}}
import type { EventData } from './event.ts';
// {{/if}}
// {{#if hasVersionEvents}}
import { versionKind } from './version-events.ts';
// {{/if}}

/** For whom there are events of one kind of resource. */
export interface Audience {
  // {{#if hasGrants}}
  /** Who may read the resource at all. */
  readonly readBy: Grants;
  // {{/if}}
  // {{#if hasRules}}
  /** By kind: of which rows of it, and of what it lives in, there is anything for whom. */
  readonly rules: Readonly<Record<string, Pick<AttributeRules, 'existsFor'>>>;
  // {{/if}}
  // {{#if hasRestricted}}
  /** Not everybody sees each of its members. */
  readonly schemas: ResourceSchemas;
  // {{/if}}
}

/** By the names of the kinds: `order`. */
export type Audiences = Readonly<Record<string, Audience>>;

/**
 * An event as a reader may see it, whichever way it gets there: what could be read of the resource then, and no more.
 * Two who see the same get the same object.
 *
 * @returns undefined where it does not exist for the reader
 */
export type EventFor = (reader: Principal, event: StoredEvent) => StoredEvent | undefined;

/** What decides for one reader about the events of one kind. */
interface Sight {
  // {{#if hasRules}}
  readonly having: readonly (readonly [kind: string, members: Having])[];
  // {{/if}}
  // {{#if hasRestricted}}
  readonly hidden: readonly string[];
  // {{/if}}
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
    // Of a kind that the service does not have any more nobody can say who may see it.
    const sight = audience && find(reader, audience);
    known.set(resource, sight);
    return sight;
  }

  return (reader, event) => {
    // {{#if hasVersionEvents}}
    // Whoever may be told of anything may know which version it is told of.
    if (event.resource === versionKind) return event;
    // {{/if}}
    const sight = sightOf(reader, event.resource);
    if (sight === undefined) return undefined;
    // {{#if hasRules}}
    if (!exists(sight, event)) return undefined;
    // {{/if}}
    // {{#if hasRestricted}}
    if (sight.hidden.length > 0) return without(event, sight.hidden);
    // {{/if}}
    return event;
  };
}

function find(reader: Principal, audience: Audience): Sight | undefined {
  // {{#if hasGrants}}
  if (!isGranted(reader, audience.readBy)) return undefined;
  // {{/if}}
  return {
    // {{#if hasRules}}
    having: Object.entries(audience.rules).map(([kind, rules]) => [kind, rules.existsFor(reader)]),
    // {{/if}}
    // {{#if hasRestricted}}
    hidden: hiddenFrom(audience.schemas, reader),
    // {{/if}}
  };
}
// {{#if hasRules}}

/** What decides is what the rows were at the event: who could not see them then is not told later. */
function exists({ having }: Sight, { deciding = {} }: StoredEvent): boolean {
  return having.every(([kind, members]) =>
    Object.entries(members).every(([member, values]) => values.includes(deciding[kind]?.[member])),
  );
}
// {{/if}}
// {{#if hasRestricted}}

/** By event and by what is hidden: whoever sees the same is told the same, and it is made once. */
const narrowed = new WeakMap<StoredEvent, Map<string, StoredEvent>>();

function without(event: StoredEvent, hidden: readonly string[]): StoredEvent {
  const { data } = event;
  const isTold = (name: string) => !hidden.includes(name);
  if ([...Object.keys(data.resource ?? {}), ...(data.changed ?? [])].every(isTold)) return event;
  const views = narrowed.get(event) ?? new Map<string, StoredEvent>();
  narrowed.set(event, views);
  const key = hidden.join();
  const known = views.get(key) ?? { ...event, data: dataWithout(data, isTold) };
  views.set(key, known);
  return known;
}

function dataWithout(data: EventData, isTold: (name: string) => boolean): EventData {
  const { resource, changed } = data;
  return {
    ...data,
    ...(resource && {
      resource: Object.fromEntries(Object.entries(resource).filter(([name]) => isTold(name))),
    }),
    ...(changed && { changed: changed.filter(isTold) }),
  };
}
// {{/if}}
