import type { AttributeRules } from '../authentication/attribute-rules.ts';
import { isGranted, type Grants } from '../authentication/grants.ts';
import type { Principal } from '../authentication/grants.ts';
import type { Having } from '../storage/scope.ts';
import type { StoredEvent } from './event.ts';

/** For whom there are events of one kind of resource. */
export interface Audience {
  /** Who may read the resource at all. */
  readonly readBy: Grants;
  /** By kind: of which rows of it, and of what it lives in, there is anything for whom. */
  readonly rules: Readonly<Record<string, Pick<AttributeRules, 'existsFor'>>>;
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
  readonly having: readonly (readonly [kind: string, members: Having])[];
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
    const sight = sightOf(reader, event.resource);
    if (sight === undefined) return undefined;
    if (!exists(sight, event)) return undefined;
    return event;
  };
}

function find(reader: Principal, audience: Audience): Sight | undefined {
  if (!isGranted(reader, audience.readBy)) return undefined;
  return {
    having: Object.entries(audience.rules).map(([kind, rules]) => [kind, rules.existsFor(reader)]),
  };
}

/** What decides is what the rows were at the event: who could not see them then is not told later. */
function exists({ having }: Sight, { deciding = {} }: StoredEvent): boolean {
  return having.every(([kind, members]) =>
    Object.entries(members).every(([member, values]) => values.includes(deciding[kind]?.[member])),
  );
}
