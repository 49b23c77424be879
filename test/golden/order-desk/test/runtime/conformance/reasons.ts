import type { ApiVersion } from '../../../src/runtime/versioning/version.ts';
import type { Contract } from '../support/document-contract.ts';

/**
 * Tells why rules do not apply, by what the OpenAPI document of this very service shows.
 *
 * @param collections paths of the collections, as the document has them
 * @param vary value of Vary: what answers are chosen by
 * @param versions what happens to each of them
 * @param access claims that decide which rows exist for a caller, and whether anything is granted to some callers alone
 * @param selecting IDs of the rules about naming a version that this service can keep; one excludes the others
 * @returns reasons by the IDs of the rules
 */
export function reasonsOf(
  { document, operations }: Contract,
  collections: readonly string[],
  vary: string,
  { claims, hasGrants }: { readonly claims: readonly string[]; readonly hasGrants: boolean },
  versions: readonly ApiVersion[],
  selecting: readonly string[],
): ReadonlyMap<string, string> {
  const types = new Set(operations.flatMap(({ accepts, offers }) => [...accepts, ...offers]));
  const parameters = new Set(
    operations.flatMap((operation) => operation.parameters).map((name) => name.toLowerCase()),
  );
  const statuses = new Set(operations.flatMap((operation) => operation.statuses));
  // Pages about problems are HTML in every service.
  const ofVersion = operations.filter(({ path }) => /^\/v\d[\d-]*\//.test(path));
  const hasAction = ofVersion.some(
    ({ method, path }) =>
      method === 'POST' && /\}\/[^/{}]+$/.test(path) && !collections.includes(path),
  );
  const hasTrace = Object.values(document['paths'] ?? {}).some((item: object) => 'trace' in item);

  const choices = vary.split(', ');
  const { securitySchemes = {} } = (document['components'] ?? {}) as {
    securitySchemes?: Readonly<Record<string, { readonly type: string; readonly scheme?: string }>>;
  };
  const schemes = new Set(Object.values(securitySchemes).map(({ type, scheme = type }) => scheme));

  const schemaTexts = JSON.stringify(document['components'] ?? {});
  const isRestricted =
    schemaTexts.includes('"x-readableBy"') || schemaTexts.includes('"x-writableBy"');
  // A version that is closed to new clients may answer each request of such a client with 403.
  const isClosed = versions.at(-1)?.closed !== undefined;
  const isForbidden = isClosed
    ? hasGrants || claims.length > 0 || isRestricted || types.has('application/vnd.api+json')
    : statuses.has(403);
  const noCredential = 'this service asks for no credential';
  const absent: readonly (readonly [isThere: boolean, reason: string, ids: readonly string[]])[] = [
    [hasAction, 'this specification declares no actions', ['C-032', 'C-033']],
    [parameters.has('cursor'), 'no collection offers a cursor', ['C-042']],
    [
      operations.some(({ takesKey }) => takesKey),
      'no operation takes an Idempotency-Key',
      ['C-057'],
    ],
    [choices.includes('Origin'), 'this service permits no other origin', ['C-072', 'C-073']],
    [choices.includes('Accept-Language'), 'this service speaks one language', ['C-084']],
    [
      operations.some(({ path }) => path === '/asyncapi.json'),
      'this service sends no events',
      ['C-120', 'C-125', 'C-130'],
    ],
    [
      ofVersion.some(({ path }) => /^\/v\d[\d-]*\/webhook-endpoints$/.test(path)),
      'this service sends no webhooks',
      ['C-119', 'C-121', 'C-122', 'C-123', 'C-124', 'C-126', 'C-127'],
    ],
    [
      ofVersion.some(({ offers }) => offers.includes('text/event-stream')),
      'this service has no stream of events',
      ['C-128'],
    ],
    [
      operations.some(({ path }) => path === '/asyncapi.json'),
      'this service sends no events',
      ['C-120', 'C-125', 'C-129', 'C-130'],
    ],
    [
      operations.some(({ path }) => path === '/versions/deprecations'),
      'no feature is deprecated on its own',
      ['C-026'],
    ],
    [
      operations.some(({ path }) => path === '/versions/changelog'),
      'there is one release of one version, which changed nothing',
      ['C-207'],
    ],
    [hasTrace, 'TRACE is off', ['C-075']],
    [types.has('application/xml'), 'XML is not among the representations', ['C-090', 'C-150']],
    [types.has('application/hal+json'), 'HAL is not among the representations', ['C-091']],
    [types.has('application/vnd.api+json'), 'JSON:API is not among the representations', ['C-092']],
    [
      ofVersion.some(({ offers }) => offers.includes('text/html')),
      'HTML is not among the representations',
      ['C-093'],
    ],
    [ofVersion.some(({ offers }) => offers.length > 1), 'there is one representation', ['C-095']],
    [schemes.has('apiKey'), 'this service takes no API keys', ['C-098']],
    [
      schemes.has('bearer') || schemes.has('openIdConnect'),
      'this service takes no tokens',
      ['C-100', 'C-101', 'C-102', 'C-105', 'C-106', 'C-107'],
    ],
    [schemes.has('openIdConnect'), 'no issuer of OAuth 2.0 is named', ['C-104']],
    [schemes.has('basic'), 'this service takes no passwords', ['C-108', 'C-109']],
    [
      // JSON:API forbids identifiers in the bodies of all callers.
      isClosed
        ? hasGrants
        : ofVersion.some(
            ({ method, statuses: answered }) => method === 'GET' && answered.includes(403),
          ),
      'every authenticated caller may use every operation',
      ['C-111', 'C-113'],
    ],
    [claims.length > 0, 'every authenticated caller sees all rows', ['C-112']],
    [isRestricted, 'no member is restricted', ['C-114']],
    // After the mechanisms, because it says more.
    [
      statuses.has(401),
      noCredential,
      [...range(98, 109), ...range(111, 114), 'C-116', 'C-117', 'C-118', 'C-141'],
    ],
    [isForbidden, 'no operation is forbidden for an authenticated caller', ['C-142']],
    [
      false,
      'clients of this service name versions in another way',
      ways.filter((id) => !selecting.includes(id)),
    ],
  ];
  const restricted = versions.some(
    ({ brownouts, readOnly, withdrawn, closed }) =>
      (brownouts ?? readOnly ?? withdrawn ?? closed) !== undefined,
  );
  const happening = versions.some((version) => version.deprecated ?? version.maintained);
  const ofVersions: typeof absent = [
    [versions.length > 1, 'there is one version', ['C-014', 'C-015', 'C-018', 'C-027']],
    [
      versions.some(({ deprecated }) => deprecated !== undefined),
      'no version is deprecated',
      ['C-016', 'C-021', 'C-022', 'C-025'],
    ],
    [
      versions.some(({ sunset }) => sunset !== undefined),
      'no version ends',
      ['C-017', 'C-024', 'C-151', 'C-184'],
    ],
    [restricted, 'nothing is taken away from a version before it ends', ['C-023']],
    [
      versions.some(({ quota }) => quota !== undefined),
      'no version has a quota of its own',
      ['C-167'],
    ],
    [
      happening && operations.some(({ path }) => path === '/asyncapi.json'),
      'no version changes in a way that has an event',
      ['C-020'],
    ],
  ];
  return new Map(
    [...absent, ...ofVersions].flatMap(([isThere, reason, ids]) =>
      isThere ? [] : ids.map((id): [string, string] => [id, reason]),
    ),
  );
}

/** Rules about naming a version in one way, each of which excludes most others. */
const ways = ['C-181', ...range(183, 197)];

function range(from: number, to: number): string[] {
  return Array.from(
    { length: to - from + 1 },
    (_, index) => `C-${String(from + index).padStart(3, '0')}`,
  );
}
