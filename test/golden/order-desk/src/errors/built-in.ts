import type { ProblemType } from './problem.ts';

function problem<const Code extends string>(
  status: number,
  code: Code,
): ProblemType & { readonly code: Code } {
  return { status, code };
}

/** The problems that every service of this kind can answer with. `endpoints/languages` has their words. */
export const builtIn = {
  malformedRequest: problem(400, 'malformed-request'),
  malformedBody: problem(400, 'malformed-body'),
  validationFailed: problem(400, 'validation-failed'),
  unknownParameter: problem(400, 'unknown-parameter'),
  idempotencyKeyInvalid: problem(400, 'idempotency-key-invalid'),
  unauthenticated: problem(401, 'unauthenticated'),
  forbidden: problem(403, 'forbidden'),
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
  headersTooLarge: problem(431, 'headers-too-large'),
  internalError: problem(500, 'internal-error'),
  notImplemented: problem(501, 'not-implemented'),
  serviceUnavailable: problem(503, 'service-unavailable'),
} as const satisfies Record<string, ProblemType>;

export type BuiltInCode = (typeof builtIn)[keyof typeof builtIn]['code'];
