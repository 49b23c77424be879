import type { Route } from './runtime/endpoints/route.ts';
import type { Services } from './resources/services.ts';

/**
 * Endpoints that the specification cannot express. They pass the same checks as all others, and appear in the OpenAPI
 * document. This file is yours: the generator wrote it once and never touches it again.
 *
 * @example
 * const Count = Type.Object({ count: Type.Integer() });
 *
 * export function customRoutes({ database }: Services): Route[] {
 *   return [
 *     {
 *       path: '/statistics',
 *       operations: {
 *         GET: {
 *           id: 'getStatistics',
 *           summary: 'Count what there is',
 *           tag: 'Statistics',
 *           // Grants, of which one is enough; an empty list forbids it for every caller.
 *           allowed: ['role', 'scope:name'],
 *           answers: { 200: { description: 'The count.', schema: Count } },
 *           handle: async () => ({ status: 200, body: { count: 0 } }),
 *         },
 *       },
 *     },
 *   ];
 * }
 */
export function customRoutes(_services: Services): Route[] {
  return [];
}
