import type { TSchema } from 'typebox';
import type { ProblemBody } from '../../errors/problem-document.ts';
import type { ProblemType } from '../../errors/problem.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Texts } from '../languages/texts.ts';
import type { PageInfo, PageLinks } from '../page.ts';
import type { QueryNames } from '../query.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { Visitor } from '../visitor.ts';

/** A resource as it is shown: without the members that clients only write. */
export type Shown = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly revision: number;
};

/** One resource, before a representation of it is chosen. */
export interface ResourceContent {
  readonly kind: 'resource';
  readonly description: ResourceDescription;
  readonly resource: Shown;
  /** Its path, which names no version. */
  readonly path: string;
  /** Segments below its address that a POST does something with now. Worked out for those representations alone that show them. */
  customOperations?(): readonly string[];
}

/** One page of a collection, before a representation of it is chosen. */
export interface PageContent {
  readonly kind: 'page';
  readonly description: ResourceDescription;
  readonly items: readonly Shown[];
  /** The same by the identifier of an item. */
  customOperations?(): ReadonlyMap<string, readonly string[]>;
  /** Path of the collection, which names no version, without a query. */
  readonly path: string;
  /** Path of the collection that an item is in, where items are in several. */
  pathOf?(item: Shown): string;
  readonly page: PageInfo;
  /** Addresses, as clients are shown them. */
  readonly links: PageLinks;
  /** Names of the query parameters that the collection takes. */
  readonly parameters: readonly string[];
}

export type Content = ResourceContent | PageContent;

/** What surrounds an answer. */
export interface Scene {
  /** Title of the service. */
  readonly title: string;
  readonly texts: Texts;
  /** The address of a path that names no version, in the version that the client speaks and as it asked for it. */
  link(path: string): string;
  /** Who looks at a page, where it can be somebody who signs in. */
  readonly visitor?: Visitor | undefined;
}

/** A media type, and what is written in it. */
export interface Format {
  readonly mediaType: string;
  /** Value of Content-Type: the media type with the charset, where the type knows one. */
  readonly contentType: string;
  /** Headers that every answer in it carries. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The form of problems for clients that prefer a representation. */
export interface ProblemFormat extends Format {
  readonly schema: TSchema;
  write(problem: ProblemBody, scene: Scene): string;
}

/** What a body is about, for formats that name it. */
export interface BodyTarget {
  readonly description: ResourceDescription;
  /** Identifier in the address; absent where the body is of a new resource in a collection. */
  readonly id?: string;
}

export type Members = Readonly<Record<string, unknown>>;

/** What a body is about, before there is one. */
export interface DescribedTarget {
  readonly description: ResourceDescription;
  readonly isNew: boolean;
}

/** How bodies of one media type are understood as the members of a resource. */
export interface BodyReader {
  readonly mediaType: string;
  /** Whether a Content-Type with these parameters (lower case, `name=value`) is understood. */
  permits?(parameters: readonly string[]): boolean;
  /**
   * The members that a body sets, by the schema of the resource's own JSON. They are still to be validated.
   *
   * @throws {Problem} 400 where the bytes are no document of the media type
   */
  read(bytes: Buffer, limits: Limits, schema: TSchema, target: BodyTarget): unknown;
  /** From a JSON Pointer into the members to the same place in the body. */
  locate(pointer: string, description: ResourceDescription): string;
  /** Problems of its own, besides those of every body. */
  readonly mayAnswer?: readonly ProblemType[];
  /** Schema of the body in the OpenAPI document. */
  describe(schema: TSchema, target: DescribedTarget): TSchema;
  /** A body that sets these members, as the OpenAPI document shows it. */
  illustrate(members: Members, schema: TSchema, target: DescribedTarget): unknown;
}

/** One way to show resources and pages. All representations of a resource say the same. */
export interface Representation extends Format {
  /** Part of entity tags: `json`. */
  readonly name: string;
  /** Whether its text differs by language. */
  readonly isLocalized?: boolean;
  /** Whether an Accept range with these parameters (lower case, without q) asks for it. */
  permits?(parameters: readonly string[]): boolean;
  readonly problems: ProblemFormat;
  /** Absent: bodies cannot be sent in it. */
  readonly reader?: BodyReader;
  /** Whether it can show a text; absent: any. What one cannot show is refused in all. */
  canShow?(text: string): boolean;
  /** How it calls the parameters of a list; absent: as the operation does. */
  readonly queryNames?: QueryNames;
  write(content: Content, scene: Scene): string;
  /** Schemas in the OpenAPI document. */
  describeResource(description: ResourceDescription): TSchema;
  describePage(description: ResourceDescription): TSchema;
  /** What `write` gives, as the OpenAPI document shows it: text, or the value that a structured text stands for. */
  illustrate(content: Content, scene: Scene): unknown;
}
