import type { Texts } from './texts.ts';

const list = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(value)).join(', ');

export const en: Texts = {
  language: 'en',
  problems: {
    'malformed-request': {
      title: 'Malformed request',
      description: 'The request line, a header or the encoding of the address is not valid.',
    },
    'malformed-body': {
      title: 'Malformed body',
      description: 'The body is not a valid document of the type that Content-Type names.',
    },
    'validation-failed': {
      title: 'Validation failed',
      description:
        'The request is well-formed, but at least one value is not valid. `errors` lists every violation with its location.',
    },
    'unknown-parameter': {
      title: 'Unknown parameter',
      description:
        'The address contains a query parameter that this operation does not know. `allowed` lists the known ones.',
    },
    'idempotency-key-invalid': {
      title: 'Idempotency key missing or malformed',
      description:
        'The Idempotency-Key header must contain one text of 1 to 255 printable ASCII characters, in quotation marks.',
    },
    'ambiguous-credentials': {
      title: 'More than one credential',
      description: 'The request carries several credentials. Send only one of them.',
    },
    'credential-in-address': {
      title: 'Credential in the address',
      description:
        'The address of the request contains a credential. Addresses end up in logs: revoke this credential, and send another one in a header.',
    },
    unauthenticated: {
      title: 'Not authenticated',
      description:
        'The request carries no valid credential. The WWW-Authenticate header lists the supported schemes.',
    },
    forbidden: {
      title: 'Not permitted',
      description: 'The credential is valid, but does not permit this operation.',
    },
    'https-required': {
      title: 'HTTPS required',
      description:
        'The request was not encrypted, so others could read it on the way. Send it by https, with a new credential if it contained one. If you run this service: set `TLS_CERT_FILE` and `TLS_KEY_FILE`, or list the proxy that terminates TLS in `TRUSTED_PROXIES` and make it send `X-Forwarded-Proto: https`.',
    },
    'version-closed': {
      title: 'Closed to new clients',
      description:
        'This version will be removed and accepts no new clients. Use the version in `successor`.',
    },
    'not-found': {
      title: 'Not found',
      description: 'There is no resource at this address, or this caller may not see it.',
    },
    'invalid-version': {
      title: 'Invalid API version',
      description:
        'The request names no version of this interface, an unknown one, or more than one. `supportedVersions` lists the versions.',
    },
    'invalid-features': {
      title: 'Invalid features',
      description:
        'The request asks for unknown features, or for features that cannot be combined. `supportedFeatures` lists the known ones.',
    },
    'feature-withdrawn': {
      title: 'Feature withdrawn',
      description:
        'The request asks for features that have been withdrawn. `withdrawn` lists them.',
    },
    'misdirected-request': {
      title: 'Misdirected request',
      description: 'The request names a host that does not belong to this service.',
    },
    'unknown-version': {
      title: 'Unknown API version',
      description:
        'The address names no known version of this interface. `supportedVersions` lists the versions.',
    },
    'method-not-allowed': {
      title: 'Method not allowed',
      description:
        'The resource exists, but does not support this method. The Allow header lists the supported ones.',
    },
    'not-acceptable': {
      title: 'Not acceptable',
      description:
        'The service can produce none of the media types in Accept. `available` lists the supported ones.',
    },
    'version-read-only': {
      title: 'Version is read-only',
      description:
        'This version will be removed and no longer accepts changes. `sunset` is the date of its removal; make changes with the version in `successor`.',
    },
    'request-timeout': {
      title: 'Request timeout',
      description: 'The request did not arrive in time.',
    },
    conflict: {
      title: 'Conflict',
      description:
        'The resource changed while the service processed the request. Read it again and repeat the request.',
    },
    'unique-conflict': {
      title: 'Already taken',
      description:
        'Another resource already has a value that must be unique. `errors` names the members.',
    },
    'reference-conflict': {
      title: 'Referenced resource does not exist',
      description: 'A member refers to a resource that does not exist. `errors` names the member.',
    },
    referenced: {
      title: 'Still referenced',
      description: 'The resource cannot be deleted while other resources refer to it.',
    },
    'idempotency-key-in-flight': {
      title: 'Request in progress',
      description:
        'A request with the same Idempotency-Key is still in progress. Repeat this request later.',
    },
    'identity-conflict': {
      title: 'Another resource',
      description: 'The type or identifier in the body differs from the resource at this address.',
    },
    'transition-not-allowed': {
      title: 'Not possible in this state',
      description:
        'The current state of the resource does not permit this operation. `state` is the current state, and `allowedTransitions` lists the possible transitions.',
    },
    'guard-not-met': {
      title: 'Condition not met',
      description:
        'The resource does not meet a condition of this operation. `unmet` lists the members that cause this.',
    },
    'version-retired': {
      title: 'Version retired',
      description:
        'This version has been removed. Use the version in `successor`, or another one in `supportedVersions`.',
    },
    'operation-withdrawn': {
      title: 'Operation withdrawn',
      description:
        'This version will be removed and no longer offers this operation. Use the version in `successor`.',
    },
    'precondition-failed': {
      title: 'Precondition failed',
      description:
        'The current revision of the resource does not match If-Match or If-None-Match. Read the resource again before you change it.',
    },
    'content-too-large': {
      title: 'Content too large',
      description: 'The body is larger than this service accepts. `limit` is the maximum in bytes.',
    },
    'uri-too-long': {
      title: 'Address too long',
      description:
        'The address is longer than this service accepts. `limit` is the maximum in bytes.',
    },
    'unsupported-media-type': {
      title: 'Unsupported media type',
      description:
        'This operation does not accept the media type or the encoding of the body. `accepted` lists the supported ones.',
    },
    'expectation-failed': {
      title: 'Expectation failed',
      description: 'The service supports only 100-continue in the Expect header.',
    },
    'idempotency-key-reused': {
      title: 'Idempotency key used before',
      description:
        'The Idempotency-Key was used before with a different request. Use a new key for a new request.',
    },
    'precondition-required': {
      title: 'Precondition required',
      description: 'A change needs the header If-Match with the ETag of the resource.',
    },
    'quota-exceeded': {
      title: 'Too many requests',
      description:
        'The client sent more requests than a policy permits. `violated-policies` lists the policy; repeat the request after `Retry-After` seconds.',
    },
    'headers-too-large': {
      title: 'Headers too large',
      description: 'The header fields together are larger than this service accepts.',
    },
    'internal-error': {
      title: 'Internal error',
      description:
        'The service failed to process a valid request. Report the `traceId` to its operator.',
    },
    'not-implemented': {
      title: 'Not implemented',
      description: 'The service does not know this method or this transfer coding.',
    },
    'service-unavailable': {
      title: 'Temporarily unavailable',
      description:
        'The service, or a system that it needs, is not available at the moment. Repeat the request after `Retry-After` seconds.',
    },
    'version-switched-off': {
      title: 'Version switched off for now',
      description:
        'This version will be removed and is switched off at announced times, to warn its clients. `until` is the time when it works again, and `sunset` the date of its removal.',
    },
    'temporary-reduced-capacity': {
      title: 'Too busy',
      description:
        'The service is at its limit of concurrent requests. It did not process this request; repeat it after `Retry-After` seconds.',
    },
    'http-version-not-supported': {
      title: 'Version of HTTP not supported',
      description: 'Without TLS the service supports HTTP/1.1 and HTTP/1.0. HTTP/2 needs TLS.',
    },
  },
  details: {
    versionMissing: 'The request names no version, and there is no default version.',
    versionUnknown: 'There is no version with this name.',
    versionAmbiguous: 'The request names more than one version.',
    featureUnknown: 'There is no feature with this name.',
    featureMissing:
      'One of the features requires another feature that the request does not ask for.',
    featureConflict: 'Two of the features exclude each other.',
    credentialMissing: (headers) =>
      `The request carries no valid credential. Send one in the header ${headers.join(' or ')}.`,
    contentRange: 'PUT does not accept Content-Range.',
    bodyCoding: 'The content coding of the body is not supported.',
    bodyType:
      'Content-Type is missing, or names a type or a parameter that this operation does not accept.',
    bodyCharset: 'The body must be UTF-8.',
    bodyMissing: 'A body is required.',
    bodyNotUtf8: 'The body is not UTF-8.',
    queryEncoding: 'The query is not percent-encoded UTF-8.',
    queryNul: 'The query contains a NUL character.',
    pathEncoding: 'The path is not percent-encoded UTF-8.',
    entityTags: 'If-Match and If-None-Match must contain entity tags in quotation marks, or *.',
    hosts: 'A request must have exactly one Host header.',
    host: 'The Host header must contain a host with an optional port.',
    fragment: 'The address contains a fragment.',
    asterisk: 'The address * is possible with OPTIONS only.',
    transferCoding: 'The only supported transfer coding is chunked.',
    idempotencyKeyMissing: 'This request needs the header Idempotency-Key.',
    idempotencyKeyForm:
      'Idempotency-Key must contain one text of 1 to 255 printable ASCII characters, in quotation marks.',
    idempotencyKeyReused: 'The key was used before with another body or another address.',
    idempotencyKeyInFlight: 'The first request with this key is still in progress.',
    foreignForm:
      'The form does not come from a page of this service, or its session has ended. Reload the page and send the form again.',
    transitionNotAllowed: (transition, state) =>
      `\`${transition}\` is not possible in the state \`${state}\`.`,
    patchConflict: (index, operation) =>
      `Operation ${String(index)} of the patch (${operation}) cannot be applied to the resource. Nothing was changed.`,
  },
  body: {
    byteOrderMark: 'begins with a byte order mark',
    duplicateName: 'has the same member name twice in one object',
    surrogate: 'contains an unpaired surrogate',
    nul: 'contains a NUL character',
    number: 'contains a number that is too large',
    wholeNumber: 'contains a whole number beyond 2^53, which would lose digits',
    invalidJson: 'is not valid JSON',
    invalidXml: 'is not well-formed XML',
    doctype: 'has a document type declaration, which is not accepted',
    attribute: 'has an attribute that is not supported',
    mixedContent: 'has text between elements',
    elementsInJson: 'has elements in the text of a JSON value',
    root: (name) => `must have the root element ${name}`,
    repeated: (name) => `has the element ${name} twice`,
    depth: (levels) => `is nested deeper than ${String(levels)} levels`,
    document: (type) => `must be a JSON:API document with one resource object of type ${type}`,
    resourceType: (type) => `must be of type ${type}`,
    identifier: 'must have the id of the resource at this address',
    clientIdentifier: 'must not have an id, because the service assigns it',
    refused: (reason) => `The body ${reason}.`,
  },
  violations: {
    required: 'is required',
    unknownMember: 'is not a member of this resource',
    unknownParameter: 'is not a parameter here',
    readOnly: 'is set by the service',
    immutable: 'cannot be changed',
    notPermitted: 'cannot be set to this value by this caller',
    unique: 'is already taken',
    reference: 'refers to a resource that does not exist',
    uniqueItems: 'must not contain the same item twice',
    maxBytes: 'has too many bytes',
    jsonLength: 'is too long as JSON text',
    depth: (levels) => `would be nested deeper than ${String(levels)} levels`,
    decimal:
      'must be a decimal number as text, such as "12.50", within the permitted number of digits',
    long: 'must be a whole number as text, such as "42"',
    duration:
      'must be an ISO 8601 duration with at most milliseconds, 999,999,999 years and 999,999,999 days, such as "PT15M" or "PT0.5S"',
    character: 'contains a control character, which XML cannot represent',
    converted: (rule) => `is kept in another form now, and in that form it ${rule}`,
    other: 'is not valid',
    repeated: 'must not be repeated',
    sortForm: 'must be `member,asc` or `member,desc`',
    identifier: 'must be a UUID in lower case',
    cursor: 'is not a cursor of this list with these filters and this order',
    cursorAndPage: 'cannot be combined with a page number',
    enum: (values) => `must be one of ${list(values)}`,
    type: (types) => `must be of type ${types.join(' or ')}`,
    minimum: (limit) => `must be >= ${String(limit)}`,
    maximum: (limit) => `must be <= ${String(limit)}`,
    exclusiveMinimum: (limit) => `must be > ${String(limit)}`,
    exclusiveMaximum: (limit) => `must be < ${String(limit)}`,
    multipleOf: (factor) => `must be a multiple of ${String(factor)}`,
    minLength: (limit) => `must have at least ${String(limit)} characters`,
    maxLength: (limit) => `must have at most ${String(limit)} characters`,
    minItems: (limit) => `must have at least ${String(limit)} items`,
    maxItems: (limit) => `must have at most ${String(limit)} items`,
    pattern: (pattern) => `must match the pattern ${pattern}`,
    format: (name) => `must be in the format ${name}`,
    wholeNumber: (minimum, maximum) =>
      `must be a whole number from ${String(minimum)} to ${String(maximum)}`,
    maxValues: (limit) => `takes at most ${String(limit)} values`,
    sortMember: (members) => `must name one of ${members.join(', ')}`,
    sortTwice: (member) => `must not name ${member} twice`,
  },
  pages: {
    status: 'Status',
    code: 'Code',
    trace: 'Trace ID',
    faults: 'What is wrong',
    none: 'none',
    yes: 'yes',
    no: 'no',
    first: 'First',
    previous: 'Previous',
    next: 'Next',
    last: 'Last',
    empty: 'There is nothing here.',
    parent: 'Parent',
    documentation: 'Documentation',
    possible: 'Possible now',
    more: 'More',
    signIn: 'Sign in',
    signInHint:
      'Sign in with an API key to open these pages in this browser for at most eight hours.',
    signOut: 'Sign out',
    apiKey: 'API key',
    version: 'Version',
    entries: (count) => (count === 1 ? '1 entry' : `${String(count)} entries`),
    page: (number, pages) =>
      pages === undefined ? `Page ${String(number)}` : `Page ${String(number)} of ${String(pages)}`,
    total: (count) => (count === 1 ? '1 in all' : `${String(count)} in all`),
  },
};
