import type { Language, Method, Representation } from './schema.ts';

/**
 * A specification in which every answer is given: no optional section, every field with its bounds. A key that is
 * still optional here has a meaning when it is absent.
 */
export interface ResolvedSpecification {
  readonly service: ResolvedService;
  /** By singular name, in the order of the file. */
  readonly resources: Readonly<Record<string, ResolvedResource>>;
  /** Of the section endpoints, `json` first, the others in the order of preference. */
  readonly representations: readonly Representation[];
  /** Of the section endpoints, the default first. */
  readonly languages: readonly [Language, ...Language[]];
  /** Of the section endpoints: the origins whose pages may call the service from a browser. */
  readonly origins: readonly string[];
  /** One for each resource, by singular name. */
  readonly endpoints: Readonly<Record<string, ResolvedEndpoint>>;
  readonly authentication: ResolvedAuthentication;
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

export interface ResolvedResource {
  readonly description?: string;
  /** Kebab-case; the same as the name for nouns without a plural of their own, such as "news". */
  readonly plural: string;
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
}

export interface ResolvedPagination {
  readonly size: number;
  readonly maxSize: number;
  readonly total: boolean;
  /** Whether pages can be asked for by a cursor too. */
  readonly cursor: boolean;
}

export interface ResolvedAuthentication {
  readonly mechanisms: readonly ('api-key' | 'none')[];
  readonly apiKey: { readonly header: string };
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
}

export interface ResolvedVersioning {
  readonly strategy: 'uri-path';
  /** By number. A version without a date of release (YYYY-MM-DD) is a draft. */
  readonly versions: Readonly<Record<string, { readonly released?: string }>>;
}

interface Common<V> {
  readonly description?: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly unique: boolean;
  readonly immutable: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
  readonly replacedBy?: string;
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
