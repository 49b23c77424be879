/**
 * What a word is called here that people know from elsewhere, or that the conventions of interfaces spell in another way: media types,
 * methods of HTTP, mechanisms and strategies as documents name them. In lower case.
 */
const spellings: Readonly<Record<string, string>> = {
  // Types of fields.
  bigint: 'long',
  blob: 'binary',
  bool: 'boolean',
  bytes: 'binary',
  currency: 'decimal',
  datetime: 'date-time',
  dict: 'object',
  double: 'number',
  float: 'number',
  guid: 'uuid',
  instant: 'date-time',
  int: 'integer',
  int32: 'integer',
  int64: 'long',
  list: 'array',
  mail: 'email',
  map: 'object',
  money: 'decimal',
  numeric: 'decimal',
  ref: 'reference',
  str: 'string',
  timestamp: 'date-time',
  url: 'uri',
  varchar: 'string',
  // Methods.
  get: 'read',
  head: 'read',
  patch: 'update',
  post: 'create',
  put: 'replace',
  remove: 'delete',
  // Representations.
  'application/hal+json': 'hal',
  'application/json': 'json',
  'application/vnd.api+json': 'json-api',
  'application/xml': 'xml',
  'hal+json': 'hal',
  'json:api': 'json-api',
  'text/html': 'html',
  'text/xml': 'xml',
  // Mechanisms.
  'api key': 'api-key',
  'basic auth': 'basic',
  bearer: 'jwt',
  'http basic': 'basic',
  oauth: 'oauth2',
  'oauth 2': 'oauth2',
  'oauth 2.0': 'oauth2',
  oidc: 'oauth2',
  // Strategies.
  '?api-version': 'query',
  '?features': 'feature-flags',
  '?version': 'query',
  'accept parameter': 'accept-parameter',
  'content negotiation': 'accept-parameter',
  'content negotiation parameter': 'accept-parameter',
  'content-negotiation': 'accept-parameter',
  'custom header': 'header',
  'custom-header': 'header',
  'date based': 'date',
  'date-based': 'date',
  'feature flags': 'feature-flags',
  features: 'feature-flags',
  host: 'hostname',
  path: 'uri-path',
  'query parameter': 'query',
  'query-parameter': 'query',
  subdomain: 'hostname',
  'uri path': 'uri-path',
  'url path': 'uri-path',
  'url-path': 'uri-path',
  'x-api-features': 'feature-flags',
  'x-api-version': 'header',
};

/** Words that mean one thing where types are written and another where strategies are. */
const strategies: Readonly<Record<string, string>> = { url: 'uri-path', uri: 'uri-path' };

/** What of the words that are allowed here is meant by one of those; undefined where none is. */
export function spellingOf(word: string, allowed: readonly string[]): string | undefined {
  const key = word.toLowerCase().trim();
  return [spellings, strategies]
    .map((table) => (Object.hasOwn(table, key) ? table[key] : undefined))
    .find((meant) => meant !== undefined && allowed.includes(meant));
}
