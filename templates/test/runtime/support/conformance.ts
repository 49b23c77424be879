import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { catalogue, samples, selector } from '../../contract.ts';
import { describedPath } from './addresses.ts';
import { plainClient, type TestAnswer, type TestClient } from './client.ts';
import { isOpen } from './closed.ts';
import { contractOf, type Contract, type DocumentedOperation } from './document-contract.ts';
import { engines, type TestEngine } from './engines.ts';
import { factory, factoryOf, type Factory } from './factory.ts';
import { placeOf } from './ledger.ts';
import { exchange, head } from './raw.ts';
import { followed as addressOf, setBasePath } from './links.ts';
import { openRemote, type Remote } from './remote.ts';
import type { Json, ResourceSample } from './sample.ts';
import { startService, type TestService } from './service.ts';
import { isRemote, needing, outOfReach, remoteTarget, type Need } from './target.ts';

/**
 * The service, started by the test or running elsewhere (see `aimAt`), with every answer held against its OpenAPI
 * document and its catalogue of problems. Of one that runs elsewhere, `app`, `database` and a clock that can be set are out
 * of reach: tests that need them say so (`needing`, `unless`).
 */
export interface ConformingService extends TestService {
  readonly contract: Contract;
  /** Those of the document that somebody may ask for. */
  readonly open: readonly DocumentedOperation[];
  readonly make: Factory;
  /** Absolute address as the service knows it, without a slash at the end. */
  readonly baseUrl: string;
  /** Sends requests unchanged, with the credential; the test itself names the version, or does not. */
  readonly asIs: TestClient;
  /** Lets time pass: moves the clock where it can be set; elsewhere it moves by itself. */
  later(milliseconds: number): void;
  /** Head of a request with a Host and the credential, for what no HTTP client would send. */
  head(line: string, ...headers: readonly string[]): string;
  /** Sends requests as they are over one connection, until the service closes it. */
  exchange(...requests: readonly string[]): Promise<TestAnswer[]>;
  /** Holds an answer that came that way against the document. */
  check(method: string, path: string, answer: TestAnswer): void;
}

export { documentPath, prefix, unknownLabel, withoutLabels } from './addresses.ts';
export { followed, linked } from './links.ts';

/** Well-formed, and of nothing. */
export const unknownId = '01890000-0000-7000-8000-000000000000';

export const validationStatus = catalogue.get('validation-failed')?.status;

/** The engines to test on; of a service that runs elsewhere it is whichever it has. */
export function testEngines(): readonly TestEngine[] {
  return isRemote()
    ? [{ name: 'the engine that it has', create: () => outOfReach('database') }]
    : engines;
}

export async function startConforming(
  engine?: TestEngine,
  logger?: Logger,
  quotas?: Parameters<typeof startService>[2],
): Promise<ConformingService> {
  const target = remoteTarget();
  if (target !== undefined) {
    const remote = await openRemote(target);
    const send = exchangeWith(target.url, remote);
    return conforming(remote.service(), remote.contract, factoryOf(remote.keeping), send);
  }
  const service = await startService(engine, logger, quotas);
  const contract = await (known ??= contractFrom(service));
  return conforming(service, contract, factory(service), (requests) =>
    exchange(service.address, requests),
  );
}

/** What the document promises, read once in each process: it is the same of every start, and to compile it takes longer. */
let known: Promise<Contract> | undefined;

async function contractFrom({ anonymous }: TestService): Promise<Contract> {
  const { body } = await anonymous('GET', describedPath);
  return contractOf(body);
}

function conforming(
  service: TestService,
  contract: Contract,
  make: Factory,
  sendRaw: (requests: string) => Promise<TestAnswer[]>,
): ConformingService {
  const { servers } = contract.document as { servers?: readonly [{ readonly url: string }] };
  const documented = servers?.[0].url;
  const baseUrl = documented === undefined ? service.address : selector.wholeService(documented);
  setBasePath(new URL(baseUrl).pathname.replace(/\/$/, ''));
  const check: ConformingService['check'] = (method, path, answer) => {
    contract.check(method, path, answer);
    const isProblem = answer.headers.get('content-type') === 'application/problem+json';
    if (isProblem && method !== 'HEAD') checkProblem(answer, baseUrl);
  };
  const checking =
    (client: TestClient): TestClient =>
    async (method, path, { body, headers } = {}) => {
      const demandsCondition = contract.find(method, path)?.statuses.includes(428) ?? false;
      const hasCondition = headers !== undefined && 'if-none-match' in headers;
      // Whatever state it is in.
      const condition = demandsCondition && !hasCondition ? { 'if-match': '*' } : {};
      const demandsKey = contract.find(method, path)?.demandsKey ?? false;
      const key = demandsKey ? { 'idempotency-key': `"${randomUUID()}"` } : {};
      const answer = await client(method, path, {
        body,
        headers: { ...condition, ...key, ...headers },
      });
      check(method, path, answer);
      return answer;
    };
  const credential = Object.entries(service.credential).map(([name, key]) => `${name}: ${key}`);
  // Added to, and not copied, because some of its members are accessors.
  return Object.assign(service, {
    contract,
    open: contract.operations.filter(isOpen),
    make,
    baseUrl,
    asIs: plainClient(service.address, service.credential),
    later(milliseconds: number) {
      if (!isRemote()) service.now = new Date(service.now.getTime() + milliseconds);
    },
    head: (line: string, ...headers: readonly string[]) =>
      head(line, 'Host: a', ...headers, ...credential),
    exchange: (...requests: readonly string[]) => sendRaw(requests.join('')),
    check,
    request: checking(service.request),
    anonymous: checking(service.anonymous),
  });
}

