import { validateQuotaTime } from '../validators/limits.ts';
import { atKey, atValue, valueIssues, type Issue } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { own } from '../plain.ts';
import { resolveLimits } from '../resolve/limits.ts';
import { methods as allMethods, resourceEndpoints, type Endpoint } from '../schema.ts';
import { resourceNames, type CheckContext } from './check-context.ts';

const counted = ['default', 'anonymous', 'failedAuthentication'] as const;
const ofStrangers = ['anonymous', 'failedAuthentication'] as const;

/** How many requests may be sent, and for how many an operation counts. */
export function quotaIssues(context: CheckContext): Issue[] {
  const { limits = {}, authentication } = context.valid;
  const times = [...counted, 'burst' as const].flatMap((key) => {
    const per = limits[key]?.per;
    return per === undefined ? [] : valueIssues(['limits', key, 'per'], validateQuotaTime(per));
  });
  const bursts = counted.flatMap((key) => {
    const { requests = 0, burst = 0 } = limits[key] ?? {};
    if (burst <= requests) return [];
    const message = `burst ${burst} is above requests ${requests}: no more than all of them can come at once`;
    return [atValue(['limits', key, 'burst'], { code: 'empty-range', message })];
  });
  const asksWho = !(authentication?.mechanisms ?? []).includes('none');
  const strangers = asksWho
    ? []
    : ofStrangers
        .filter((key) => limits[key] !== undefined)
        .map((key) => {
          const message = `${key} is for anonymous callers, and with the mechanism none all callers are anonymous: default holds for each address`;
          return atKey(['limits', key], { code: 'contradiction', message });
        });
  return [...times, ...bursts, ...strangers, ...costIssues(context)];
}

function costIssues(context: CheckContext): Issue[] {
  const names = new Set(resourceNames(context));
  const quotas = resolveLimits(context.valid.limits, true);
  const most = Math.min(quotas.default.burst, quotas.burst?.requests ?? Infinity);
  return Object.entries(resourceEndpoints(context.valid.endpoints))
    .filter(([name]) => names.has(name))
    .flatMap(([name, endpoint]) => {
      const known = operationsOf(context, name, endpoint);
      return Object.entries(endpoint.cost ?? {}).flatMap(([operation, cost]) => {
        const path = ['endpoints', name, 'cost', operation];
        if (!known.includes(operation)) {
          const suggestion = nearest(operation, known);
          return [
            atKey(path, {
              code: 'unknown-operation',
              message: `${name} has no method, action or transition "${operation}"`,
              allowed: known,
              ...(suggestion === undefined ? {} : { suggestion }),
            }),
          ];
        }
        if (cost <= most) return [];
        const message = `a cost of ${cost} is above ${most}, the most that a client may ask for at once`;
        return [atValue(path, { code: 'too-great', message })];
      });
    });
}

/** The operations that clients can request: a timed transition costs no client anything. */
function operationsOf(context: CheckContext, name: string, endpoint: Endpoint): string[] {
  const transitions = Object.entries(own(context.valid.states ?? {}, name)?.transitions ?? {});
  return [
    ...(endpoint.methods ?? allMethods),
    ...Object.keys(endpoint.actions ?? {}),
    ...transitions
      .filter(([, { after, at }]) => after === undefined && at === undefined)
      .map(([transition]) => transition),
  ];
}
