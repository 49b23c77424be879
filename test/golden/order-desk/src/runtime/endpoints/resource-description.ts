import type { Grants } from '../authentication/grants.ts';
import type { ResourceSchemas } from '../resources/schemas.ts';

/** One kind of resource, as every representation of it needs to know it. */
export interface ResourceDescription {
  /** Singular and plural as in operation ids and headings: `Order`, `Orders`. */
  readonly names: { readonly one: string; readonly many: string };
  /** Singular, as a member would be called: `shippingLabel`. */
  readonly name: string;
  /** The segment of its collection in a path: `shipping-labels`. */
  readonly collection: string;
  readonly schemas: ResourceSchemas;
  /** Who may do what with it, by the names of what can be done. */
  readonly grants?: Readonly<Record<string, Grants>>;
  /** Members that hold the identifier of another resource, for representations with links. */
  readonly references?: Readonly<Record<string, Reference>>;
  /** Members that hold a path which names no version: they show its address. */
  readonly addresses?: readonly string[];
  /** Segments of the collections that live in each resource and can be listed. */
  readonly children?: readonly string[];
  /** Segments below the address of each resource that a client can send a POST to. */
  readonly customOperations?: readonly string[];
  /** Those of them that only older versions have. */
  readonly formerCustomOperations?: readonly string[];
  /** Those of them that do something with a resource as it is. */
  customOperationsNow?(stored: object): readonly string[];
}

export interface Reference {
  /** Segment of the collection that it refers into. */
  readonly collection: string;
  /** Path of that collection without its version; absent where the member alone does not tell it. */
  readonly path?: string;
}
