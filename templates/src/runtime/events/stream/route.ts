import type { Caller } from '../../authentication/caller.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem, type Violation } from '../../errors/problem.ts';
import type { QueryReader } from '../../endpoints/query.ts';
import type { Operation, RequestContext, Route } from '../../endpoints/route.ts';
import { Type } from '../../resources/type.ts';
import type { Application } from '../../service/application.ts';
import type { Connection } from '../../storage/statement.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { EventDescription } from '../description/event-description.ts';
import type { EventShapes } from '../event-shapes.ts';
import type { StoredEvent } from '../event.ts';
import type { Outbox } from '../outbox.ts';
import type { Feed } from './feed.ts';
import type { Ending } from './subscriber.ts';
import { createPlaces, mostStreams } from './places.ts';
import { commentOf, messageOf, opening } from './wire-format.ts';

export interface EventStream {
  readonly feed: Feed;
  readonly outbox: Pick<Outbox, 'find' | 'last'>;
  readonly reader: Connection;
  /** What there is of an event for a client; absent: all of it for everybody. */
  readonly eventFor?: (client: Caller, event: StoredEvent) => StoredEvent | undefined;
  /** What the service emits. */
  readonly events: readonly StreamedEvent[];
  /** Absent: everybody speaks the same version. */
  readonly versions?: StreamVersions;
  /** When the streams of a version end, and with what; absent: no version is ever gone. */
  readonly endingOf?: (version: ApiVersion | undefined) => Ending | undefined;
}

/** What differs between the streams of several versions. */
export interface StreamVersions {
  readonly shapes: Pick<EventShapes, 'at'>;
  /** That of clients who name none. */
  readonly newest: ApiVersion;
  /** The events that clients of an older version receive. */
  eventsAt(version: ApiVersion): readonly StreamedEvent[];
  /** Types that clients of a version may ask for, and that the service no longer sends. */
  withdrawnAt(version: ApiVersion): readonly string[];
}

/** A kind of event as clients know it. */
export interface StreamedEvent extends Pick<EventDescription, 'kind' | 'example'> {
  /** Its type as it is kept, where that is another one. */
  readonly newest?: string;
}

interface Query {
  readonly types?: ReadonlySet<string>;
}

interface Start {
  readonly after: number;
  readonly opening: string;
}

function descriptionOf({ endingOf }: Pick<EventStream, 'endingOf'>): string {
  return [
    'An answer that does not end: events as they happen, each as a CloudEvent in JSON, and a comment now and then.',
    'With Last-Event-ID the stream resumes after that event; if it is no longer stored, with the oldest stored event.',
    ...(endingOf === undefined
      ? []
      : [
          'When its version is gone, that is the last event, of whatever types there are to be, and then the answer does end.',
        ]),
    `A client has ${String(mostStreams)} of them at most at each replica.`,
  ].join(' ');
}

/** Before the oldest event. */
const beginning = 0;

