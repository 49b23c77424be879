import type {
  AuthenticationMechanism,
  Delivery,
  FlagChanges,
  Language,
  Method,
  PolicyRule,
  Representation,
  Strategy,
} from './schema.ts';
import type { Lifetime } from './versions/lifetime.ts';

/**
 * A specification in which every answer is given: no optional section, every field with its bounds. A key that is
 * still optional here has a meaning when it is absent.
 */
export interface ResolvedSpecification {
  readonly service: ResolvedService;
  /** By singular name, in the order of the file. */
  readonly resources: Readonly<Record<string, ResolvedResource>>;
  /** Of the resources that have states, by singular name. */
  readonly states: Readonly<Record<string, ResolvedStateMachine>>;
  /** Of the section endpoints, `json` first, the others in the order of preference. */
  readonly representations: readonly Representation[];
  /** Of the section endpoints, the default first. */
  readonly languages: readonly [Language, ...Language[]];
  /** Of the section endpoints: the origins whose pages may call the service from a browser. */
  readonly origins: readonly string[];
  /** One for each resource, by singular name. */
  readonly endpoints: Readonly<Record<string, ResolvedEndpoint>>;
  readonly authentication: ResolvedAuthentication;
  /** Absent: the service sends no events. */
  readonly events?: ResolvedEvents;
  readonly errors: ResolvedErrors;
  readonly limits: ResolvedLimits;
  readonly versioning: ResolvedVersioning;
}

export interface ResolvedService {
  readonly name: string;
  readonly title: string;
  readonly vendor: string;
  /** Empty where nothing was written. */
  readonly purpose: string;
  /** Empty where nothing was written. */
  readonly domain: string;
  /** Without a slash at the end. */
  readonly baseUrl?: string;
  readonly contact?: { readonly name?: string; readonly email?: string; readonly url?: string };
  readonly license?: string;
}

/** What is said of a feature that clients are asked to stop using. Days are YYYY-MM-DD and mean 00:00 UTC. */
export interface ResolvedDeprecation {
  readonly since: string;
  readonly replacedBy?: string;
  readonly sunset?: string;
}

