import type { RequestContext } from '../route.ts';

/** Who changes something, and when: a client by its request, or the service by itself. */
export type Actor = Pick<RequestContext, 'caller' | 'now'> &
  // {{#if hasBehaviours}}
  Partial<Pick<RequestContext, 'lacks'>> &
  // {{/if}}
  Partial<Pick<RequestContext, 'traceId'>>;
