/** One thing that clients of a version are asked to stop using. Days are YYYY-MM-DD and mean 00:00 UTC. */
export interface DeprecatedFeature {
  /** `field:order.weight`: how headers, metrics and the list of deprecated features name it. */
  readonly name: string;
  readonly since: string;
  readonly sunset?: string;
  /** What to use instead, of the same kind and in the same place. */
  readonly replacedBy?: string;
}

/** A member of a body that is deprecated, has deprecated values or has such members. Features are there by name. */
export interface DeprecatedMember {
  readonly name: string;
  readonly feature?: string;
  /** Of an enumeration, or of the items of a list. */
  readonly values?: readonly DeprecatedValue[];
  /** Of an object, or of the items of a list. */
  readonly members?: readonly DeprecatedMember[];
}

export interface DeprecatedValue {
  readonly value: string;
  readonly feature: string;
}

/** A member that lists can be asked by. */
export interface DeprecatedParameter {
  readonly member: string;
  readonly features?: readonly string[];
  /** Of an enumeration. */
  readonly values?: readonly DeprecatedValue[];
}

/** What is deprecated of one operation. */
export interface DeprecatedParts {
  /** The operation itself, and its resource. */
  readonly operation?: readonly string[];
  readonly filters?: readonly DeprecatedParameter[];
  readonly sorts?: readonly DeprecatedParameter[];
  readonly body?: readonly DeprecatedMember[];
}

/** What is deprecated in one version, as its own specification says it. */
export interface VersionDeprecations {
  readonly label: string;
  readonly features: readonly DeprecatedFeature[];
  /** By operation id. */
  readonly operations: Readonly<Record<string, DeprecatedParts>>;
}

/** Where the features are listed, below the address of the service. */
export const deprecationsPath = '/versions/deprecations';

/** The section of the list that is about one feature. */
export function sectionOf(label: string, { name }: DeprecatedFeature): string {
  return `v${label}-${name}`;
}

/** What the documents say of it. */
export function textOf({ since, sunset, replacedBy }: DeprecatedFeature): string {
  const end = sunset === undefined ? '' : ` Do not rely on it from ${sunset} on.`;
  const instead = replacedBy === undefined ? '' : ` Use \`${replacedBy}\` instead.`;
  return `Deprecated as of ${since}.${end}${instead}`;
}
