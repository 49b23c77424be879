import type { Limits } from '../runtime/limits/limits.ts';
import type { Policies } from '../runtime/limits/quotas.ts';

/** The limits of this service. */
export const limits: Limits = {
  body: 1048576,
  uri: 8192,
  headers: 32768,
  depth: 32,
  requestTimeout: 30000,
  headersTimeout: 10000,
  keepAliveTimeout: 65000,
  concurrency: 500,
  clientConcurrency: 100,
  quotaFields: { draft: 'current', isLegacy: false },
};

/** How many requests each client may send. */
export const policies: Policies = {
  client: [
    { name: 'burst', requests: 20, per: 1000, burst: 20 },
    { name: 'default', requests: 100, per: 60000, burst: 100 },
  ],
  anonymous: [{ name: 'anonymous', requests: 20, per: 60000, burst: 20 }],
  failedAuthentication: [{ name: 'failed-authentication', requests: 20, per: 60000, burst: 20 }],
};

/** What happens while the store that replicas count in does not answer. */
export const onStoreFailure = 'open';
