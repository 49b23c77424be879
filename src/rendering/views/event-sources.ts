import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { code, identifier, join, literal } from '../code.ts';
import { hasEvents, hasKafka, hasNats, hasWebhooks } from '../features.ts';

/** Which changes are announced, and what is deleted with what. */
export function eventSourcesView(model: ServiceModel) {
  const { events } = model;
  return {
    hasEvents: hasEvents(model),
    isFull: events?.data === 'full',
    eventData: events?.data ?? '',
    hasEventCursors: hasNats(model) || hasKafka(model) || hasWebhooks(model),
    eventSources: model.resources
      .filter((resource) => isKnownToEvents(model, resource))
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
export function isAnnounced(model: ServiceModel, resource: ResourceModel): boolean {
  return resource.events.length > 0 || takesAlong(model, resource, []);
}

function takesAlong(
  model: ServiceModel,
  { name }: ResourceModel,
  seen: readonly string[],
): boolean {
  return model.resources.some((other) => {
    const { parent, goesWith = [] } = tiesOf(other);
    const isTaken = [...(parent ? [parent] : []), ...goesWith].some((tie) => tie.resource === name);
    if (!isTaken || seen.includes(other.name)) return false;
    return (
      other.events.some(({ event }) => event === 'deleted') ||
      takesAlong(model, other, [...seen, name])
    );
  });
}

/** Those that are announced, and those whose identifiers are in the path of one that is. */
function isKnownToEvents(model: ServiceModel, resource: ResourceModel): boolean {
  return model.resources.some(
    (other) =>
      isAnnounced(model, other) &&
      [...other.parents, other].some(({ name }) => name === resource.name),
  );
}

/** The members that rules decide by. */
function ruledBy({ access: { rules } }: ResourceModel): { readonly ruled?: readonly string[] } {
  return rules.length === 0 ? {} : { ruled: rules.map(({ name }) => name) };
}

/** Who is told of what, and what the files are that say so. */
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
      // What nobody can read nobody is told of.
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
