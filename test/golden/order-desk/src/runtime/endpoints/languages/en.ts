import type { Texts } from './texts.ts';

const list = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(value)).join(', ');

export const en: Texts = {
  language: 'en',
  problems: {
    'malformed-request': {
      title: 'Malformed request',
      description: 'The request line, a header or the encoding of the address is not valid HTTP.',
    },
    'malformed-body': {
      title: 'Malformed body',
      description: 'The body is not a valid document of the type that Content-Type names.',
    },
    'validation-failed': {
      title: 'Validation failed',
      description:
        'The request is well-formed, but its values break at least one rule. `errors` lists every violation and its place.',
    },
    'unknown-parameter': {
      title: 'Unknown parameter',
      description:
        'The address holds a query parameter that this operation does not have. `allowed` lists those it has.',
    },
    'idempotency-key-invalid': {
      title: 'Idempotency key missing or malformed',
      description:
        'The Idempotency-Key header holds one text of 1 to 255 printable ASCII characters, in quotation marks.',
    },
    'ambiguous-credentials': {
      title: 'More than one credential',
      description:
        'The request carries several credentials, and it is not clear which one counts. Send one of them.',
    },
    'credential-in-address': {
      title: 'Credential in the address',
      description:
        'The address of the request carries a credential. Addresses end up in logs: take the credential out of use and send another one in a header.',
    },
    unauthenticated: {
      title: 'Not authenticated',
      description:
        'The request carries no valid credential. The WWW-Authenticate header names the schemes that are offered.',
    },
    forbidden: {
      title: 'Not permitted',
      description: 'The credential is valid, but does not permit this operation.',
    },
    'https-required': {
      title: 'HTTPS required',
      description:
        'The request came in plain text, where others on the way could read it: send it by https, with a new credential if it had one. To whoever runs the service: set `TLS_CERT_FILE` and `TLS_KEY_FILE`, or name the proxy that speaks TLS for it in `TRUSTED_PROXIES` and let that proxy send `X-Forwarded-Proto: https`.',
    },
    'version-closed': {
      title: 'Closed to new clients',
      description:
        'This version takes no clients that have not used it before, because it will be removed. Begin with the version that `successor` names.',
    },
    'not-found': {
      title: 'Not found',
      description: 'There is nothing at this address, or nothing that this caller may see.',
    },
    'invalid-version': {
      title: 'Invalid API version',
      description:
        'The request says not, or not clearly, which version of this interface it is meant for. `supportedVersions` lists those that it can name.',
    },
    'invalid-features': {
      title: 'Invalid features',
      description:
        'The request asks for features that there are not, or not together. `supportedFeatures` lists those that there are.',
    },
    'feature-withdrawn': {
      title: 'Feature withdrawn',
      description:
        'The request asks for features that are not offered any more. `withdrawn` lists them.',
    },
    'misdirected-request': {
      title: 'Misdirected request',
      description:
        'The request names a host that is not this service. It should be sent to the host that it is meant for.',
    },
    'unknown-version': {
      title: 'Unknown API version',
      description:
        'The address names no version of this interface. `supportedVersions` lists those that it can name.',
    },
    'method-not-allowed': {
      title: 'Method not allowed',
      description:
        'The resource exists and does not offer this method. The Allow header lists those it offers.',
    },
    'not-acceptable': {
      title: 'Not acceptable',
      description:
        'None of the media types that Accept permits can be produced. `available` lists those that can.',
    },
    'version-read-only': {
      title: 'Version is read-only',
      description:
        'This version will be removed and accepts no changes any more. `sunset` says when it goes; the version that `successor` names takes changes.',
    },
    'request-timeout': {
      title: 'Request timeout',
      description: 'The request did not arrive in time.',
    },
    conflict: {
      title: 'Conflict',
      description:
        'The resource changed while the request was carried out. Read it again and repeat the request.',
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
        'A request with the same Idempotency-Key is being carried out. Repeat this one when it has its answer.',
    },
    'identity-conflict': {
      title: 'Another resource',
      description:
        'The body names a type or an identifier that is not that of the resource at this address.',
    },
    'transition-not-allowed': {
      title: 'Not possible in this state',
      description:
        'The state that the resource is in does not permit this. `state` names it, and `allowedTransitions` lists what can be done now.',
    },
    'guard-not-met': {
      title: 'Condition not met',
      description:
        'The resource does not fulfil a condition that this demands. `unmet` lists the members that stand in the way.',
    },
    'version-retired': {
      title: 'Version retired',
      description:
        'This version has been removed. `successor` names the one to go to, and `supportedVersions` lists those that can be used.',
    },
    'operation-withdrawn': {
      title: 'Operation withdrawn',
      description:
        'This version does not offer the operation any more, because it will be removed itself. Go to the version that `successor` names.',
    },
    'precondition-failed': {
      title: 'Precondition failed',
      description:
        'The resource is not in the state that If-Match or If-None-Match demands. Read it again before changing it.',
    },
    'content-too-large': {
      title: 'Content too large',
      description:
        'The body is larger than this service accepts. `limit` says how many bytes it may have.',
    },
    'uri-too-long': {
      title: 'Address too long',
      description:
        'The address is longer than this service accepts. `limit` says how many bytes it may have.',
    },
    'unsupported-media-type': {
      title: 'Unsupported media type',
      description:
        'The body has a type or an encoding that this operation does not accept. `accepted` lists those it does.',
    },
    'expectation-failed': {
      title: 'Expectation failed',
      description: 'The Expect header asks for something other than 100-continue.',
    },
    'idempotency-key-reused': {
      title: 'Idempotency key used before',
      description:
        'The Idempotency-Key was sent before with another request. A new request needs a new key.',
    },
    'precondition-required': {
      title: 'Precondition required',
      description: 'A change must say, in If-Match, which state of the resource it was made for.',
    },
    'quota-exceeded': {
      title: 'Too many requests',
      description:
        'More requests came than a policy permits. `violated-policies` names it; repeat the request after `Retry-After` seconds.',
    },
    'headers-too-large': {
      title: 'Headers too large',
      description: 'The header fields together are larger than this service accepts.',
    },
    'internal-error': {
      title: 'Internal error',
      description: 'The service failed to carry out a valid request. Tell its owner the `traceId`.',
    },
    'not-implemented': {
      title: 'Not implemented',
      description: 'The service knows no such method, or no such transfer coding.',
    },
    'service-unavailable': {
      title: 'Temporarily unavailable',
      description:
        'The service, or something it needs, cannot answer just now. Repeat the request after `Retry-After` seconds.',
    },
    'version-switched-off': {
      title: 'Version switched off for now',
      description:
        'This version will be removed, and is switched off at times that are announced so that nobody overlooks it. `until` says when it is back, and `sunset` when it goes for good.',
    },
    'temporary-reduced-capacity': {
      title: 'Too busy',
      description:
        'The service works on as many requests as it can. Nothing was done for this one; repeat it after `Retry-After` seconds.',
    },
    'http-version-not-supported': {
      title: 'Version of HTTP not supported',
      description:
        'Requests in text are of HTTP/1.1 or HTTP/1.0. HTTP/2 begins with a handshake of TLS, where the service speaks that.',
    },
  },
  details: {
    versionMissing: 'The request names no version, and there is none for requests that do not.',
    versionUnknown: 'There is no version of that name.',
    versionAmbiguous: 'The request names more than one version.',
    featureUnknown: 'There is no feature of that name.',
    featureMissing: 'One of the features needs another one, which is not asked for.',
    featureConflict: 'Two of the features exclude each other.',
    credentialMissing: (headers) =>
      `The request carries no valid credential. It is sent in the header ${headers.join(' or ')}.`,
    contentRange: 'PUT takes no Content-Range.',
    bodyCoding: 'The body is sent in a coding that is not supported.',
    bodyType:
      'Content-Type is missing, or names a type or a parameter that this operation does not accept.',
    bodyCharset: 'The body must be UTF-8.',
    bodyMissing: 'A body is required.',
    bodyNotUtf8: 'The body is not UTF-8.',
    queryEncoding: 'The query is not percent-encoded UTF-8.',
    queryNul: 'The query holds a NUL character.',
    pathEncoding: 'The path is not percent-encoded UTF-8.',
    entityTags: 'If-Match and If-None-Match take entity tags in quotation marks, or *.',
    hosts: 'A request carries exactly one Host header.',
    host: 'The Host header holds no host with an optional port.',
    fragment: 'The address holds a fragment.',
    asterisk: 'Only OPTIONS can be asked of the server as a whole.',
    transferCoding: 'The only transfer coding is chunked.',
    idempotencyKeyMissing: 'This request needs the header Idempotency-Key.',
    idempotencyKeyForm:
      'Idempotency-Key holds one text of 1 to 255 printable ASCII characters, in quotation marks.',
    idempotencyKeyReused: 'The key was sent before with another body or another address.',
    idempotencyKeyInFlight: 'The first request with this key has no answer yet.',
    foreignForm:
      'The form was not sent from a page of this service, or the session that it belongs to has ended. Reload the page and send it again.',
    transitionNotAllowed: (transition, state) =>
      `\`${transition}\` is not possible in the state \`${state}\`.`,
    patchConflict: (index, operation) =>
      `Operation ${String(index)} of the patch (${operation}) does not fit the resource as it is. Nothing was changed.`,
  },
  body: {
    byteOrderMark: 'begins with a byte order mark',
    duplicateName: 'has the same member name twice in one object',
    surrogate: 'holds an unpaired surrogate',
    nul: 'holds a NUL character',
    number: 'holds a number that is too large',
    wholeNumber: 'holds a whole number beyond 2^53, whose digits would be lost',
    invalidJson: 'is not valid JSON',
    invalidXml: 'is not well-formed XML',
    doctype: 'has a document type declaration, which is not accepted',
    attribute: 'has an attribute that means nothing here',
    mixedContent: 'has text between elements',
    elementsInJson: 'has elements in the text of a JSON value',
    root: (name) => `must have the root element ${name}`,
    repeated: (name) => `has the element ${name} twice`,
    depth: (levels) => `is nested deeper than ${String(levels)} levels`,
    document: (type) => `must be a JSON:API document with one resource object of type ${type}`,
    resourceType: (type) => `must be of type ${type}`,
    identifier: 'must have the id of the resource at this address',
    clientIdentifier: 'must not have an id: the service chooses it',
    refused: (reason) => `The body ${reason}.`,
  },
  violations: {
    required: 'is required',
    unknownMember: 'is not a member of this resource',
    unknownParameter: 'is not a parameter here',
    readOnly: 'is set by the service',
    immutable: 'cannot be changed',
    notPermitted: 'is not for you to set like this',
    unique: 'is already taken',
    reference: 'refers to nothing',
    uniqueItems: 'must not hold the same item twice',
    maxBytes: 'holds too many bytes',
    jsonLength: 'is too long as JSON text',
    depth: (levels) => `would be nested deeper than ${String(levels)} levels`,
    decimal:
      'must be a decimal number as text, such as "12.50", with no more digits than it may have',
    long: 'must be a whole number as text, such as "42"',
    duration:
      'must be an ISO 8601 duration with at most milliseconds, 999,999,999 years and 999,999,999 days, such as "PT15M" or "PT0.5S"',
    character: 'holds a control character, which XML cannot carry',
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
    signInHint: 'An API key opens these pages in this browser, for eight hours at most.',
    signOut: 'Sign out',
    apiKey: 'API key',
    version: 'Version',
    entries: (count) => (count === 1 ? '1 entry' : `${String(count)} entries`),
    page: (number, pages) =>
      pages === undefined ? `Page ${String(number)}` : `Page ${String(number)} of ${String(pages)}`,
    total: (count) => (count === 1 ? '1 in all' : `${String(count)} in all`),
  },
};