export interface ResolvedResource {
  readonly deprecated?: ResolvedDeprecation;
  readonly description?: string;
  /** Kebab-case; the same as the name for nouns without a plural of their own, such as "news". */
  readonly plural: string;
  /** Segment of the path, where that is not the plural. */
  readonly segment?: string;
  /** Singular name of the resource whose transitions it keeps: no such resource is written, and only the service adds rows. */
  readonly historyOf?: string;
  /** True when only older versions have it. It follows from the steps: no key of a specification says so. */
  readonly isFormer?: true;
  /** Singular name of the resource that this one is a child of. */
  readonly parent?: string;
  readonly fields: Readonly<Record<string, ResolvedField>>;
  readonly unique: readonly (readonly string[])[];
  /**
   * Values by field. A reference, and the parent under its singular name, holds the number of an example row of the
   * resource referred to, counted from 1; the parent and required references always do.
   */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

export interface ResolvedEndpoint {
  readonly methods: readonly Method[];
  /** Field names, `createdAt` and `updatedAt`. Empty where there is no `list`. */
  readonly filter: readonly string[];
  /** Field names, `createdAt` and `updatedAt`. Empty where there is no `list`. */
  readonly sort: readonly string[];
  readonly pagination: ResolvedPagination;
  readonly preconditions: 'optional' | 'required';
  /** Whether a PUT to an unused identifier creates the resource. */
  readonly createByReplace: boolean;
  /** Whether a POST or PATCH must have the header Idempotency-Key. */
  readonly idempotencyKey: 'optional' | 'required';
  /** For how many requests an operation counts, by its method, action or transition; 1 for any other. */
  readonly cost: Readonly<Record<string, number>>;
  /** Methods and filters, by name; absent: none. */
  readonly deprecated?: {
    readonly methods?: Readonly<Record<string, ResolvedDeprecation>>;
    readonly filter?: Readonly<Record<string, ResolvedDeprecation>>;
  };
  /** By name, in the order of the file. */
  readonly actions: Readonly<Record<string, ResolvedAction>>;
}

/** Something that a client can have done with a row. */
export interface ResolvedAction {
  readonly description?: string;
  readonly deprecated?: ResolvedDeprecation;
  readonly when: ResolvedGuard;
  readonly input: Readonly<Record<string, ResolvedField>>;
  /** Whether it is done after the answer. */
  readonly async: boolean;
  /** Only older versions have it. */
  readonly isFormer?: true;
}

export interface ResolvedStateMachine {
  /** The field of the resource that holds the state. */
  readonly field: string;
  readonly initial: string;
  /** In the order in which they are mentioned, the initial one first. */
  readonly states: readonly string[];
  /** Those that nothing leaves. */
  readonly final: readonly string[];
  /** Whether every transition of a row is kept: then there is a resource of the name `<resource>-transition`. */
  readonly history: boolean;
  /** By name, in the order of the file. */
  readonly transitions: Readonly<Record<string, ResolvedTransition>>;
}

/** One with neither `after` nor `at` is asked for by a client, any other happens by itself only. */
export interface ResolvedTransition {
  readonly description?: string;
  readonly deprecated?: ResolvedDeprecation;
  readonly from: readonly string[];
  readonly to: string;
  readonly when: ResolvedGuard;
  /**
   * One of the name of a field sets it, has its type and, where nothing narrower is written, its constraints; it is
   * write-only where the field is.
   */
  readonly input: Readonly<Record<string, ResolvedField>>;
  /** Milliseconds after the state was entered. */
  readonly after?: number;
  /** The field that holds the instant. */
  readonly at?: string;
  /** Only older versions have it. */
  readonly isFormer?: true;
}

/** Conditions by the name of a field; all must hold for the row as it is with the input in place. */
export type ResolvedGuard = Readonly<Record<string, ResolvedCondition>>;

/** What is there must hold. Values are as on the wire. A field without a value fails all but `not` and `present: false`. */
export interface ResolvedCondition {
  readonly anyOf?: readonly unknown[];
  readonly not?: readonly unknown[];
  readonly present?: boolean;
  readonly gte?: unknown;
  readonly gt?: unknown;
  readonly lte?: unknown;
  readonly lt?: unknown;
}

export interface ResolvedEvents {
  /** In the order of the file; of all that can happen, in the order of the resources. */
  readonly emit: readonly ResolvedEvent[];
  readonly deliver: readonly Delivery[];
  readonly data: 'full' | 'thin';
  /** Milliseconds. */
  readonly keep: number;
}

export interface ResolvedEvent {
  /** Singular name. */
  readonly resource: string;
  /** `created`, `updated`, `deleted` or the name of a state that is entered. */
  readonly event: string;
}

export interface ResolvedPagination {
  readonly size: number;
  readonly maxSize: number;
  readonly total: boolean;
  /** Whether pages can be asked for by a cursor too. */
  readonly cursor: boolean;
}

/** Roles, and scopes as `scope:NAME`. Any one is enough; an empty list permits no caller. */
export type ResolvedGrants = readonly string[];

export interface ResolvedAuthentication {
  readonly mechanisms: readonly AuthenticationMechanism[];
  readonly roles: readonly string[];
  readonly rules: readonly ResolvedAttributeRule[];
  /**
   * By resource and by verb; absent where every authenticated caller may do everything. Otherwise every resource is
   * there, histories among them, with all that it offers: `read`, `create` (also by PUT), `replace`, `update`, `delete`,
   * its transitions and its actions.
   */
  readonly allow?: Readonly<Record<string, Readonly<Record<string, ResolvedGrants>>>>;
  readonly apiKey: { readonly header: string };
  /** Present where the mechanism is; so are the following. */
  readonly jwt?: ResolvedTokens;
  readonly oauth2?: ResolvedTokens & {
    readonly scopes: readonly string[];
    readonly introspection: boolean;
  };
  readonly basic?: { readonly realm: string };
}

/** Rows of the resource of which the field has no value of the claim do not exist for the caller. */
export interface ResolvedAttributeRule {
  readonly resource: string;
  /** It always has a value. Its type is string, uuid, email, enum, integer or boolean. */
  readonly field: string;
  readonly claim: string;
  /** For whom it does not hold. */
  readonly unless: ResolvedGrants;
}

export interface ResolvedTokens {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  readonly rolesClaim?: string;
}

export interface ResolvedErrors {
  readonly validationStatus: 400 | 422;
  readonly codes: Readonly<Record<string, ResolvedProblemCode>>;
}

export interface ResolvedProblemCode {
  readonly status: number;
  readonly title: TranslatedText;
  readonly description?: TranslatedText;
}

/** A text in every language that is offered; where none was written for one of them, that of the default language. */
export type TranslatedText = Readonly<Record<string, string>>;

/** Sizes in bytes, times in milliseconds, depth in levels. */
export interface ResolvedLimits {
  readonly body: number;
  readonly uri: number;
  readonly headers: number;
  readonly depth: number;
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly keepAliveTimeout: number;
  /** Of a client; without authentication, of an address. */
  readonly default: ResolvedQuota;
  /** Next to `default`; absent where it would never hold anybody back. */
  readonly burst?: ResolvedQuota;
  /** Of an address, for requests without a credential; absent without authentication. */
  readonly anonymous?: ResolvedQuota;
  /** Of an address, for credentials that are not valid; absent without authentication. */
  readonly failedAuthentication?: ResolvedQuota;
  /** `ietf` is among them. */
  readonly fields: readonly ('ietf' | 'legacy')[];
  readonly draft: 'current' | 'next' | 'both';
  readonly concurrency: number;
  /** Of one client; without authentication, of an address. */
  readonly clientConcurrency: number;
  readonly onStoreFailure: 'open' | 'closed';
}

export interface ResolvedQuota {
  readonly requests: number;
  /** Milliseconds, whole seconds of them. */
  readonly per: number;
  /** How many of the requests may come at once. */
  readonly burst: number;
}

export interface ResolvedVersioning {
  readonly strategy: Strategy;
  /** Present where the strategy is query; so are the next two with theirs. */
  readonly query?: { readonly parameter: 'version' | 'api-version' };
  readonly date?: { readonly in: 'path' | 'header' };
  readonly hostname?: { readonly form: 'label' | 'suffix' };
  /** Label of the version of clients that name none; absent: they are refused. */
  readonly default?: string;
  /** Singular names of the child resources that have versions, under the strategy partial; empty under any other. */
  readonly resources: readonly string[];
  /** By label, the oldest first. All labels are major numbers, or all are dates. */
  readonly versions: Readonly<Record<string, ResolvedVersion>>;
  /** By name, in the order in which they are applied; empty under all strategies but feature-flags. */
  readonly flags: Readonly<Record<string, ResolvedFlag>>;
  readonly exceptions: readonly ResolvedException[];
}

/** A rule of the support policy that does not hold for one version. */
export interface ResolvedException {
  readonly rule: PolicyRule;
  /** Label of the version. */
  readonly version: string;
  readonly reason: string;
}

/** Days are YYYY-MM-DD and mean 00:00 UTC, instants are RFC 3339 in UTC. */
export interface ResolvedVersion extends Lifetime {
  /** In the order of the file; they do not overlap. */
  readonly brownouts: readonly { readonly from: string; readonly to: string }[];
  readonly readOnly?: string;
  readonly limits?: {
    readonly requests: number;
    /** Milliseconds, whole seconds of them. */
    readonly per: number;
    readonly from: string;
  };
  readonly withdrawn: readonly ResolvedWithdrawal[];
  readonly closed?: string;
  readonly exemptions: readonly { readonly client: string; readonly until: string }[];
  readonly migrationGuide?: string;
  /** What its next minor release adds, by its own names; absent: nothing. */
  readonly additions?: readonly ResolvedAddition[];
  readonly contracted?: string;
}

/** What lists can be asked for by a field. */
export type ListParameter = 'filter' | 'sort';

/** What the version after it has, and a released version gets, too: an optional field, or a parameter of lists. */
export interface ResolvedAddition {
  readonly resource: string;
  readonly field: string;
  /** What lists can be asked for by the field; absent: it is about the field itself. */
  readonly parameter?: ListParameter;
}

export interface ResolvedWithdrawal {
  /** Singular name, in the version that it is withdrawn from. */
  readonly resource: string;
  /** A method, an action or a transition. */
  readonly operation: string;
  readonly from: string;
}

export interface ResolvedFlag {
  readonly description?: string;
  readonly state: 'active' | 'graduated' | 'withdrawn';
  readonly requires: readonly string[];
  /** As written at this flag; two flags conflict where either says so. */
  readonly conflicts: readonly string[];
  /** How bodies differ for who asks for it. */
  readonly changes?: FlagChanges;
}

interface Common<V> {
  readonly description?: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly unique: boolean;
  readonly immutable: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** `true`: the documents alone say so. */
  readonly deprecated: boolean | ResolvedDeprecation;
  /** Of one that is deprecated without a day. */
  readonly replacedBy?: string;
  /** Who sees it; absent: everybody who sees the row. An input of the name of a field has those of the field. */
  readonly readableBy?: ResolvedGrants;
  /** Who may send it; absent: everybody who may write the row. Never of an input, nor of what is read-only. */
  readonly writableBy?: ResolvedGrants;
  readonly default?: V;
  readonly example?: V;
}

/** On each side one of the two: the bound itself, or the value that must not be reached. */
interface Range<V> {
  readonly minimum?: V;
  readonly exclusiveMinimum?: V;
  readonly maximum?: V;
  readonly exclusiveMaximum?: V;
  readonly multipleOf?: V;
}

interface Lengths {
  /** Unicode code points. */
  readonly minLength: number;
  /** Unicode code points. */
  readonly maxLength: number;
  readonly pattern?: string;
}

interface MaxLength {
  readonly maxLength: number;
}

export interface ResolvedString extends Common<string>, Lengths {
  readonly type: 'string';
  readonly format?: 'hostname';
}
export interface ResolvedText extends Common<string>, Lengths {
  readonly type: 'text';
}
export interface ResolvedNumber extends Common<number>, Range<number> {
  readonly type: 'integer' | 'number';
  /** Of an integer: the only values there are. The bounds are then the least and the greatest of them. */
  readonly values?: readonly number[];
}
/** Values and bounds are text, as on the wire. */
export interface ResolvedLong extends Common<string>, Range<string> {
  readonly type: 'long';
}
/** Values and bounds are text with exactly `scale` digits after the point, as on the wire. */
export interface ResolvedDecimal extends Common<string>, Range<string> {
  readonly type: 'decimal';
  readonly precision: number;
  readonly scale: number;
}
export interface ResolvedBoolean extends Common<boolean> {
  readonly type: 'boolean';
}
export interface ResolvedTemporal extends Common<string> {
  readonly type: 'date' | 'time' | 'date-time' | 'duration';
}
export interface ResolvedUuid extends Common<string> {
  readonly type: 'uuid';
}
export interface ResolvedAddress extends Common<string>, MaxLength {
  readonly type: 'uri' | 'email';
}
export interface ResolvedEnum extends Common<string> {
  readonly type: 'enum';
  readonly values: readonly string[];
  /** By value, in the order of the file; absent: none. */
  readonly deprecatedValues?: Readonly<Record<string, ResolvedDeprecation>>;
}
/** `maxLength` counts characters of the JSON text. */
export interface ResolvedJson extends Common<unknown>, MaxLength {
  readonly type: 'json';
}
/** `maxLength` counts bytes; values are base64 text. */
export interface ResolvedBinary extends Common<string>, MaxLength {
  readonly type: 'binary';
}
export interface ResolvedArray extends Common<readonly unknown[]> {
  readonly type: 'array';
  /** Never an array or a reference; always required and never nullable. */
  readonly items: ResolvedField;
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
}
export interface ResolvedObject extends Common<Readonly<Record<string, unknown>>> {
  readonly type: 'object';
  /** Members are never references; unique, immutable, readOnly and writeOnly are false in all of them. */
  readonly fields: Readonly<Record<string, ResolvedField>>;
}
export interface ResolvedReference extends Common<string> {
  readonly type: 'reference';
  /** Singular name. */
  readonly to: string;
  readonly onDelete: 'restrict' | 'cascade' | 'set-null';
}

/**
 * A field in one form for each type: a string with an enum is `enum`, a string in the format email, uri or uuid is
 * that type.
 */
export type ResolvedField =
  | ResolvedString
  | ResolvedText
  | ResolvedNumber
  | ResolvedLong
  | ResolvedDecimal
  | ResolvedBoolean
  | ResolvedTemporal
  | ResolvedUuid
  | ResolvedAddress
  | ResolvedEnum
  | ResolvedJson
  | ResolvedBinary
  | ResolvedArray
  | ResolvedObject
  | ResolvedReference;
