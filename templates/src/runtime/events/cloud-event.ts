import { absolute, type Strategy } from '../versioning/resolution.ts';
import type { ApiVersion } from '../versioning/version.ts';
import type { EventShapes } from './event-shapes.ts';
import type { EventTransition, StoredEvent, VersionChange } from './event.ts';

/** CloudEvents 1.0.2, section 3, with the extensions Partitioning and Distributed Tracing. */
export interface CloudEvent {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly dataschema: string;
  readonly partitionkey: string;
  readonly traceparent?: string;
  readonly data: CloudEventData;
}

export interface CloudEventData {
  readonly id: string;
  readonly revision: number;
  /** Absolute address of the resource. */
  readonly href: string;
  readonly resource?: Readonly<Record<string, unknown>>;
  readonly transition?: EventTransition;
  readonly changed?: readonly string[];
  /** Of what happened to a version of the interface: there is no resource then. */
  readonly version?: VersionChange;
}

/** Of an event as JSON (CloudEvents JSON format 1.0.2, section 3). */
export const cloudEventMediaType = 'application/cloudevents+json';

/** Who sends events. */
export interface EventOrigin {
  /** Absolute address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly vendor: string;
  /** How addresses name a version. */
  readonly strategy: Pick<Strategy, 'link'>;
}

/**
 * Writes each event as clients get it.
 *
 * @param newest the version of events that have no other shape
 * @param shapes absent: all clients speak the same version
 */
export function cloudEventWriter(
  origin: EventOrigin,
  newest: ApiVersion,
  shapes?: Pick<EventShapes, 'versionOf'>,
): (event: StoredEvent) => CloudEvent {
  return (event) => cloudEvent(event, shapes?.versionOf(event) ?? newest, origin);
}

/** An event as consumers get it, whichever way, in the members of one version. */
export function cloudEvent(
  event: StoredEvent,
  version: ApiVersion,
  origin: EventOrigin,
): CloudEvent {
  if (event.data.version !== undefined) return ofVersion(event, event.data.version, origin);
  const { id, type, path, time, traceId } = event;
  const subject = path.slice(1);
  const { data } = event;
  return {
    specversion: '1.0',
    id,
    source: sourceOf(version, origin),
    type: cloudEventType(type, version, origin),
    subject,
    time,
    datacontenttype: 'application/json',
    dataschema: dataSchemaAddress(type, eventsPath(version), origin),
    // Consumers that partition events by this key keep the events of one resource in order.
    partitionkey: subject,
    ...(traceId === undefined ? {} : { traceparent: traceParent(traceId, id) }),
    data: {
      id: data.id,
      revision: data.revision,
      href: addressOf(path, version, origin),
      ...(data.resource === undefined ? {} : { resource: data.resource }),
      ...(data.transition === undefined ? {} : { transition: data.transition }),
      ...(data.changed === undefined ? {} : { changed: data.changed }),
    },
  };
}

/** Events about versions have the service as their subject, and the same members for all readers. */
function ofVersion(
  { id, type, path, time, data }: StoredEvent,
  version: VersionChange,
  { baseUrl, vendor }: EventOrigin,
): CloudEvent {
  const subject = path.slice(1);
  return {
    specversion: '1.0',
    id,
    source: baseUrl,
    type: `com.${vendor}.${type}`,
    subject,
    time,
    datacontenttype: 'application/json',
    dataschema: dataSchemaAddress(type, asyncApiPath, { baseUrl }),
    partitionkey: subject,
    data: { id: data.id, revision: data.revision, href: `${baseUrl}/versions`, version },
  };
}

/** Who sends the events of a version; without a query, which would name no place. */
export function sourceOf(version: ApiVersion, origin: Omit<EventOrigin, 'vendor'>): string {
  return addressOf('', version, origin).replace(/\?.*$/, '');
}

/** Absolute address of a path that names no version. */
export function addressOf(
  path: string,
  version: ApiVersion,
  { baseUrl, strategy }: Omit<EventOrigin, 'vendor'>,
): string {
  return absolute(baseUrl, strategy.link(version, path));
}

/** `com.acme.order.submitted.v1`: other members need another version, and so another type. */
export function cloudEventType(
  type: string,
  { label }: ApiVersion,
  { vendor }: Pick<EventOrigin, 'vendor'>,
): string {
  return `com.${vendor}.${type}.v${label}`;
}

/** Where the events are described (AsyncAPI), as the newest version has them. */
export const asyncApiPath = '/asyncapi.json';

/** Where the events of a version are described. */
export function eventsPath({ label }: ApiVersion): string {
  return `/asyncapi/v${label}.json`;
}

/** Absolute address of the schema that the data of such an event have. @param document its path */
export function dataSchemaAddress(
  type: string,
  document: string,
  { baseUrl }: Pick<EventOrigin, 'baseUrl'>,
): string {
  return `${baseUrl}${document}#/components/schemas/${dataSchemaName(type)}`;
}

/** `shipping-label.created` has data of the schema `ShippingLabelCreatedData`. */
export function dataSchemaName(type: string): string {
  const words = type.split(/[.-]/);
  return `${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}Data`;
}

/** W3C Trace Context, section 3.2: the event is the parent of what its consumers do. */
function traceParent(traceId: string, id: string): string {
  return `00-${traceId}-${id.replaceAll('-', '').slice(-16)}-01`;
}
