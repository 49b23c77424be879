import type { RequestContext } from '../route.ts';

/** Who changes something, and when: a client by its request, or the service by itself. */
export interface Actor
  extends Pick<RequestContext, 'caller' | 'now'>, Partial<Pick<RequestContext, 'traceId'>> {
  /** Behaviours that its version or its features do not give the client; absent: it has all. */
  readonly lacks?: readonly string[];
}
