import type { TSchema } from 'typebox';

/** How a client asks for one version, for the documents that tell it. */
export interface SelectorDescription {
  /** A path of the version as it is asked for: `/v4/orders/{orderId}`. */
  path(path: string): string;
  /** Parameters that every operation of the version has. */
  readonly parameters: readonly SelectorParameter[];
  /** Absolute address of the server, where the version has a host of its own. */
  readonly server?: string;
  /** The media types that a body of the version may have for one of the service, the best first; absent: that one alone. */
  bodyTypes?(mediaType: string): readonly string[];
  /** The same for those that its answers have. */
  answerTypes?(mediaType: string): readonly string[];
}

export interface SelectorParameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: TSchema;
}