/** The tests call every host `a`; one that runs elsewhere has a name. */
function exchangeWith(address: string, { ledger }: Remote) {
  const { host } = new URL(address);
  return (requests: string): Promise<TestAnswer[]> =>
    ledger.note(
      () => exchange(address, requests.replaceAll(/^Host: a\r$/gm, `Host: ${host}\r`)),
      (answers) => {
        for (const answer of answers) {
          const place = answer.status === 201 ? placeOf(answer) : undefined;
          if (place !== undefined) ledger.made(place);
        }
      },
    );
}

/** RFC 9457, section 3.2, on names of members, which XML must be able to carry as well. */
function checkProblem({ body, headers }: TestAnswer, baseUrl: string): void {
  const code = String(body['code']);
  assert.ok(catalogue.has(code), `${code} is in the catalogue`);
  assert.equal(body['type'], catalogue.get(code)?.uri ?? `${baseUrl}/problems/${code}`);
  assert.equal(headers.get('x-request-id'), body['traceId']);
  assert.match(headers.get('cache-control') ?? '', /no-store/);
  for (const name of Object.keys(body)) {
    // The one with a hyphen is registered so; XML can carry it.
    if (name !== 'violated-policies') assert.match(name, /^[A-Za-z][A-Za-z0-9_]{2,}$/);
  }
}

type Method = ResourceSample['methods'][number];

/**
 * The kinds of resource that offer all of these methods; of a service that runs elsewhere those that can be made and
 * removed again by requests.
 */
export function offering(...methods: readonly Method[]): readonly ResourceSample[] {
  return samples.filter(
    (sample) =>
      methods.every((method) => sample.methods.includes(method)) &&
      (!isRemote() || comesAndGoes(sample)),
  );
}

function comesAndGoes({ methods, parent, requiredReferences }: ResourceSample): boolean {
  const around = [...(parent === undefined ? [] : [parent]), ...Object.values(requiredReferences)];
  return methods.includes('create') && methods.includes('delete') && around.every(comesAndGoes);
}

/** Those whose collections nothing but the test fills: elsewhere, below a parent that the test makes. */
export function apart(list: readonly ResourceSample[]): readonly ResourceSample[] {
  return isRemote() ? list.filter(({ parent }) => parent !== undefined) : list;
}

/** Why nothing is left of a list, where it is not that no resource offers it. */
const reasons = new WeakMap<readonly unknown[], string>();

/** Says why nothing is left of a list. */
export function leaving<Each>(list: readonly Each[], reason: string): readonly Each[] {
  reasons.set(list, reason);
  return list;
}

/** Those of which there can be so many at once. */
export function holding(list: readonly ResourceSample[], count: number): readonly ResourceSample[] {
  const kept = list.filter((sample) => roomOf(sample) >= count);
  const few = list.map(({ collection, room }) => `${String(room)} of ${collection}`);
  return leaving(
    kept,
    `it takes ${String(count)} at once, and unique members leave room for ${few.join(', ')}`,
  );
}

/** How many tests can make at once; of one that others live in, the one that they live in stays. */
function roomOf(sample: ResourceSample): number {
  const { room } = sample;
  if (room === 'unlimited') return Infinity;
  return samples.some(({ parent }) => parent === sample) ? room - 1 : room;
}

/** Which of the two sample bodies another one is made with: the only one there can be has the first. */
export function alternate({ room }: ResourceSample, number: number): 0 | 1 {
  return room === 1 || number % 2 === 0 ? 0 : 1;
}

/** Those with members that the two sample bodies have different values of, and which can be changed. */
export function changeable(list: readonly ResourceSample[]): readonly ResourceSample[] {
  const kept = list.filter((sample) => Object.keys(changesIn(sample)).length > 0);
  return leaving(kept, 'no member of a resource that offers it can be changed to another value');
}

/** The members of the second sample body that are another value of something that can be changed. */
export function changesIn({
  bodies: [first, second],
  alike,
  immutable,
  room,
  unique,
}: ResourceSample): Json {
  // Where there can be one alone, it has the only values.
  const isOnly = room === 1 || Object.values(unique).some(({ length }) => length === 1);
  const only = isOnly ? Object.keys(unique) : [];
  const fixed = new Set([...immutable, ...Object.keys(alike), ...only]);
  const changes = Object.entries(second).filter(
    ([name, value]) => !fixed.has(name) && !isDeepStrictEqual(first[name], value),
  );
  return Object.fromEntries(changes);
}

