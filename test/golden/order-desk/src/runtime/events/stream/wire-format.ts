import type { CloudEvent } from '../cloud-event.ts';

/** Milliseconds after which a client that lost its connection asks again. */
const reconnectAfter = 3000;

/**
 * One event as `text/event-stream` carries it (WHATWG HTML, section 9.2.6); its id is what a client names in
 * Last-Event-ID when it comes back. JSON without indentation is one line whatever it holds, as a field must be.
 */
export function messageOf(event: CloudEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A line that clients ignore: proxies see that the connection is in use. */
export function commentOf(text: string): string {
  return `: ${text}\n\n`;
}

/** The beginning of every stream; with it the head of the answer is sent. */
export const opening = `retry: ${String(reconnectAfter)}\n\n`;
