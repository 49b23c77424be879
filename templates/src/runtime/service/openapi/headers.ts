import { maxLinkLength } from '../../endpoints/link-header.ts';
import type { Operation } from '../../endpoints/route.ts';
import type { Application } from '../application.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (description: string, example: string, maxLength = 200) => ({
  description,
  schema: { type: 'string', maxLength, examples: [example] },
});

const exampleId = '019bc0fd-89c0-7000-8000-000000000001';

/** Header fields of answers, each described once (OpenAPI 3.1, section 4.8.21). */
const known = {
  Accept: text('Media types that a body may have.', 'application/json', 1000),
  'Accept-Encoding': text('Codings that a body may have.', 'identity'),
  'Accept-Patch': text(
    'Media types that a patch may have (RFC 5789).',
    'application/merge-patch+json',
    1000,
  ),
  'Access-Control-Allow-Origin': text(
    'Origin whose pages may read the answer (Fetch, section 3.3).',
    'https://app.example.com',
    500,
  ),
  'Access-Control-Expose-Headers': text('Header fields that they may read.', 'ETag', 1000),
  Allow: text('Methods that what was asked for has (RFC 9110, section 10.2.1).', 'GET, HEAD', 100),
  'Api-Deprecated-Features': text(
    'The deprecated features that the request used.',
    'field:order.weight',
    maxLinkLength,
  ),
  'Api-Deprecated-Versions': text('The versions that will be removed.', '1'),
  'Api-Supported-Versions': text('The versions that are served.', '1, 2'),
  'Cache-Control': text('How long, and by whom, the answer may be kept.', 'no-store'),
  'Content-Encoding': text('Coding that the body is compressed in.', 'gzip'),
  'Content-Language': text('Language of the texts in it.', 'en', 35),
  'Content-Security-Policy': text(
    'What the answer may load, where a browser shows it.',
    "default-src 'none'; frame-ancestors 'none'",
    1000,
  ),
  'Cross-Origin-Resource-Policy': text(
    'Whose pages may load it without asking (Fetch, section 3.7).',
    'same-origin',
  ),
  Deprecation: text(
    'Since when what was asked for is deprecated, or from when on it will be (RFC 9745).',
    '@1748736000',
    12,
  ),
  ETag: text('Tag of the representation (RFC 9110, section 8.8.3).', '"1.v1.json"'),
  'Idempotency-Replayed': text('The answer is that of an earlier request.', 'true', 4),
  // Links to a guide stay, however long its address is.
  Link: text('Where to go from here (RFC 8288).', '</health>; rel="status"', maxLinkLength + 200),
  Location: text('Address of the new resource.', '/', 8192),
  'Preference-Applied': text('What was preferred and is done.', 'return=minimal'),
  RateLimit: text(
    'What is left of the policy that leaves the slowest pace: `r` requests, which hold for `t` seconds (draft-ietf-httpapi-ratelimit-headers-11).',
    '"default";r=99;t=60',
    500,
  ),
  'RateLimit-Policy': text(
    'How many requests (`q`) may be sent in how many seconds (`w`).',
    '"default";q=100;w=60',
    500,
  ),
  'Referrer-Policy': text(
    'Requests that follow links of a response do not reveal its address.',
    'no-referrer',
  ),
  'Retry-After': {
    description: 'Seconds after which to ask again (RFC 9110, section 10.2.3).',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 604_800, examples: [5] },
  },
  'Strict-Transport-Security': text(
    'Browsers come by TLS alone from now on (RFC 6797); said by TLS alone.',
    'max-age=63072000; includeSubDomains',
  ),
  Sunset: text(
    'From when on what was asked for may be gone (RFC 8594).',
    'Mon, 01 Jun 2026 00:00:00 GMT',
    29,
  ),
  Vary: text('Header fields of the request that the answer depends on.', 'Accept'),
  'WWW-Authenticate': text('How to prove who asks.', 'ApiKey realm="acme", header="X-API-Key"'),
  'X-API-Features': text('The changes that the answer was made with.', 'split-name', 1000),
  'X-API-Version': text('The version that answers.', '1', 10),
  'X-Content-Type-Options': text('The type is the one that is stated.', 'nosniff'),
  'X-Frame-Options': text('No page shows the answer in a frame (RFC 7034).', 'DENY'),
  'X-Request-Id': text(
    'Names the request in the logs of the service.',
    '4bf92f3577b34da6a3ce929d0e0e4736',
  ),
} as const;

