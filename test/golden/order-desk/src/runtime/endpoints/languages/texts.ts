import type { BuiltInCode } from '../../errors/built-in.ts';

type Numeric = number | string;

/** Everything that the service says in words, in one language. Codes and names of members stay what they are. */
export interface Texts {
  /** Language tag (RFC 5646). */
  readonly language: string;
  readonly problems: Readonly<
    Record<BuiltInCode, { readonly title: string; readonly description: string }>
  >;
  /** What happened, where the description of the problem does not say it closely enough. */
  readonly details: {
    readonly credentialMissing: (headers: readonly string[]) => string;
    readonly contentRange: string;
    readonly bodyCoding: string;
    readonly bodyType: string;
    readonly bodyCharset: string;
    readonly bodyMissing: string;
    readonly bodyNotUtf8: string;
    readonly queryEncoding: string;
    readonly queryNul: string;
    readonly pathEncoding: string;
    readonly entityTags: string;
    readonly versionMissing: string;
    readonly versionUnknown: string;
    readonly versionAmbiguous: string;
    readonly featureUnknown: string;
    readonly featureMissing: string;
    readonly featureConflict: string;
    readonly hosts: string;
    readonly host: string;
    readonly fragment: string;
    readonly asterisk: string;
    readonly transferCoding: string;
    readonly idempotencyKeyMissing: string;
    readonly idempotencyKeyForm: string;
    readonly idempotencyKeyReused: string;
    readonly idempotencyKeyInFlight: string;
    patchConflict(index: number, operation: string): string;
    readonly foreignForm: string;
    transitionNotAllowed(transition: string, state: string): string;
  };
  /** Why a body is no document of its type, behind "The body". */
  readonly body: {
    readonly byteOrderMark: string;
    readonly duplicateName: string;
    readonly surrogate: string;
    readonly nul: string;
    readonly number: string;
    readonly wholeNumber: string;
    readonly invalidJson: string;
    readonly invalidXml: string;
    readonly doctype: string;
    readonly attribute: string;
    readonly mixedContent: string;
    readonly elementsInJson: string;
    root(name: string): string;
    repeated(name: string): string;
    depth(levels: number): string;
    document(type: string): string;
    resourceType(type: string): string;
    readonly identifier: string;
    readonly clientIdentifier: string;
    refused(reason: string): string;
  };
  /** What is wrong with one value, behind its name. */
  readonly violations: {
    readonly required: string;
    readonly unknownMember: string;
    readonly unknownParameter: string;
    readonly readOnly: string;
    readonly immutable: string;
    readonly notPermitted: string;
    readonly unique: string;
    readonly reference: string;
    readonly uniqueItems: string;
    readonly maxBytes: string;
    readonly jsonLength: string;
    depth(levels: number): string;
    readonly character: string;
    /** @param rule of the member that values become in the newest version */
    converted(rule: string): string;
    readonly decimal: string;
    readonly long: string;
    readonly duration: string;
    readonly other: string;
    readonly repeated: string;
    readonly sortForm: string;
    readonly identifier: string;
    readonly cursor: string;
    readonly cursorAndPage: string;
    enum(values: readonly unknown[]): string;
    type(types: readonly string[]): string;
    minimum(limit: Numeric): string;
    maximum(limit: Numeric): string;
    exclusiveMinimum(limit: Numeric): string;
    exclusiveMaximum(limit: Numeric): string;
    multipleOf(factor: Numeric): string;
    minLength(limit: Numeric): string;
    maxLength(limit: Numeric): string;
    minItems(limit: Numeric): string;
    maxItems(limit: Numeric): string;
    pattern(pattern: string): string;
    format(name: string): string;
    wholeNumber(minimum: number, maximum: number): string;
    maxValues(limit: number): string;
    sortMember(members: readonly string[]): string;
    sortTwice(member: string): string;
  };
  /** Words of the pages for people. */
  readonly pages: {
    readonly status: string;
    readonly code: string;
    readonly trace: string;
    readonly faults: string;
    readonly none: string;
    readonly yes: string;
    readonly no: string;
    readonly first: string;
    readonly previous: string;
    readonly next: string;
    readonly last: string;
    readonly empty: string;
    readonly parent: string;
    readonly documentation: string;
    readonly possible: string;
    readonly more: string;
    readonly signIn: string;
    readonly signInHint: string;
    readonly signOut: string;
    readonly apiKey: string;
    readonly version: string;
    entries(count: number): string;
    page(number: number, pages: number | undefined): string;
    total(count: number): string;
  };
}

/** Words for a person: one text, or what each language says. */
export type Wording = string | ((texts: Texts) => string);

export function inWords(wording: Wording, texts: Texts): string {
  return typeof wording === 'string' ? wording : wording(texts);
}
