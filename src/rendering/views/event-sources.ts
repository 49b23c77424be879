import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { code, identifier } from '../code.ts';
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
