import type { CloudEvent } from '../cloud-event.ts';

/**
 * An event as JSON, for a broker that takes no more than so many bytes. One that is longer goes without the resource,
 * which stays to be read at its address: to hold it back would hold back all that come after it.
 */
export function fittingJson(event: CloudEvent, bytes: number): string {
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) <= bytes) return text;
  const { resource: _, ...data } = event.data;
  return JSON.stringify({ ...event, data });
}
