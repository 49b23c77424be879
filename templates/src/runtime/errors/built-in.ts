import type { ProblemType } from './problem.ts';

function problem<const Code extends string>(
  status: number,
  code: Code,
): ProblemType & { readonly code: Code } {
  return { status, code };
}

/** One that is registered for every service (RFC 9457, section 4.2). */
function registered<const Code extends string>(
  status: number,
  code: Code,
): ProblemType & { readonly code: Code } {
  return { status, code, uri: `https://iana.org/assignments/http-problem-types#${code}` };
}

/** The problems that every service of this kind can answer with. `endpoints/languages` has their words. */
export const builtIn = {
  malformedRequest: problem(400, 'malformed-request'),
  malformedBody: problem(400, 'malformed-body'),
  validationFailed: problem(400, 'validation-failed'),
  unknownParameter: problem(400, 'unknown-parameter'),
  idempotencyKeyInvalid: problem(400, 'idempotency-key-invalid'),
  ambiguousCredentials: problem(400, 'ambiguous-credentials'),
  credentialInAddress: problem(400, 'credential-in-address'),
  // {{#if selectsVersion}}
  invalidVersion: problem(400, 'invalid-version'),
  // {{/if}}
  // {{#if isFlags}}
  invalidFeatures: problem(400, 'invalid-features'),
  // {{/if}}
  unauthenticated: problem(401, 'unauthenticated'),
  forbidden: problem(403, 'forbidden'),
  httpsRequired: problem(403, 'https-required'),
  // {{#if hasClosedVersions}}
  versionClosed: problem(403, 'version-closed'),
  // {{/if}}
  notFound: problem(404, 'not-found'),
  unknownVersion: problem(404, 'unknown-version'),
  methodNotAllowed: problem(405, 'method-not-allowed'),
  notAcceptable: problem(406, 'not-acceptable'),
  // {{#if hasRestrictions}}
  versionReadOnly: problem(405, 'version-read-only'),
  // {{/if}}
  requestTimeout: problem(408, 'request-timeout'),
  conflict: problem(409, 'conflict'),
  uniqueConflict: problem(409, 'unique-conflict'),
  referenceConflict: problem(409, 'reference-conflict'),
  referenced: problem(409, 'referenced'),
  idempotencyKeyInFlight: problem(409, 'idempotency-key-in-flight'),
  identityConflict: problem(409, 'identity-conflict'),
  // {{#if hasActing}}
  transitionNotAllowed: problem(409, 'transition-not-allowed'),
  guardNotMet: problem(409, 'guard-not-met'),
  // {{/if}}
  // {{#if hasSunsets}}
  versionRetired: problem(410, 'version-retired'),
  // {{/if}}
  // {{#if hasRestrictions}}
  operationWithdrawn: problem(410, 'operation-withdrawn'),
  // {{/if}}
  // {{#if isFlags}}
  featureWithdrawn: problem(410, 'feature-withdrawn'),
  // {{/if}}
  preconditionFailed: problem(412, 'precondition-failed'),
  contentTooLarge: problem(413, 'content-too-large'),
  uriTooLong: problem(414, 'uri-too-long'),
  unsupportedMediaType: problem(415, 'unsupported-media-type'),
  expectationFailed: problem(417, 'expectation-failed'),
  // {{#if isHostname}}
  misdirectedRequest: problem(421, 'misdirected-request'),
  // {{/if}}
  idempotencyKeyReused: problem(422, 'idempotency-key-reused'),
  preconditionRequired: problem(428, 'precondition-required'),
  quotaExceeded: registered(429, 'quota-exceeded'),
  headersTooLarge: problem(431, 'headers-too-large'),
  internalError: problem(500, 'internal-error'),
  notImplemented: problem(501, 'not-implemented'),
  serviceUnavailable: problem(503, 'service-unavailable'),
  // {{#if hasRestrictions}}
  versionSwitchedOff: problem(503, 'version-switched-off'),
  // {{/if}}
  temporaryReducedCapacity: registered(503, 'temporary-reduced-capacity'),
  httpVersionNotSupported: problem(505, 'http-version-not-supported'),
} as const satisfies Record<string, ProblemType>;

export type BuiltInCode = (typeof builtIn)[keyof typeof builtIn]['code'];
