import {
  methods as allMethods,
  resolveSpecification,
  type ResolvedEndpoint,
} from '../../specification/index.ts';
import type { Draft } from '../draft.ts';

/** An endpoint as it will be, every default filled in. */
export function endpointOf(draft: Draft, name: string): ResolvedEndpoint | undefined {
  return resolveSpecification(draft).endpoints[name];
}

/** Methods and pages in words: `list, read; pages of 20, at most 100`. */
export function describeEndpoint(draft: Draft, name: string): string {
  const endpoint = endpointOf(draft, name);
  if (endpoint === undefined) return 'none';
  const { methods, pagination, preconditions, createByReplace, idempotencyKey } = endpoint;
  const actions = Object.keys(endpoint.actions);
  const all = methods.length === allMethods.length;
  const pages = `pages of ${pagination.size}, at most ${pagination.maxSize}`;
  return [
    all ? 'all six methods' : methods.join(', '),
    ...(methods.includes('list') ? [pages] : []),
    ...(methods.includes('list') && pagination.cursor ? ['cursors'] : []),
    ...(actions.length > 0 ? [`actions ${actions.join(', ')}`] : []),
    ...(preconditions === 'required' ? ['If-Match required'] : []),
    ...(createByReplace ? ['PUT creates'] : []),
    ...(idempotencyKey === 'required' ? ['Idempotency-Key required'] : []),
  ].join('; ');
}

/** The description that holds for every resource; undefined where they differ. */
export function sameForAll(draft: Draft): string | undefined {
  const all = Object.keys(draft.resources).map((name) => describeEndpoint(draft, name));
  return all.every((each) => each === all[0]) ? all[0] : undefined;
}