type Known = keyof typeof known;

const onEvery: readonly Known[] = [
  'Cache-Control',
  'Content-Encoding',
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Referrer-Policy',
  'Strict-Transport-Security',
  'Vary',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'X-Request-Id',
];
const onCounted: readonly Known[] = ['RateLimit', 'RateLimit-Policy'];
const onDeprecated: readonly Known[] = ['Api-Deprecated-Features', 'Deprecation', 'Link', 'Sunset'];
const onPermitted: readonly Known[] = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
];
/**
 * Header fields of a success.
 *
 * @param ofVersion those of every answer of a version; none where it belongs to no version
 * @param own those that only this answer has, with what they say in it
 */
export function answerHeaders(
  ofVersion: readonly string[],
  { resource, body, cacheControl, idempotencyKey, isUncounted, deprecation }: Operation,
  own: Readonly<Record<string, string>> = {},
): Json {
  return {
    ...references(onEvery),
    ...(cacheControl === undefined ? {} : references(['ETag'])),
    ...(resource === undefined ? {} : references(['Content-Language'])),
    ...(resource === undefined || body === undefined ? {} : references(['Preference-Applied'])),
    ...(idempotencyKey === undefined ? {} : references(['Idempotency-Replayed'])),
    ...(isUncounted ? {} : references(onCounted)),
    ...references(ofVersion),
    ...(deprecation === undefined ? {} : references(onDeprecated)),
    ...Object.fromEntries(
      Object.entries(own).map(([name, description]) => [
        name,
        isKnown(name)
          ? { ...referenceTo(name), description }
          : { description, schema: { type: 'string', maxLength: 8192 } },
      ]),
    ),
  };
}

/**
 * Header fields of problems with a status; those of a version are left out where none is asked for.
 *
 * @param paths of the document: problems tell what is deprecated where one of the operations does
 */
export function problemHeaders(
  status: number,
  { versionHeaders, idempotency, authentication }: Application,
  paths: string,
): Json {
  return references([
    ...onEvery,
    ...versionHeaders,
    ...onCounted,
    ...(paths.includes('"#/components/headers/Api-Deprecated-Features"') ? onDeprecated : []),
    'Content-Language',
    ...(status === 405 ? (['Allow'] as const) : []),
    ...(status === 415 ? (['Accept', 'Accept-Encoding', 'Accept-Patch'] as const) : []),
    ...(authentication !== undefined && [400, 401, 403].includes(status)
      ? (['WWW-Authenticate'] as const)
      : []),
    ...(status === 503 || status === 429 || (status === 409 && idempotency !== undefined)
      ? (['Retry-After'] as const)
      : []),
  ]);
}

/** Header fields of every answer to a page of a permitted origin. */
export function originHeaders({ crossOrigin }: Pick<Application, 'crossOrigin'>): Json {
  return crossOrigin === undefined ? {} : references(onPermitted);
}

/**
 * Those that the document refers to.
 *
 * @param server address that the paths are appended to
 */
export function headerComponents(server: string, paths: Json, responses: Json): Json {
  const text = JSON.stringify([paths, responses]);
  const all = { ...known, Location: locationIn(server, paths) };
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}

/** With the address of something that can be made here as its example. */
function locationIn(server: string, paths: Json): Json {
  const making = (method: string) =>
    Object.entries(paths as Readonly<Record<string, Json>>).find(([, item]) =>
      JSON.stringify(item[method] ?? {}).includes('"201":'),
    )?.[0];
  const collection = making('post');
  const path = collection === undefined ? making('put') : `${collection}/{id}`;
  const { pathname } = new URL(server);
  const address = pathname.replace(/\/$/, '') + (path ?? '/').replaceAll(/\{\w+\}/g, exampleId);
  return text('Address of the new resource.', address, 8192);
}

function references(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, referenceTo(name)]));
}

function referenceTo(name: string): Json {
  return { $ref: `#/components/headers/${name}` };
}

function isKnown(name: string): name is Known {
  return Object.hasOwn(known, name);
}