/** The events as they happen (WHATWG HTML, section 9.2: server-sent events). */
export function eventStreamRoute(application: Application, stream: EventStream): Route {
  const { events, eventFor, versions, endingOf } = stream;
  const places = createPlaces(application.limits.quotaFields);
  const operation: Operation<Query> = {
    id: 'followEvents',
    summary: 'Follow the events',
    description: descriptionOf(stream),
    tag: 'Events',
    mediaType: 'text/event-stream',
    ...describedBy(events),
    at: (version) => ({
      ...operation,
      ...describedBy(versions?.eventsAt(version) ?? events, versions?.withdrawnAt(version)),
    }),
    async handle(context, { query: { types } }) {
      const { headers, path, now, caller } = context;
      const { authentication } = application;
      let reader = caller;
      const seen = (event: StoredEvent) => {
        const visible = eventFor === undefined ? event : eventFor(reader, event);
        if (visible === undefined || versions === undefined) return visible;
        const { version = versions.newest } = context;
        return versions.shapes.at(visible, version);
      };
      const start = await startOf(stream, headers, seen);
      // What is wrong with the head as a whole was refused before there was a stream.
      const head = { headers, rawHeaders: [], url: path };
      const isPermitted = async (later: Date) => {
        if (authentication === undefined) return true;
        const present = await authentication.authenticate(head, later);
        // What it was granted meanwhile, and what was taken from it, counts from now on.
        reader = present;
        return present.id === caller.id;
      };
      return {
        status: 200,
        headers: { 'x-accel-buffering': 'no' },
        stream(address) {
          // Without authentication, a client is known by its address only.
          const leave = places.take(caller.mechanism === 'none' ? address : caller.id);
          const ending = endingOf?.(context.version);
          return stream.feed
            .subscribe({
              ...start,
              now,
              isPermitted,
              seen,
              ...(ending === undefined ? {} : { ending }),
              ...(types === undefined ? {} : { types }),
            })
            .once('close', leave);
        },
      };
    },
  };
  return {
    path: '/events',
    description: 'What happens to the resources, sent when it happens.',
    operations: { GET: operation },
  };
}

/** What depends on the kinds of events that there are. */
function describedBy(
  events: readonly StreamedEvent[],
  withdrawn: readonly string[] = [],
): Required<Pick<Operation<Query>, 'query' | 'answers'>> {
  return {
    query: queryReader(events, withdrawn),
    answers: {
      200: {
        description: 'The stream.',
        schema: Type.String({
          title: 'EventStream',
          maxLength: 10_000_000,
          description:
            'Server-sent events: `id` is the id of the event, `event` its type and `data` the CloudEvent.',
          examples: events.slice(0, 1).map(({ example }) => opening + messageOf(example)),
        }),
        headers: { 'X-Accel-Buffering': 'Tells proxies to pass everything on at once: `no`.' },
      },
    },
  };
}

/** Where a stream begins: with what comes, or after the event that the client had last. */
async function startOf(
  { outbox, reader }: EventStream,
  { 'last-event-id': last = '' }: RequestContext['headers'],
  seen: (event: StoredEvent) => StoredEvent | undefined,
): Promise<Start> {
  if (last === '') return { after: await outbox.last(reader), opening };
  const known = await outbox.find(reader, String(last));
  // To leave something out would be worse than to tell it twice.
  const note = commentOf('Last-Event-ID is not kept: this begins with the oldest event that is');
  const anew: Start = { after: beginning, opening: opening + note };
  // Of what the client may not see it learns nothing, not even that it happened.
  if (known !== undefined && seen(known) === undefined) return anew;
  return known === undefined ? anew : { after: known.position, opening };
}

function queryReader(
  events: readonly StreamedEvent[],
  withdrawn: readonly string[],
): QueryReader<Query> {
  const emitted = [...new Set([...events.map(({ kind }) => kind), ...withdrawn])];
  const permitted: ReadonlySet<string> = new Set(emitted);
  return {
    parameters: [
      {
        name: 'types',
        description: 'Only events of these types; repeat it, or separate them by commas.',
        schema: Type.Array(Type.Enum([...emitted]), { maxItems: emitted.length }),
      },
    ],
    read(values) {
      const given = values.get('types');
      if (given === undefined) return {};
      const types = new Set(given.flatMap((value) => value.split(',')));
      if ([...types].every((type) => permitted.has(type))) return { types: kept(types, events) };
      const violation: Violation = {
        in: 'query',
        at: 'types',
        code: 'enum',
        detail: ({ violations }) => violations.enum([...emitted]),
      };
      throw new Problem(builtIn.validationFailed, { errors: [violation] });
    },
  };
}

/** Types as they are kept. */
function kept(types: ReadonlySet<string>, events: readonly StreamedEvent[]): ReadonlySet<string> {
  const wanted = events.filter(({ kind }) => types.has(kind));
  return new Set(wanted.map(({ kind, newest = kind }) => newest));
}
