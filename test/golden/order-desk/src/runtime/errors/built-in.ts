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

/** The problems that every service can answer with. `endpoints/languages` has their words. */
export const commonProblems = {
  malformedRequest: problem(400, 'malformed-request'),
  malformedBody: problem(400, 'malformed-body'),
  validationFailed: problem(400, 'validation-failed'),
  unknownParameter: problem(400, 'unknown-parameter'),
  idempotencyKeyInvalid: problem(400, 'idempotency-key-invalid'),
  ambiguousCredentials: problem(400, 'ambiguous-credentials'),
  credentialInAddress: problem(400, 'credential-in-address'),
  unauthenticated: problem(401, 'unauthenticated'),
  forbidden: problem(403, 'forbidden'),
  httpsRequired: problem(403, 'https-required'),
  notFound: problem(404, 'not-found'),
  unknownVersion: problem(404, 'unknown-version'),
  methodNotAllowed: problem(405, 'method-not-allowed'),
  notAcceptable: problem(406, 'not-acceptable'),
  requestTimeout: problem(408, 'request-timeout'),
  conflict: problem(409, 'conflict'),
  uniqueConflict: problem(409, 'unique-conflict'),
  referenceConflict: problem(409, 'reference-conflict'),
  referenced: problem(409, 'referenced'),
  idempotencyKeyInFlight: problem(409, 'idempotency-key-in-flight'),
  identityConflict: problem(409, 'identity-conflict'),
  preconditionFailed: problem(412, 'precondition-failed'),
  contentTooLarge: problem(413, 'content-too-large'),
  uriTooLong: problem(414, 'uri-too-long'),
  unsupportedMediaType: problem(415, 'unsupported-media-type'),
  expectationFailed: problem(417, 'expectation-failed'),
  idempotencyKeyReused: problem(422, 'idempotency-key-reused'),
  preconditionRequired: problem(428, 'precondition-required'),
  quotaExceeded: registered(429, 'quota-exceeded'),
  headersTooLarge: problem(431, 'headers-too-large'),
  internalError: problem(500, 'internal-error'),
  notImplemented: problem(501, 'not-implemented'),
  serviceUnavailable: problem(503, 'service-unavailable'),
  temporaryReducedCapacity: registered(503, 'temporary-reduced-capacity'),
  httpVersionNotSupported: problem(505, 'http-version-not-supported'),
} as const satisfies Record<string, ProblemType>;

/** The same, with those that only some services can answer with: the catalogue of a service says which. */
export const builtIn = {
  ...commonProblems,
  invalidVersion: problem(400, 'invalid-version'),
  invalidFeatures: problem(400, 'invalid-features'),
  versionClosed: problem(403, 'version-closed'),
  versionReadOnly: problem(405, 'version-read-only'),
  transitionNotAllowed: problem(409, 'transition-not-allowed'),
  guardNotMet: problem(409, 'guard-not-met'),
  versionRetired: problem(410, 'version-retired'),
  operationWithdrawn: problem(410, 'operation-withdrawn'),
  featureWithdrawn: problem(410, 'feature-withdrawn'),
  misdirectedRequest: problem(421, 'misdirected-request'),
  versionSwitchedOff: problem(503, 'version-switched-off'),
} as const satisfies Record<string, ProblemType>;

export type BuiltInCode = (typeof builtIn)[keyof typeof builtIn]['code'];
