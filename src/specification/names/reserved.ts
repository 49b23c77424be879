/**
 * Names that are taken, and by what. These lists are the one place; the checks read them.
 * Members of one list share one reason, which the message gives.
 */

/** Members that the service sets on every row. */
export const systemFields = ['id', 'createdAt', 'updatedAt', 'revision'] as const;

/** System fields that a list may be filtered and sorted by. */
export const queryableSystemFields = ['createdAt', 'updatedAt'] as const;

/**
 * Members of a resource object of JSON:API (version 1.1, section 7.2) that fields of other services may be called, and
 * what they can be called instead; `id` is taken in every service.
 */
export const jsonApiMembers = {
  links: 'linkList',
  relationships: 'relations',
  type: 'kind',
} as const;

/** Names that every JavaScript object inherits or that the language gives a meaning: data must not have them. */
export const objectMembers = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'prototype',
  'then',
  'toJSON',
  'toLocaleString',
  'toString',
  'valueOf',
] as const;

/** Methods, none of which can name a transition or an action: their rules have these names as well. */
export const methodWords = [
  'create',
  'delete',
  'list',
  'read',
  'remove',
  'replace',
  'update',
] as const;

/** Collections of the service's own that stand, or may come to stand, below a row. */
export const rowCollections = ['jobs', 'transitions'] as const;

/** Relations of links that representations have for themselves (RFC 8288, JSON:API, HAL). */
export const linkRelations = [
  'collection',
  'curies',
  'describedby',
  'first',
  'last',
  'next',
  'parent',
  'prev',
  'related',
  'self',
  'up',
] as const;

/** What happens to rows of any resource; the name of a state that is entered is an event too. */
export const eventWords = ['created', 'updated', 'deleted'] as const;

/** Query parameters of every collection; a field of that name cannot be a filter. */
export const listParameters = ['page', 'size', 'sort', 'cursor', 'features', 'version'] as const;

/** What the service serves itself beside the resources. */
export const servedCollections = [
  'asyncapi',
  'docs',
  'events',
  'health',
  'jobs',
  'openapi',
  'problems',
  'sign-in',
  'sign-out',
  'versions',
  'webhook-endpoints',
] as const;

/** First segments of the paths that belong to no version, whichever way versions are named. */
export const unversionedPaths = [
  '.well-known',
  'asyncapi',
  'asyncapi.json',
  'docs',
  'health',
  'metrics',
  'openapi',
  'problems',
  'sign-in',
  'sign-out',
  'versions',
] as const;

/** Keys beside the resources in the section `endpoints`, those of coming versions included. */
export const endpointKeys = [
  'actions',
  'languages',
  'methods',
  'origins',
  'representations',
] as const;

/** Tables that the service has, or may come to have, for itself: a resource gets another table. */
export const serviceTables = [
  'api_keys',
  'basic_users',
  'ended_sessions',
  'event_cursors',
  'events',
  'idempotency_records',
  'identity_authorities',
  'jobs',
  'leases',
  'request_quotas',
  'schema_migrations',
  'secrets',
  'timers',
  'version_clients',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_replays',
  'webhook_secrets',
] as const;

/** Words that cannot name a variable in a module of TypeScript (ECMA-262, ReservedWord and strict mode). */
export const languageWords = [
  'arguments',
  'await',
  'break',
  'case',
  'catch',
  'class',
  'const',
  'continue',
  'debugger',
  'default',
  'delete',
  'do',
  'else',
  'enum',
  'eval',
  'export',
  'extends',
  'false',
  'finally',
  'for',
  'function',
  'if',
  'implements',
  'import',
  'in',
  'instanceof',
  'interface',
  'let',
  'new',
  'null',
  'package',
  'private',
  'protected',
  'public',
  'return',
  'static',
  'super',
  'switch',
  'this',
  'throw',
  'true',
  'try',
  'typeof',
  'undefined',
  'var',
  'void',
  'while',
  'with',
  'yield',
] as const;

/** Functions that the routes of a resource import; a collection of that name would hide them. */
export const operationNames = [
  'create',
  'list',
  'read',
  'remove',
  'replace',
  'replaceOrCreate',
  'update',
] as const;

/** Resources whose routes would have the name of the service's own: `healthRoutes`, `customRoutes`. */
export const servedResources = ['custom', 'health', 'job'] as const;

/** Codes of the problems that every generated service knows. */
export const builtInProblemCodes = [
  'ambiguous-credentials',
  'conflict',
  'content-too-large',
  'credential-in-address',
  'expectation-failed',
  'forbidden',
  'guard-not-met',
  'headers-too-large',
  'http-version-not-supported',
  'internal-error',
  'malformed-body',
  'malformed-request',
  'method-not-allowed',
  'not-acceptable',
  'not-found',
  'not-implemented',
  'precondition-failed',
  'precondition-required',
  'reference-conflict',
  'referenced',
  'request-timeout',
  'service-unavailable',
  'too-many-requests',
  'transition-not-allowed',
  'unauthenticated',
  'unique-conflict',
  'unknown-parameter',
  'unknown-resource',
  'unknown-version',
  'unsupported-media-type',
  'uri-too-long',
  'validation-failed',
] as const;

/** Headers that HTTP gives a meaning of their own, in lower case: none of them can carry an API key. */
export const standardHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'allow',
  'authorization',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'expect',
  'forwarded',
  'from',
  'host',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'keep-alive',
  'link',
  'location',
  'origin',
  'prefer',
  'proxy-authorization',
  'range',
  'referer',
  'set-cookie',
  'te',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'vary',
  'via',
  'www-authenticate',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
] as const;

/** Headers that generated services give a meaning of their own, in lower case. */
export const serviceHeaders = ['x-api-features', 'x-api-version'] as const;

/** Packages that a generated service depends on; npm refuses to install a package into one of the same name. */
export const dependencies = [
  'ajv',
  'close-with-grace',
  'fastify',
  'jose',
  'kysely',
  'oauth4webapi',
  'pg',
  'pino',
  'typebox',
  'typescript',
  'yaml',
] as const;
