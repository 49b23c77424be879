import type { ResolvedLimits, ResolvedQuota } from '../../specification/resolved.ts';
import { code, type Code } from '../code.ts';

/** The quota policies, under the names that clients see. */
export function policiesOf({
  default: defaultValue,
  burst,
  anonymous,
  failedAuthentication,
}: ResolvedLimits) {
  const short = burst === undefined ? [] : [policy('burst', burst)];
  return {
    client: [...short, policy('default', defaultValue)],
    ...(anonymous === undefined ? {} : { anonymous: [policy('anonymous', anonymous)] }),
    ...(failedAuthentication === undefined
      ? {}
      : { failedAuthentication: [policy('failed-authentication', failedAuthentication)] }),
  };
}

function policy(name: string, quota: ResolvedQuota) {
  return { name, ...quota };
}

/** The code of an operation; what counts for more than one request says so. */
export function withCost(operation: Code, cost = 1): Code {
  return cost === 1 ? operation : code`{ ...${operation}, cost: ${cost} }`;
}
