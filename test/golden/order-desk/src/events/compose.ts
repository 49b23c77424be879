import { routesGrantedTo } from '../runtime/authentication/granted-to.ts';
import type { Route } from '../runtime/endpoints/route.ts';
import { cloudEventWriter } from '../runtime/events/cloud-event.ts';
import { cursors } from '../runtime/events/cursors.ts';
import { asyncApiRoutes } from '../runtime/events/description/route.ts';
import { outbox } from '../runtime/events/outbox.ts';
import { eventPurge, type Need } from '../runtime/events/purge.ts';
import { sequencer } from '../runtime/events/sequencer.ts';
import { streamDelivery } from '../runtime/events/stream/channel.ts';
import { createFeed } from '../runtime/events/stream/feed.ts';
import { eventStreamRoute } from '../runtime/events/stream/route.ts';
import { visibleEvents } from '../runtime/events/visible.ts';
import { webhookDelivery } from '../runtime/events/webhooks/channel.ts';
import { eventWriters } from '../runtime/events/writer.ts';
import type { Task } from '../runtime/service/background.ts';
import { eventAudiences } from '../resources/event-audiences.ts';
import { eventSources } from '../resources/event-sources.ts';
import { about } from '../service/about.ts';
import { currentVersion } from '../versioning/versions.ts';
import { eventsAt } from './announced.ts';
import type { EventParts } from './parts.ts';
import { composeWebhooks } from './webhooks.ts';

/** Events: they are stored with each change, numbered, described, and delivered in the ways that the specification names. */
export function composeEvents(parts: EventParts) {
  const { database, baseUrl, application, newId, clock, wake } = parts;
  const { versions, strategy } = application;
  const origin = { baseUrl, vendor: about.vendor, strategy };
  const events = outbox(database, { newId, keep: 604800000, keepsDeciding: true });
  const described = versions.map((version) => ({ version, events: eventsAt(version, origin) }));
  const eventCursors = cursors(database);
  const eventFor = visibleEvents(eventAudiences);
  const webhooks = composeWebhooks({
    ...parts,
    outbox: events,
    cursors: eventCursors,
    newest: currentVersion,
    origin,
    eventFor,
  });
  const write = cloudEventWriter(origin, currentVersion);
  const feed = createFeed({ outbox: events, reader: database.reader, clock, write });
  const stream = eventStreamRoute(application, {
    feed,
    outbox: events,
    reader: database.reader,
    eventFor,
    events: eventsAt(currentVersion, origin),
  });
  // Events that are not delivered yet are kept, however old they are.
  const needs: readonly Need[] = [...webhooks.needs];
  const routes: readonly Route[] = [...webhooks.routes, stream];
  const tasks: readonly Task[] = [
    sequencer(database, wake),
    eventPurge(database, events, needs, clock),
    ...webhooks.tasks,
    feed,
  ];
  return {
    writers: eventWriters(events, eventSources(database), 'full'),
    described,
    documents: asyncApiRoutes(application, described, [webhookDelivery, streamDelivery]),
    routes: routesGrantedTo(['reader', 'clerk', 'admin'], routes),
    tasks,
    /** Ends the streams: a server that closes waits for every answer. */
    close: () => feed.close(),
  };
}
