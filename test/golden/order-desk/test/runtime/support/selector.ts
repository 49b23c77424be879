import type { Selected, SelectedBy } from './selected.ts';

/**
 * How the tests name versions as the clients of this service name them. Tests write every address with its version in front,
 * `/v1/orders?page=2`, wherever clients have to name one.
 */
export interface Selector {
  /** What is sent for an address of the tests. */
  selecting(address: string): Selected;
  /** What links show for an address of the tests. */
  linked(address: string): string;
  /** The whole address that documents and events show for one of the tests. */
  absolute(baseUrl: string, address: string): string;
  /** The address of the tests that a link leads to. */
  followed(link: string): string;
  /** A value of Accept or Content-Type as it is sent to an address of the tests. */
  typed(value: string, address: string, header: string): string;
  /** A media type of an answer from such an address, as representations are called. */
  plain(mediaType: string, address: string): string;
  /** The address of the service as a whole; given is the one that the document of the newest version names. */
  wholeService(documented: string): string;
  /** Status of answers to a version that does not exist. */
  readonly unknownVersionStatus: number;
  /** Query parameters that name the version, and nothing else. */
  readonly ownParameters: readonly string[];
  /** Where the version is looked for, and nowhere else. */
  readonly selectedBy: SelectedBy;
}

export interface Newest {
  /** Label of the version of the tests. */
  readonly newest: string;
}

/** What most ways to name a version have in common: no media type names it, and no host. */
export const common = {
  typed: (value: string) => value,
  plain: (mediaType: string) => mediaType,
  wholeService: (documented: string) => documented,
  ownParameters: [],
} as const satisfies Partial<Selector>;
