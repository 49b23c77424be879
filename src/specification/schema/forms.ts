/** What a text must look like: the expression that editors and the validator use, and the same rule in words. */
export interface Form {
  readonly pattern: string;
  readonly says: string;
}

/** Names that become paths, tables, folders and media types. */
export const kebabCase: Form = {
  pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
  says: 'lower-case words joined by single hyphens, starting with a letter, such as "shipping-label"',
};

/** Names that become members of a JSON object and, in snake_case, columns. */
export const camelCase: Form = {
  pattern: '^[a-z][a-zA-Z0-9]*$',
  says: 'camelCase letters and digits, starting with a lower-case letter, such as "dueAt"',
};

/** A single line without control characters. */
export const oneLine: Form = {
  pattern: '^[^\\u0000-\\u001f\\u007f\\u0085\\u2028\\u2029]+$',
  says: 'a single line of text',
};

export const webAddress: Form = {
  pattern: '^https?://[^\\s]+$',
  says: 'an address that starts with https:// or http://, such as https://desk.acme.example',
};

/** As browsers write it in the header Origin (RFC 6454); the URL parser says whether it is one. */
export const origin: Form = {
  pattern: '^https?://([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(:[0-9]{1,5})?$',
  says: 'an origin: https:// or http://, a host in lower case and perhaps a port; no path, no slash at the end, no user name and no wildcard',
};

/** Of the characters that RFC 9110 section 5.6.2 permits, those that are in use and need no quoting anywhere. */
export const headerName: Form = {
  pattern: '^[A-Za-z][A-Za-z0-9-]*$',
  says: 'the name of an HTTP header, such as "X-API-Key"',
};

/** RFC 6749, section 3.3, as far as it needs no quoting anywhere. */
export const scopeName: Form = {
  pattern: '^[A-Za-z0-9._:/-]+$',
  says: 'a scope of letters, digits and . _ : / -, such as "orders:read"',
};

/** A role, or a scope that a token has: either lets a caller do something. */
export const grant: Form = {
  pattern: '^([a-z][a-z0-9]*(-[a-z0-9]+)*|scope:[A-Za-z0-9._:/-]+)$',
  says: 'a role, such as "admin", or a scope behind the word "scope:", such as "scope:orders:read"',
};

/** Names of claims (RFC 7519, section 4), addresses among them. */
export const claimName: Form = {
  pattern: '^[A-Za-z0-9._:/#-]+$',
  says: 'the name of a claim, such as "roles" or "https://acme.example/roles"',
};

export const size: Form = {
  pattern: '^[0-9]{1,12} ?(B|KiB|MiB)?$',
  says: 'a size such as "1 MiB", "512 KiB" or a number of bytes',
};

export const duration: Form = {
  pattern: '^[0-9]{1,12} ?(ms|s|m|h|d)$',
  says: 'a duration such as "500ms", "30s", "1m" or "1h"',
};

/** ISO 8601 in units that are of one length always: no years, no months. */
export const isoDuration: Form = {
  pattern:
    '^P(?=.)([0-9]{1,9}W)?([0-9]{1,9}D)?(T(?=.)([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}S)?)?$',
  says: 'an ISO 8601 duration of weeks, days, hours, minutes and seconds (no years, no months), such as "P30D" or "PT15M"',
};

export const eventName: Form = {
  pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*[.][a-z][a-z0-9]*(-[a-z0-9]+)*$',
  says: 'a resource, a dot and what happened to it, such as "order.created"',
};

/** A method, an action or a transition as the specification names it. */
export const operationName: Form = {
  pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*\\.[a-z][a-z0-9]*(-[a-z0-9]+)*$',
  says: 'a resource, a dot and a method, an action or a transition of it, such as "order.delete"',
};

/** A field of a resource, by the names of one version. */
export const resourceField: Form = {
  pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*\\.[a-z][a-zA-Z0-9]*$',
  says: 'a resource, a dot and a field of it, such as "order.note"',
};

/** Majors, without a `v`, a minor or a leading zero, or dates. */
export const versionLabel: Form = {
  pattern: '^(0|[1-9][0-9]{0,3}|[0-9]{4}-[0-9]{2}-[0-9]{2})$',
  says: 'a major version from 0 to 9999, such as 2, or a date in quotes, such as "2026-03-01"',
};

/** As docs/changes.md names kinds of changes. */
export const changeId: Form = {
  pattern: '^[A-Z][0-9]{2}$',
  says: 'the identifier of a kind of change, such as C03',
};

/** As RFC 3339 has it, in UTC; seconds may be left out. */
export const instant: Form = {
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z$',
  says: 'an instant in UTC such as "2027-04-06T14:00Z"',
};

export const calendarDate: Form = {
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  says: 'a calendar date such as "2026-03-01"',
};

/** 64-bit whole numbers may be quoted, because YAML readers keep only 53 bits of a bare number. */
export const wholeNumber: Form = {
  pattern: '^-?(0|[1-9][0-9]{0,18})$',
  says: 'a whole number, quoted where it is beyond ±9007199254740991, such as "9223372036854775807"',
};

/** Exact decimals may be quoted, because a bare number is read as binary floating point. */
export const decimalNumber: Form = {
  pattern: '^-?(0|[1-9][0-9]{0,17})([.][0-9]{1,18})?$',
  says: 'a decimal number, best quoted so that it stays exact, such as "0.10"',
};

/** A field, a member of an object (`shipTo.city`), or what each item of a list has (`lines[].quantity`). */
export const memberPath: Form = {
  pattern: '^[a-z][a-zA-Z0-9]*(\\[\\])?([.][a-z][a-zA-Z0-9]*(\\[\\])?){0,9}$',
  says: 'the path of a field, such as "total", "shipTo.city" or "lines[].quantity"',
};

/** As semver.org has it, with a pre-release and without build metadata. */
export const semanticVersion: Form = {
  pattern: '^(0|[1-9][0-9]{0,8})([.](0|[1-9][0-9]{0,8})){2}(-[0-9A-Za-z-]+([.][0-9A-Za-z-]+)*)?$',
  says: 'a semantic version such as "1.2.0"',
};

/** As Subresource Integrity has it: the name of the digest, and its bytes in base64. */
export const integrity: Form = {
  pattern: '^sha256-[A-Za-z0-9+/]{43}=$',
  says: 'an integrity as the generator writes it, such as sha256- and 44 characters; resource-service kit upgrade writes it anew',
};

export const forms: readonly Form[] = [
  semanticVersion,
  integrity,
  memberPath,
  kebabCase,
  camelCase,
  oneLine,
  webAddress,
  origin,
  headerName,
  scopeName,
  grant,
  claimName,
  size,
  duration,
  isoDuration,
  eventName,
  operationName,
  resourceField,
  versionLabel,
  changeId,
  instant,
  calendarDate,
  wholeNumber,
  decimalNumber,
];
