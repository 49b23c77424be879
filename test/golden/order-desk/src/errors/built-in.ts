import type { ProblemType } from './problem.ts';

const problem = (
  status: number,
  code: string,
  title: string,
  description: string,
): ProblemType => ({ status, code, title, description });

/** The problems that every service of this kind can answer with. */
export const builtIn = {
  malformedRequest: problem(
    400,
    'malformed-request',
    'Malformed request',
    'The request line, a header or the encoding of the address is not valid HTTP.',
  ),
  malformedBody: problem(
    400,
    'malformed-body',
    'Malformed body',
    'The body is not a valid document of the type that Content-Type names.',
  ),
  validationFailed: problem(
    400,
    'validation-failed',
    'Validation failed',
    'The request is well-formed, but what it says breaks a rule. `errors` lists every violation with its place.',
  ),
  unknownParameter: problem(
    400,
    'unknown-parameter',
    'Unknown parameter',
    'The address holds a query parameter that this operation does not have. `allowed` lists those it has.',
  ),
  unauthenticated: problem(
    401,
    'unauthenticated',
    'Not authenticated',
    'The request carries no valid credential. The WWW-Authenticate header names the schemes that are offered.',
  ),
  forbidden: problem(
    403,
    'forbidden',
    'Not permitted',
    'The credential is valid, but does not permit this operation.',
  ),
  notFound: problem(
    404,
    'not-found',
    'Not found',
    'Nothing exists at this address, or nothing that this caller may see.',
  ),
  unknownVersion: problem(
    404,
    'unknown-version',
    'Unknown API version',
    'The address does not begin with a version of this interface. `supportedVersions` lists those that exist.',
  ),
  methodNotAllowed: problem(
    405,
    'method-not-allowed',
    'Method not allowed',
    'The resource exists and does not offer this method. The Allow header lists those it offers.',
  ),
  notAcceptable: problem(
    406,
    'not-acceptable',
    'Not acceptable',
    'None of the media types that Accept permits can be produced. `available` lists those that can.',
  ),
  requestTimeout: problem(
    408,
    'request-timeout',
    'Request timeout',
    'The request did not arrive in time.',
  ),
  conflict: problem(
    409,
    'conflict',
    'Conflict',
    'The resource changed while the request was carried out. Read it again and repeat the request.',
  ),
  uniqueConflict: problem(
    409,
    'unique-conflict',
    'Already taken',
    'Another resource already has a value that must be unique. `errors` names the members.',
  ),
  referenceConflict: problem(
    409,
    'reference-conflict',
    'Referenced resource does not exist',
    'A member refers to a resource that does not exist. `errors` names the member.',
  ),
  referenced: problem(
    409,
    'referenced',
    'Still referenced',
    'The resource cannot be deleted while other resources refer to it.',
  ),
  preconditionFailed: problem(
    412,
    'precondition-failed',
    'Precondition failed',
    'The resource is not in the state that If-Match or If-None-Match demands. Read it again before changing it.',
  ),
  contentTooLarge: problem(
    413,
    'content-too-large',
    'Content too large',
    'The body is larger than this service accepts. `limit` says how many bytes it may have.',
  ),
  uriTooLong: problem(
    414,
    'uri-too-long',
    'Address too long',
    'The address is longer than this service accepts. `limit` says how many bytes it may have.',
  ),
  unsupportedMediaType: problem(
    415,
    'unsupported-media-type',
    'Unsupported media type',
    'The body has a type or an encoding that this operation does not accept. `accepted` lists those it does.',
  ),
  expectationFailed: problem(
    417,
    'expectation-failed',
    'Expectation failed',
    'The Expect header asks for something other than 100-continue.',
  ),
  preconditionRequired: problem(
    428,
    'precondition-required',
    'Precondition required',
    'A change must say, in If-Match, which state of the resource it was made for.',
  ),
  headersTooLarge: problem(
    431,
    'headers-too-large',
    'Headers too large',
    'The header fields together are larger than this service accepts.',
  ),
  internalError: problem(
    500,
    'internal-error',
    'Internal error',
    'The service failed to carry out a valid request. Tell its owner the `traceId`.',
  ),
  notImplemented: problem(
    501,
    'not-implemented',
    'Method not implemented',
    'The service knows no such method for any resource.',
  ),
  serviceUnavailable: problem(
    503,
    'service-unavailable',
    'Temporarily unavailable',
    'The service, or something it needs, cannot answer just now. Repeat the request after `Retry-After` seconds.',
  ),
} as const satisfies Record<string, ProblemType>;
