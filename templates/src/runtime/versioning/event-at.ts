import type { EmittedEvent } from '../events/description/event-description.ts';
import type { EventShapes } from '../events/event-shapes.ts';
import type { EventData, StoredEvent } from '../events/event.ts';
import type { ResourceAdapter, VersionAdapter } from './adapter.ts';
import type { Paths } from './paths-at.ts';
import type { ApiVersion } from './version.ts';

/**
 * @param adapters by the label of the version
 * @param pathsAt paths of the version
 */
export function eventShapes(
  adapters: ReadonlyMap<string, VersionAdapter>,
  newest: ApiVersion,
  pathsAt: (adapter: VersionAdapter) => Paths,
): EventShapes {
  const shapers = new Map<string, (event: StoredEvent) => StoredEvent | undefined>();
  const versions = new WeakMap<StoredEvent, ApiVersion>();

  function shaperOf(version: ApiVersion): (event: StoredEvent) => StoredEvent | undefined {
    const adapter = adapters.get(version.label) ?? {};
    const paths = pathsAt(adapter);
    const known = new WeakMap<StoredEvent, StoredEvent>();
    return (event) => {
      const found = known.get(event) ?? eventAt(event, adapter, paths);
      if (found === undefined) return undefined;
      known.set(event, found);
      versions.set(found, version);
      return found;
    };
  }

  return {
    at(event, version) {
      if (version.label === newest.label) return event;
      const shaper = shapers.get(version.label) ?? shaperOf(version);
      shapers.set(version.label, shaper);
      return shaper(event);
    },
    versionOf: (event) => versions.get(event),
    has: (type, { label }) => typeAt(type, adapters.get(label)) !== undefined,
  };
}

/** What a version calls a type of event; undefined where it has none. */
export function typeAt(type: string, adapter: VersionAdapter = {}): string | undefined {
  const { [type]: own = type } = adapter.events ?? {};
  return own ?? undefined;
}

/** The types of the newest version that an older one calls so. */
export function newestTypes(
  type: string,
  emitted: readonly string[],
  adapter: VersionAdapter = {},
): readonly string[] {
  return emitted.filter((each) => typeAt(each, adapter) === type);
}

/** A kind of event as an older version has it; undefined where it does not. */
export function emittedAt(event: EmittedEvent, adapter: VersionAdapter): EmittedEvent | undefined {
  const type = typeAt(event.type, adapter);
  if (type === undefined) return undefined;
  const own = resourceOf(event.type.split('.', 1)[0] ?? '', adapter);
  const { transitions } = event;
  const { [type]: description = event.description } = adapter.eventTexts ?? {};
  return {
    ...event,
    type,
    description,
    ...(own === undefined ? {} : { collection: own.description.collection }),
    ...(own === undefined || event.resource === undefined
      ? {}
      : { resource: own.description.schemas.shown }),
    ...(transitions === undefined
      ? {}
      : {
          transitions: transitions.map(({ name, from, to }) => ({
            name: customOperationAt(name, own),
            from: from.map((state) => stateAt(state, own)),
            to: stateAt(to, own),
          })),
        }),
  };
}

function eventAt(
  event: StoredEvent,
  adapter: VersionAdapter,
  paths: Paths,
): StoredEvent | undefined {
  const type = typeAt(event.type, adapter);
  if (type === undefined) return undefined;
  const own = resourceOf(event.resource, adapter);
  return {
    ...event,
    type,
    path: paths.toOlder(event.path),
    data: own === undefined ? event.data : dataAt(event.data, own),
  };
}

function dataAt(data: EventData, own: ResourceAdapter): EventData {
  const { resource, transition, changed } = data;
  return {
    ...data,
    ...(resource === undefined ? {} : { resource: own.down?.(resource) ?? resource }),
    ...(transition === undefined
      ? {}
      : {
          transition: {
            name: customOperationAt(transition.name, own),
            from: stateAt(transition.from, own),
            to: stateAt(transition.to, own),
          },
        }),
    ...(changed === undefined ? {} : { changed: changedAt(changed, own) }),
  };
}

/** Members of the older version of which anything that they are made of changed. */
function changedAt(changed: readonly string[], { description, members = {} }: ResourceAdapter) {
  return Object.keys(description.schemas.shown.properties).filter((name) =>
    (members[name]?.from ?? [name]).some((each) => changed.includes(each)),
  );
}

function customOperationAt(name: string, own: ResourceAdapter | undefined): string {
  const [customOperation = name] =
    Object.entries(own?.customOperations ?? {}).find(([, { newest }]) => newest === name) ?? [];
  return customOperation;
}

function stateAt(name: string, own: ResourceAdapter | undefined): string {
  return own?.state?.(name) ?? name;
}

/** @param kind `shipping-label`, whose description calls itself `shippingLabel` */
function resourceOf(kind: string, { resources }: VersionAdapter): ResourceAdapter | undefined {
  return resources?.[kind.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
}
