import type { Limits } from './limits.ts';

/** The limits of this service. */
export const limits: Limits = {
  body: 1048576,
  uri: 8192,
  headers: 32768,
  depth: 32,
  requestTimeout: 30000,
  headersTimeout: 10000,
  keepAliveTimeout: 65000,
};
