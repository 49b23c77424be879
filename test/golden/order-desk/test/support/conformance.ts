import assert from 'node:assert/strict';
import type { Logger } from 'pino';
import { catalogue } from '../../src/errors/catalogue.ts';
import { currentVersion } from '../../src/versioning/versions.ts';
import type { TestAnswer, TestClient } from './client.ts';
import { contractOf, type Contract } from './contract.ts';
import type { TestEngine } from './engines.ts';
import { factory, type Factory } from './factory.ts';
import { exchange, head } from './raw.ts';
import type { ResourceSample } from './sample.ts';
import { samples } from './samples.ts';
import { startService, type TestService } from './service.ts';

/** The service, with every answer held against its OpenAPI document and its catalogue of problems. */
export interface ConformingService extends TestService {
  readonly contract: Contract;
  readonly make: Factory;
  /** Head of a request with a Host and the credential, for what no HTTP client would send. */
  head(line: string, ...headers: readonly string[]): string;
  /** Sends requests as they are over one connection, until the service closes it. */
  exchange(...requests: readonly string[]): Promise<TestAnswer[]>;
  /** Holds an answer that came that way against the document. */
  check(method: string, path: string, answer: TestAnswer): void;
}

export const prefix = `/v${String(currentVersion.major)}`;
export const documentPath = `/openapi/v${String(currentVersion.major)}.json`;

/** Well-formed, and of nothing. */
export const unknownId = '01890000-0000-7000-8000-000000000000';

export const validationStatus = catalogue.get('validation-failed')?.status;

export async function startConforming(
  engine?: TestEngine,
  logger?: Logger,
): Promise<ConformingService> {
  const service = await startService(engine, logger);
  const contract = contractOf((await service.anonymous('GET', documentPath)).body);
  const check: ConformingService['check'] = (method, path, answer) => {
    contract.check(method, path, answer);
    if (answer.status >= 400 && method !== 'HEAD') checkProblem(answer);
  };
  const checking =
    (client: TestClient): TestClient =>
    async (method, path, { body, headers } = {}) => {
      const demandsCondition = contract.find(method, path)?.statuses.includes(428) ?? false;
      const hasCondition = headers !== undefined && 'if-none-match' in headers;
      // Whatever state it is in.
      const condition = demandsCondition && !hasCondition ? { 'if-match': '*' } : {};
      const answer = await client(method, path, { body, headers: { ...condition, ...headers } });
      check(method, path, answer);
      return answer;
    };
  const credential = Object.entries(service.credential).map(([name, key]) => `${name}: ${key}`);
  // Added to, and not copied, because its clock is an accessor.
  return Object.assign(service, {
    contract,
    make: factory(service),
    head: (line: string, ...headers: readonly string[]) =>
      head(line, 'Host: a', ...headers, ...credential),
    exchange: (...requests: readonly string[]) => exchange(service.address, requests.join('')),
    check,
    request: checking(service.request),
    anonymous: checking(service.anonymous),
  });
}

/** RFC 9457, section 3.2, on names of members, which XML must be able to carry as well. */
function checkProblem({ body, headers }: TestAnswer): void {
  const code = String(body['code']);
  assert.ok(catalogue.has(code), `${code} is in the catalogue`);
  assert.equal(body['type'], `http://service.test/problems/${code}`);
  assert.equal(headers.get('x-request-id'), body['traceId']);
  assert.match(headers.get('cache-control') ?? '', /no-store/);
  for (const name of Object.keys(body)) assert.match(name, /^[A-Za-z][A-Za-z0-9_]{2,}$/);
}

type Method = ResourceSample['methods'][number];

/** The kinds of resource that offer all of these methods. */
export function offering(...methods: readonly Method[]): readonly ResourceSample[] {
  return samples.filter((sample) => methods.every((method) => sample.methods.includes(method)));
}

/** The first of them; a test that needs one is skipped where there is none. */
export function first(list: readonly ResourceSample[]): ResourceSample {
  const [sample] = list;
  assert.ok(sample !== undefined);
  return sample;
}

/** Why a test cannot run: no resource of this service offers what it is about. */
export function unless(list: readonly unknown[]): { readonly skip: boolean | string } {
  return { skip: list.length === 0 && 'no resource of this service offers it' };
}

/** The representation of one item after another, whatever the page is. */
export function itemsOf({ body }: TestAnswer): readonly Readonly<Record<string, unknown>>[] {
  const { items } = body as { items?: readonly Readonly<Record<string, unknown>>[] };
  assert.ok(items !== undefined, 'the answer is a page');
  return items;
}

/** A path with something in the place of each placeholder. */
export function filled(path: string, value = unknownId): string {
  return path.replaceAll(/\{\w+\}/g, value);
}
