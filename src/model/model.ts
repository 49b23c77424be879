import type { ComposedVersion } from '../evolution/compose/chain.ts';
import type { ComposedFlag, MinorRelease, ReleaseNow } from '../evolution/index.ts';
import type { VersionDeprecations } from './deprecations.ts';
import type {
  Delivery,
  ResolvedEndpoint,
  ResolvedField,
  ResolvedGuard,
  ResolvedSpecification,
  TranslatedText,
} from '../specification/index.ts';

/**
 * The resolved view of a service that templates are made from: plain objects in which every name is chosen and every
 * decision is taken.
 */
export interface ServiceModel {
  readonly specification: ResolvedSpecification;
  /** MAJOR.MINOR.PATCH of the interface; where versions are dates, the date of the newest. */
  readonly version: string;
  /** Every listed version, drafts and retired ones included, the oldest first. */
  readonly versions: readonly VersionModel[];
  /** The newest of them, which the specification describes. */
  readonly newest: VersionModel;
  /** Versions whose clients know another shape than the newest one, oldest first. */
  readonly older: readonly ComposedVersion[];
  /** Releases that came after another one of the same version, the oldest first. */
  readonly minorReleases: readonly MinorRelease[];
  /** Releases whose versions may be something else by now. */
  readonly releases: readonly ReleaseNow[];
  /** Flags without which clients know another shape, in the order of the file. */
  readonly changing: readonly ComposedFlag[];
  /** Names of what rules do in some versions and not in older ones. */
  readonly behaviours: readonly string[];
  /** What clients of each listed version are asked to stop using, the oldest version first. */
  readonly deprecations: readonly VersionDeprecations[];
  /** Absent where no credential is asked for. */
  readonly apiKeyHeader?: string;
  /** In the order of the file. */
  readonly resources: readonly ResourceModel[];
  /** The same, each after those it refers to as far as that is possible. */
  readonly creationOrder: readonly ResourceModel[];
  readonly problemCodes: readonly ProblemCodeModel[];
  /** Absent: the service sends no events. */
  readonly events?: EventsModel;
}

export interface EventsModel {
  /** Those of every resource, in the order of the specification. */
  readonly emit: readonly EventModel[];
  readonly deliver: readonly Delivery[];
  readonly data: 'full' | 'thin';
  /** Milliseconds. */
  readonly keep: number;
}

export interface EventModel {
  /** `order.submitted` */
  readonly name: string;
  /** `submitted` */
  readonly event: string;
  /** Of the resource that it happens to. */
  readonly resource: ResourceNames;
  readonly kind: 'created' | 'updated' | 'deleted' | 'entered';
  /** `OrderSubmitted`, in texts and names of schemas. */
  readonly title: string;
}

/**
 * What the service knows of one version, in the form of its literal there: days are YYYY-MM-DD, instants are in UTC, and
 * what is absent or empty in the specification is absent.
 */
export interface VersionModel {
  /** A major number or a date, as clients name it. */
  readonly label: string;
  /** Its last minor release: MAJOR.MINOR.PATCH, or a date and how often something was added since. Absent: it has had none. */
  readonly release?: string;
  /** Absent: a draft. */
  readonly released?: string;
  readonly maintained?: string;
  readonly announced?: string;
  readonly deprecated?: string;
  readonly sunset?: string;
  readonly brownouts?: readonly { readonly from: string; readonly to: string }[];
  readonly readOnly?: string;
  /** `per` in milliseconds. */
  readonly quota?: { readonly from: string; readonly requests: number; readonly per: number };
  /** By operation id. */
  readonly withdrawn?: readonly { readonly operation: string; readonly from: string }[];
  readonly closed?: string;
  readonly exemptions?: readonly { readonly client: string; readonly until: string }[];
  readonly migrationGuide?: string;
  /** Label of the next newer version that is no draft. */
  readonly successor?: string;
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
  /** `shipping-labels`: the name of its collection wherever that must differ from all others. */
  readonly plural: string;
  /** The segment of the path: that of a history is `transitions`, any other is the plural. */
  readonly segment: string;
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
  /** Only older versions show it. */
  readonly isFormer?: true;
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
  /** Absent: its rows have no states. */
  readonly machine?: StateMachineModel;
  /** Absent: clients read and change it as the endpoint says. Present: it keeps the transitions of this resource. */
  readonly historyOf?: ResourceNames;
  /** In the order of the specification. */
  readonly actions: readonly ActionModel[];
  /** The events about its rows. */
  readonly events: readonly EventModel[];
  readonly access: AccessModel;
}

/** For whom a resource is there, and what they may do with it. */
export interface AccessModel {
  /** By what can be done; absent where every authenticated caller may do everything. */
  readonly grants?: Readonly<Record<string, readonly string[]>>;
  /** Which of its rows exist for whom; those of its parents decide as well. */
  readonly rules: readonly AttributeRuleModel[];
  /** Members that a unique value is unique within: of what does not exist for a caller it learns nothing. */
  readonly within: readonly MemberModel[];
}

export interface AttributeRuleModel extends MemberModel {
  readonly claim: string;
  readonly unless: readonly string[];
}

export interface StateMachineModel {
  /** The field that holds the state; it is among the fields of the resource. */
  readonly field: MemberModel;
  readonly initial: string;
  /** In the order in which they are mentioned, the initial one first. */
  readonly states: readonly string[];
  readonly final: readonly string[];
  /** The resource that keeps the transitions; absent where nothing keeps them. */
  readonly history?: ResourceNames;
  /** In the order of the specification. */
  readonly transitions: readonly TransitionModel[];
}

/** A custom operation, which is a transition or an action: what both have in common. */
export interface CustomOperationModel {
  /** `mark-paid`, the last segment of the path. */
  readonly name: string;
  /** `markPaid` */
  readonly camel: string;
  /** `MarkPaid`, as in `beforeMarkPaid`. */
  readonly pascal: string;
  /** `MarkPaidOrder`, unique among all operations of the service apart from the case of its first letter. */
  readonly title: string;
  /** Empty where nothing was written. */
  readonly description: string;
  /** `/orders/{orderId}/mark-paid`; nothing answers there for a transition that happens by itself. */
  readonly path: string;
  readonly when: ResolvedGuard;
  /** In the order of the specification. */
  readonly inputs: readonly InputModel[];
  /** Whether a request needs a body. */
  readonly needsInput: boolean;
  /** Names of the members that an input can give a value that meets their condition. */
  readonly mends: readonly string[];
  /** Only older versions have it. */
  readonly isFormer?: true;
}

export interface TransitionModel extends CustomOperationModel {
  readonly from: readonly string[];
  readonly to: string;
  /** Happens by itself only. */
  readonly isTimed: boolean;
  /** Milliseconds after the state was entered. */
  readonly after?: number;
  /** The field that holds the instant: a date-time, or a date. */
  readonly at?: MemberModel;
}

export interface ActionModel extends CustomOperationModel {
  /** Answered with 202 and done afterwards. */
  readonly isAsync: boolean;
}

/** A member of what is sent along: always present where it is required, and null only where it may be. */
export interface InputModel extends FieldModel {
  /** Whether it sets the field of its name; any other reaches the rules and the history only. */
  readonly setsField: boolean;
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
