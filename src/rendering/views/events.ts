import { isPermitted } from '../../model/access.ts';
import type { EventModel, ResourceModel, ServiceModel } from '../../model/model.ts';
import { identifier } from '../code.ts';
import { unclaimedFields } from './claim-samples.ts';

/** What the service tells others, as its documents show it. */
export function eventsView({ events, resources, specification }: ServiceModel) {
  const { emit = [], data = 'full' } = events ?? {};
  const isFull = data === 'full';
  const telling = resources.filter((resource) => resource.events.length > 0);
  const byName = new Map(resources.map((each) => [each.name, each]));
  const isRead = ({ resource }: EventModel) => {
    const source = byName.get(resource.name);
    if (source === undefined) return true;
    const line = [...source.parents, source];
    const isClaimable = line.every(({ name }) => unclaimedFields(specification, name).size === 0);
    return isClaimable && isPermitted(source.access.grants, 'read');
  };
  return {
    /** Those that a client of tests may receive. */
    receivableTypes: emit.filter(isRead).map(({ name }) => name),
    /** Those whose schemas are needed. */
    eventResources: (isFull ? telling : []).map(({ name, camel }) => ({
      name,
      camel: identifier(camel),
    })),
    emittedEvents: emit.map((event) => {
      const resource = telling.find(({ name }) => name === event.resource.name);
      return {
        type: event.name,
        description: describeEvent(event),
        collection: event.resource.segment,
        camel: identifier(event.resource.camel),
        isFull,
        tellsChange: isFull && (event.kind === 'updated' || event.kind === 'entered'),
        transitions: isFull && resource !== undefined ? transitionsTo(event, resource) : [],
      };
    }),
  };
}

/** What documents say of an event. */
export function describeEvent({ kind, event, resource }: EventModel): string {
  const name = resource.name.replaceAll('-', ' ');
  const subject = `${/^[aeiou]/.test(name) ? 'An' : 'A'} ${name}`;
  return kind === 'entered' ? `${subject} became ${event}.` : `${subject} was ${event}.`;
}

/** Those that it tells of: where the state that one leads to has no event, it still is an update. */
function transitionsTo({ kind, event }: EventModel, { machine, events }: ResourceModel) {
  const names = new Set(events.map((each) => each.event));
  return (machine?.transitions ?? [])
    .filter(({ to }) => to === event || (kind === 'updated' && !names.has(to)))
    .map(({ name, from, to }) => ({ name, from, to }));
}
