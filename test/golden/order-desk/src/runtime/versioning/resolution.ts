import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../errors/problem.ts';
import type { SelectorDescription } from './selector-description.ts';
import type { ApiVersion } from './version.ts';

/** What of a request tells which version it is for. */
export interface RequestHead {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** Host and port, as the client named them. */
  readonly host: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** The address of a request without what names its version. */
export interface Address {
  /** `/orders/7` */
  readonly path: string;
  /** Query without the parameter of the version, and without the question mark. */
  readonly search: string;
  /**
   * The address of a path that names no version, in the form that the request used, below the path of the service's own
   * address. It keeps a query that is there.
   */
  link(path: string): string;
}

export type Resolution =
  | (Address & {
      readonly kind: 'resolved';
      readonly version: ApiVersion;
      /** Names of the changes that the client asks for, in the order in which they are applied. */
      readonly features?: readonly string[];
      /** Names of those that it does not get. */
      readonly lacks?: readonly string[];
      /** Accept and Content-Type as they would be without a version. */
      readonly headers?: Readonly<Record<string, string>>;
      /** A media type or Content-Type as an answer in this version has it. */
      contentType?(contentType: string): string;
    })
  /** It is about what belongs to no version, such as `/health`. */
  | ({ readonly kind: 'unversioned' } & Address)
  /** It names no version, or none that there is. */
  | {
      readonly kind: 'refused';
      readonly problem: Problem;
      /** Of the address, which is the same in all versions. */
      readonly path?: string;
      /** Nothing in the request names a version. */
      readonly isSilent?: boolean;
      /** The one that would have answered. */
      readonly version?: ApiVersion;
    };

/** Where clients say which version they want. A version that is retired is resolved as any other. */
export interface Strategy {
  /** Never throws, whatever was sent. */
  resolve(head: RequestHead, now: Date): Resolution;
  /** Whether it is header fields that name the version: a preflight has none of them (Fetch, section 4.8). */
  readonly isInHeaders?: boolean;
  /** Path of the service's own address, which is in front of every link; absent: that address is the host alone. */
  readonly basePath?: string;
  /** The address of a path that names no version, where there is no request to follow: in documents and events. */
  link(version: ApiVersion, path: string): string;
  /** Whether a path that names no version is of something that has versions; absent: all has them. */
  isVersioned?(path: string): boolean;
  describe(version: ApiVersion): SelectorDescription;
}

/** What a strategy has to know. */
export interface StrategyOptions {
  readonly versions: readonly ApiVersion[];
  /** Label of the version of clients that name none; absent: they are refused. */
  readonly pinned?: string;
}

/** Scheme, host and port, which begin an address and no path. */
export const addressPattern = /^https?:\/\/[^/?#]*/;

/** @param reference what a strategy links to: a path of the host, or an address where versions have hosts of their own */
export function absolute(baseUrl: string, reference: string): string {
  if (addressPattern.test(reference)) return reference;
  return (addressPattern.exec(baseUrl)?.[0] ?? '') + reference;
}

const unversioned =
  /^\/(?:health|versions|openapi|asyncapi(?:\.json)?|docs|problems|metrics|sign-in|sign-out|\.well-known)(?:\/|$)/;

/** Whether a path belongs to the service as a whole, under every strategy. */
export function isUnversioned(path: string): boolean {
  return path === '/' || path === '*' || unversioned.test(path);
}
