import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Operation, Route } from '../endpoints/route.ts';
import { Type } from '../resources/type.ts';

const Health = Type.Object(
  { status: Type.Literal('pass', { description: 'The service answers.' }) },
  { description: 'Health of the service.' },
);

/** What both checks share: they are for load balancers, so they ask for nothing and tell nothing. */
const check = {
  tag: 'Service',
  isPublic: true,
  isUncounted: true,
  mediaType: 'application/health+json',
  answers: { 200: { description: 'The service is healthy.', schema: Health } },
} as const satisfies Partial<Operation>;

/**
 * Liveness and readiness. Liveness does not ask the database: restarting the service would not mend it.
 *
 * @param ping fails when the database cannot be reached, or can keep nothing
 */
export function healthRoutes(ping: () => Promise<void>): Route[] {
  return [
    {
      path: '/health',
      operations: {
        GET: {
          ...check,
          id: 'getHealth',
          summary: 'Tell whether the process is alive',
          description:
            'Asks nothing but the process itself: restarting it would not mend a database.',
          handle: () => ({ status: 200, body: { status: 'pass' } }),
        },
      },
    },
    {
      path: '/health/ready',
      operations: {
        GET: {
          ...check,
          id: 'getReadiness',
          summary: 'Tell whether requests can be served',
          description:
            'Asks the database too, and whether it can keep anything. A load balancer sends requests while it passes.',
          problems: [builtIn.serviceUnavailable],
          handle: async () => {
            try {
              await ping();
            } catch (error) {
              const headers = { 'retry-after': '5' };
              throw new Problem(builtIn.serviceUnavailable, { headers }, { cause: error });
            }
            return { status: 200, body: { status: 'pass' } };
          },
        },
      },
    },
  ];
}