/** Whether somebody may send the member, and see it again. */
export function isSeenAsSent({ memberAccess, writeOnly }: ResourceSample, name: string): boolean {
  const isClosed = memberAccess.some(
    ({ member, writableBy }) => member === name && writableBy?.length === 0,
  );
  return !isClosed && !writeOnly.includes(name);
}

/** Whether a change may set the member to any valid value: nothing fixes it, and no claim says it. */
export function isFree({ immutable, readOnly, attributes }: ResourceSample, name: string): boolean {
  return ![...immutable, ...readOnly, ...attributes.map(({ member }) => member)].includes(name);
}

/** Whether two resources could not both leave the member out: it gets its default, which must be unique. */
export function isTakenByDefault({ uniqueDefaults }: ResourceSample, name: string): boolean {
  return Object.hasOwn(uniqueDefaults, name);
}

/** Members that are unique together, where sample bodies have all of them: nothing is equal to what is absent, or null. */
export function wholeKeys({
  uniqueKeys,
  bodies: [body],
  requiredReferences,
  parent,
}: ResourceSample) {
  const given = Object.keys(body).filter((name) => body[name] !== null);
  const members = new Set([...given, ...Object.keys(requiredReferences), parent?.idParameter]);
  return uniqueKeys.filter((key) => key.every((name) => members.has(name)));
}

/** Those of which two can be equal in what must be unique. */
export function colliding(list: readonly ResourceSample[]): readonly ResourceSample[] {
  const kept = list.filter((sample) => wholeKeys(sample).length > 0);
  return leaving(
    kept,
    'no resource that offers it has unique members which samples have values of',
  );
}

/** Values of members that are only written, which differ from all other text: long enough, and of no other member of any row. */
export function secretsOf(
  { bodies, unique, writeOnly }: ResourceSample,
  body: Json,
): readonly string[] {
  const rest = [body, ...bodies, unique].map((members) =>
    Object.entries(members).filter(([name]) => !writeOnly.includes(name)),
  );
  const shown = JSON.stringify(rest);
  return writeOnly.flatMap((name) => {
    const value = body[name];
    if (typeof value !== 'string' || value.length < 8) return [];
    // Days and times are those of other members as well, which the service sets.
    return /^[\d:TZ.-]+$/.test(value) || shown.includes(value) ? [] : [value];
  });
}

/** Those with such a value. */
export function secretive(list: readonly ResourceSample[]): readonly ResourceSample[] {
  const kept = list.filter((sample) => secretsOf(sample, sample.bodies[0]).length > 0);
  if (list.some(({ writeOnly }) => writeOnly.length > 0)) {
    reasons.set(
      kept,
      'no member that is only written has a value that differs from all other text',
    );
  }
  return kept;
}

/** The first of them; a test that needs one is skipped where there is none. */
export function first(list: readonly ResourceSample[]): ResourceSample {
  const [sample] = list;
  assert.ok(sample !== undefined);
  return sample;
}

/** Why a test cannot run: no resource of this service offers what it is about, or it needs what is out of reach. */
export function unless(
  list: readonly unknown[],
  ...needs: readonly Need[]
): { readonly skip: boolean | string } {
  if (list.length > 0) return needing(...needs);
  const reason = reasons.get(list);
  if (reason !== undefined) return { skip: reason };
  if (isRemote()) {
    return {
      skip: 'no resource that can be made and removed by requests offers it apart from others',
    };
  }
  const unmade = samples.filter(({ cannot }) => cannot.length > 0);
  const why = unmade.map(({ collection, cannot }) => `${collection}: ${cannot.join(', ')}`);
  return {
    skip: [
      'no resource of this service offers it',
      ...(why.length > 0 ? [`tests cannot make all of ${why.join('; ')}`] : []),
    ].join('; '),
  };
}

/** Path of what an answer of 201 says was made, shown or not. */
export function madeAt({ headers, text }: TestAnswer): string {
  const location = headers.get('location');
  assert.ok(location !== null, text);
  return addressOf(location);
}

/**
 * What a GET of a link may answer. What a resource lives in, is listed in or refers to has an address, even where no caller
 * can read what is there, or nothing is offered there.
 */
export function followedStatuses({ contract }: ConformingService, link: string): readonly number[] {
  const reading = contract.find('GET', link);
  if (reading !== undefined) return isOpen(reading) ? [200] : [403];
  const isThere = ['POST', 'PUT', 'PATCH', 'DELETE'].some(
    (method) => contract.find(method, link) !== undefined,
  );
  // The document does not tell of all that is no data, such as pages.
  return isThere ? [405] : [200, 404];
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
