import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { oncePerModel } from '../../model/once.ts';
import { code, identifier, join, literal } from '../code.ts';
import { hasEvents, hasKafka, hasNats, hasWebhooks } from '../features.ts';

/** Which changes are announced, and what is deleted with what. */
export function eventSourcesView(model: ServiceModel) {
  const { events } = model;
  const known = knownToEvents(model);
  return {
    hasEvents: hasEvents(model),
    isFull: events?.data === 'full',
    eventData: events?.data ?? '',
    hasEventCursors: hasNats(model) || hasKafka(model) || hasWebhooks(model),
    eventSources: model.resources
      .filter(({ name }) => known.has(name))
      .map((resource) => ({
        name: resource.name,
        camel: identifier(resource.camel),
        kind: {
          collection: resource.segment,
          emits: resource.events.map(({ event }) => event),
          writeOnly: code`${identifier(`${resource.camel}Schemas`)}.writeOnly`,
          ...ruledBy(resource),
          ...tiesOf(resource),
        },
      })),
  };
}

/** Whether anything is announced when a resource changes, be it of something that is deleted with it. */
export function isAnnounced(model: ServiceModel, { name }: ResourceModel): boolean {
  return announcedIn(model).has(name);
}

/** The names of all of which that holds. */
const announcedIn = oncePerModel(
  (model): ReadonlySet<string> =>
    new Set([
      ...model.resources.filter(({ events }) => events.length > 0).map(({ name }) => name),
      ...takingAlong(model),
    ]),
);

/** The names of what takes something along whose end is announced, when it is deleted. */
function takingAlong({ resources }: ServiceModel): ReadonlySet<string> {
  const takers = new Map(
    resources.map((resource) => {
      const { parent, goesWith = [] } = tiesOf(resource);
      return [resource.name, [...(parent ? [parent] : []), ...goesWith]] as const;
    }),
  );
  const ending = resources.filter(({ events }) => events.some(({ event }) => event === 'deleted'));
  const found = new Set<string>();
  const visited = ending.map(({ name }) => name);
  for (const name of visited) {
    for (const { resource } of takers.get(name) ?? []) {
      if (found.has(resource)) continue;
      found.add(resource);
      visited.push(resource);
    }
  }
  return found;
}

/** Those that are announced, and those whose identifiers are in the path of one that is. */
function knownToEvents(model: ServiceModel): ReadonlySet<string> {
  return new Set(
    model.resources
      .filter((resource) => isAnnounced(model, resource))
      .flatMap(({ parents, name }) => [...parents.map((parent) => parent.name), name]),
  );
}

/** The members that rules decide by. */
function ruledBy({ access: { rules } }: ResourceModel): { readonly ruled?: readonly string[] } {
  return rules.length === 0 ? {} : { ruled: rules.map(({ name }) => name) };
}

/** The readers of each event, and the files that say so. */
export function eventAudiencesView(model: ServiceModel) {
  const kinds = new Map(model.resources.map((each) => [each.name, each]));
  const announced = model.resources.filter(({ events }) => events.length > 0);
  const audiences = announced.map((resource) => {
    const around = resource.parents.map(({ name }) => kinds.get(name) ?? resource);
    return { resource, ruling: [...around, resource].filter(hasOwnRules) };
  });
  const names = new Map<string, Set<string>>();
  const need = ({ name, camel }: ResourceModel, what: string) =>
    names.set(name, (names.get(name) ?? new Set()).add(`${camel}${what}`));
  for (const { resource, ruling } of audiences) {
    if (isReadable(resource)) need(resource, 'Grants');
    for (const each of ruling) need(each, 'Attributes');
  }
  return {
    audienceAccess: [...names].map(([name, wanted]) => ({
      name,
      names: join([...wanted].toSorted().map(identifier), ', '),
    })),
    audiences: audiences.map(({ resource, resource: { name, camel }, ruling }) => ({
      name,
      camel: identifier(camel),
      // A resource that no caller can read has no events for callers.
      readBy: isReadable(resource) ? code`${identifier(`${camel}Grants`)}.read` : literal([]),
      rules: ruling.map((each) => ({ name: each.name, camel: identifier(each.camel) })),
    })),
  };
}

function isReadable({ access: { grants = {} } }: ResourceModel): boolean {
  return Object.hasOwn(grants, 'read');
}

function hasOwnRules({ access }: ResourceModel): boolean {
  return access.rules.length > 0;
}

interface Ties {
  readonly parent?: { readonly resource: string; readonly member: string };
  readonly goesWith?: readonly { readonly resource: string; readonly member: string }[];
}

/** What a resource lives in, and what else it is deleted with. */
function tiesOf({ parents, fields }: ResourceModel): Ties {
  const parent = parents.at(-1);
  const goesWith = fields.flatMap(({ name: member, field, target }) =>
    field.type === 'reference' && field.onDelete === 'cascade' && target !== undefined
      ? [{ resource: target.name, member }]
      : [],
  );
  return {
    ...(parent === undefined
      ? {}
      : { parent: { resource: parent.name, member: parent.idParameter } }),
    ...(goesWith.length === 0 ? {} : { goesWith }),
  };
}
