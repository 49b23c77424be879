import type {
  ResolvedEndpoint,
  ResolvedField,
  ResolvedSpecification,
  TranslatedText,
} from '../specification/index.ts';

/**
 * The resolved view of a service that templates are made from: plain objects in which every name is chosen and every
 * decision is taken.
 */
export interface ServiceModel {
  readonly specification: ResolvedSpecification;
  /** MAJOR.MINOR.PATCH of the interface. */
  readonly version: string;
  readonly majors: readonly VersionModel[];
  /** Absent where no credential is asked for. */
  readonly apiKeyHeader?: string;
  /** In the order of the file. */
  readonly resources: readonly ResourceModel[];
  /** The same, each after those it refers to as far as that is possible. */
  readonly creationOrder: readonly ResourceModel[];
  readonly problemCodes: readonly ProblemCodeModel[];
}

export interface VersionModel {
  readonly major: number;
  readonly released?: string;
}

export interface ProblemCodeModel {
  /** `credit-exceeded`. */
  readonly code: string;
  /** `creditExceeded`. */
  readonly key: string;
  readonly status: number;
  /** In the default language. */
  readonly title: string;
  /** In the default language. */
  readonly description: string;
  /** By language, for every language that the service offers. */
  readonly titles: TranslatedText;
  /** By language, for every language that the service offers. */
  readonly descriptions: TranslatedText;
}

export interface ResourceNames {
  /** `shipping-label`, as in the specification. */
  readonly name: string;
  /** `shippingLabel` */
  readonly camel: string;
  /** `ShippingLabel`, in texts and operation ids. */
  readonly title: string;
  /** `ShippingLabel`, or another name where that of the type is in use. */
  readonly pascal: string;
  /** `shipping-labels`, the segment of the path. */
  readonly plural: string;
  /** `shippingLabels` */
  readonly pluralCamel: string;
  /** `ShippingLabels` */
  readonly pluralPascal: string;
  /** `shipping_labels`, the table. */
  readonly table: string;
  /** `shippingLabelId`, the placeholder of its identifier. */
  readonly idParameter: string;
}

export interface ResourceModel extends ResourceNames {
  readonly description: string;
  /** `/orders/{orderId}/items` */
  readonly collectionPath: string;
  /** The resources it lives in, outermost first. */
  readonly parents: readonly ResourceNames[];
  /** In the order of the specification; not the parent. */
  readonly fields: readonly FieldModel[];
  /** Members and columns of each unique constraint that spans more than one field. */
  readonly unique: readonly (readonly MemberModel[])[];
  readonly endpoint: ResolvedEndpoint;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** Members that hold an identifier: of its parent, and of what its references refer to. */
  readonly references: readonly ReferenceModel[];
  /** Segments of the collections that live in it and can be listed. */
  readonly children: readonly string[];
}

export interface ReferenceModel {
  readonly member: string;
  readonly target: ResourceNames;
  /** Path of the collection that is referred into; absent where the identifier alone does not tell the address. */
  readonly path?: string;
}

export interface MemberModel {
  /** `customerEmail`, on the wire. */
  readonly name: string;
  /** `customer_email` */
  readonly column: string;
}

export interface FieldModel extends MemberModel {
  readonly field: ResolvedField;
  /** What a reference refers to. */
  readonly target?: ResourceNames;
  /** Shown in every representation: required, nullable, or with a default. */
  readonly isAlwaysPresent: boolean;
  /** A client may leave it out of a body although it is always shown. */
  readonly mayBeOmitted: boolean;
}
