import type { QuotaFields } from './fields.ts';

/** How much one request may ask of the service. Sizes in bytes, times in milliseconds. */
export interface Limits {
  readonly body: number;
  readonly uri: number;
  readonly headers: number;
  /** Levels of nesting in a body. */
  readonly depth: number;
  /** For the whole request to arrive. */
  readonly requestTimeout: number;
  /** For the header section to arrive. */
  readonly headersTimeout: number;
  /** For the next request on an idle connection. */
  readonly keepAliveTimeout: number;
  /** Requests that one process works on at the same time. */
  readonly concurrency: number;
  /** Those of one client. */
  readonly clientConcurrency: number;
  /** The form of the quota headers. */
  readonly quotaFields: QuotaFields;
}
