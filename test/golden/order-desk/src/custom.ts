import type { Route } from './runtime/endpoints/route.ts';
import type { Services } from './resources/services.ts';

/**
 * Endpoints that the specification cannot express. They pass the same checks as all others, and appear in the OpenAPI
 * document. This file is yours: the generator wrote it once and never touches it again.
 *
 * @example
 * import { sql } from 'kysely';
 * import { Type } from './runtime/resources/type.ts';
 *
 * const Count = Type.Object({ count: Type.Integer() });
 *
 * export function customRoutes({ database }: Services): Route[] {
 *   return [
 *     {
 *       // Behind the version, as the resources are: GET /v1/statistics.
 *       path: '/statistics',
 *       operations: {
 *         GET: {
 *           id: 'getStatistics',
 *           summary: 'Count what there is',
 *           tag: 'Statistics',
 *           // Grants, of which one is enough; an empty list forbids it for every caller.
 *           allowed: ['role', 'scope:name'],
 *           answers: { 200: { description: 'The count.', schema: Count } },
 *           // `database.reader` reads; what `database.transaction` calls may write.
 *           handle: async () => {
 *             const { rows } = await sql`select 1 from "orders"`.execute(database.reader);
 *             return { status: 200, body: { count: rows.length } };
 *           },
 *         },
 *       },
 *     },
 *   ];
 * }
 */
export function customRoutes(_services: Services): Route[] {
  return [];
}
