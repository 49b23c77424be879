import type { Contract } from '../support/contract.ts';

/**
 * Tells why rules do not apply, by what the OpenAPI document of this very service shows.
 *
 * @param collections paths of the collections, as the document has them
 * @param vary value of Vary: what answers are chosen by
 * @returns reasons by the IDs of the rules
 */
export function reasonsOf(
  { document, operations }: Contract,
  collections: readonly string[],
  vary: string,
): ReadonlyMap<string, string> {
  const types = new Set(operations.flatMap(({ accepts, offers }) => [...accepts, ...offers]));
  const parameters = new Set(
    operations.flatMap((operation) => operation.parameters).map((name) => name.toLowerCase()),
  );
  const statuses = new Set(operations.flatMap((operation) => operation.statuses));
  // Pages about problems are HTML in every service.
  const ofVersion = operations.filter(({ path }) => /^\/v\d+\//.test(path));
  const hasAction = ofVersion.some(
    ({ method, path }) =>
      method === 'POST' && /\}\/[^/{}]+$/.test(path) && !collections.includes(path),
  );
  const hasTrace = Object.values(document['paths'] ?? {}).some((item: object) => 'trace' in item);

  const choices = vary.split(', ');

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
    [statuses.has(401), noCredential, ['C-098', 'C-099', 'C-111', 'C-116', 'C-141']],
    [statuses.has(403), 'whoever is known is permitted everything', ['C-142']],
    [statuses.has(410), 'no version of this service is retired', ['C-151']],
  ];
  return new Map(
    absent.flatMap(([isThere, reason, ids]) =>
      isThere ? [] : ids.map((id): [string, string] => [id, reason]),
    ),
  );
}
