import { headersOf, type HeaderWish } from './headers.ts';
import { pathPattern, type DocumentedOperation, type Json, type OpenApi } from './document.ts';
import { garbage } from './garbage.ts';
import { brokenJson, brokenXml, mutated } from './mutations.ts';
import { nastyTexts } from './nasty.ts';
import { queryOf } from './query.ts';
import { randomFrom, type Random } from './random.ts';
import type { FuzzRequest } from './request.ts';
import type { Knowledge } from './rows.ts';
import { membersOf, valueOf, type Scene } from './values.ts';
import { xmlDocument } from './xml.ts';

export interface Generator {
  /** The same for the same number, but for the identifiers that the service has chosen. */
  request(number: number, knowledge: Knowledge): FuzzRequest;
}

export interface GeneratorOptions {
  readonly seed: number;
  readonly document: OpenApi;
  /** Header and value that prove who asks, where the service wants that. */
  readonly credential?: readonly [name: string, value: string];
}

/** Methods beyond those that a path may have. */
const otherMethods = [
  'OPTIONS',
  'HEAD',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'PURGE',
  'LINK',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
] as const;

/** @returns requests that are valid, that are valid but for one thing, and that never were */
export function generatorOf({ seed, document, credential }: GeneratorOptions): Generator {
  const weighted = document.operations.flatMap((operation) => {
    const isVersioned = operation.path.startsWith('/v1/');
    // Without rows nothing is reached.
    const weight = isVersioned
      ? operation.method === 'POST'
        ? 8
        : operation.method === 'DELETE'
          ? 3
          : 5
      : 1;
    return Array.from({ length: weight }, () => operation);
  });

  function request(number: number, knowledge: Knowledge): FuzzRequest {
    const random = randomFrom(`${String(seed)}/${String(number)}`);
    if (random.chance(0.03)) {
      const raw = garbage(random);
      return { number, method: 'GET', target: '', headers: [], garbage: raw, isValid: false };
    }
    const operation = random.any(weighted);
    if (operation === undefined) throw new Error('the document has no operation');
    const isValid = random.chance(0.55);
    return isValid
      ? valid(number, random, operation, knowledge)
      : broken(random, valid(number, random, operation, knowledge), operation);
  }

  function valid(
    number: number,
    random: Random,
    operation: DocumentedOperation,
    knowledge: Knowledge,
  ): FuzzRequest {
    const { path, row } = knowledge.path(random, operation.path);
    const isUnread = operation.method === 'PUT' && row !== undefined && row.value === undefined;
    const pattern = pathPattern(operation.path);
    const pages = knowledge.nextPages.filter((page) => pattern.test(page.split('?', 1)[0] ?? ''));
    const next = operation.method === 'GET' && random.chance(0.3) ? random.any(pages) : undefined;
    // What may not change must be known before the whole is replaced.
    const asked = isUnread ? (document.find('GET', path) ?? operation) : operation;
    const isOne = operation.path.endsWith('}');
    const scene: Scene = {
      document,
      random,
      identifier: (name) => knowledge.identifier(random, name),
      isPatch: asked.method === 'PATCH',
      ...(isOne ? { id: idOf(path) } : {}),
      ...(isOne && row?.value !== undefined ? { stored: row.value } : {}),
    };
    const body = Object.keys(asked.bodies).length === 0 ? undefined : bodyOf(scene, asked);
    const wish: HeaderWish = {
      operation: asked,
      isPlain: isUnread || next !== undefined,
      ...(row?.etag === undefined || row.path !== path ? {} : { etag: row.etag }),
      ...(body === undefined ? {} : { contentType: body.contentType }),
      ...(credential === undefined || asked.isPublic ? {} : { credential }),
    };
    const { headers, accept } = headersOf(random, wish);
    const query = isUnread ? '' : queryOf(scene, asked, accept);
    return {
      number,
      method: asked.method,
      target: next ?? path + query,
      headers,
      ...(body === undefined ? {} : { body: body.bytes }),
      isValid: true,
    };
  }

  function bodyOf(
    scene: Scene,
    { bodies, method }: DocumentedOperation,
  ): { readonly contentType: string; readonly bytes: Buffer } {
    const { random } = scene;
    const types = Object.keys(bodies);
    // Plain JSON first: what it stores, the others find.
    const contentType = random.chance(0.4) ? (types[0] ?? '') : (random.any(types) ?? '');
    const schema = bodies[contentType] ?? {};
    if (contentType === 'application/json-patch+json') {
      const value = method === 'PATCH' ? jsonPatchOf(scene, bodies) : valueOf(scene, schema);
      return { contentType, bytes: Buffer.from(JSON.stringify(value)) };
    }
    const value = valueOf(scene, schema);
    const text = contentType.endsWith('xml')
      ? xmlDocument(document, schema, value)
      : JSON.stringify(value);
    return { contentType, bytes: Buffer.from(text) };
  }

  /** Additions of what a merge patch may set. */
  function jsonPatchOf(scene: Scene, bodies: Readonly<Record<string, Json>>): object[] {
    const schema = bodies['application/merge-patch+json'] ?? bodies['application/json'];
    const members = Object.entries(membersOf(valueOf(scene, schema)));
    return members
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ op: 'add', path: `/${name}`, value }));
  }

  function broken(
    random: Random,
    request: FuzzRequest,
    operation: DocumentedOperation,
  ): FuzzRequest {
    const changed = { ...request, isValid: false };
    const { target } = request;
    const [path = '', search = ''] = target.split('?', 2);
    const isOfBody = request.body !== undefined && random.chance(0.65);
    if (isOfBody) return { ...changed, body: brokenBody(random, request) };
    return random.pick<() => FuzzRequest>([
      () => ({ ...changed, method: random.pick(otherMethods) }),
      () => ({ ...changed, method: 'HEAD' }),
      () => ({
        ...changed,
        target: brokenPath(random, path) + (search === '' ? '' : `?${search}`),
      }),
      () => ({ ...changed, target: `${path}?${brokenQuery(random, operation, search)}` }),
      () => ({ ...changed, target: `${path}?${brokenQuery(random, operation, search)}` }),
      () => ({ ...changed, headers: brokenHeaders(random, request.headers, credential?.[0]) }),
      () => ({ ...changed, headers: brokenHeaders(random, request.headers, credential?.[0]) }),
    ])();
  }

  return { request };
}

function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function brokenBody(random: Random, { body = Buffer.alloc(0) }: FuzzRequest): Buffer {
  const text = body.toString();
  if (text.startsWith('<')) {
    if (random.chance(0.6)) return brokenXml(random, text);
    // One element with another text.
    const texts = [...text.matchAll(/>([^<>]+)</g)];
    const found = random.any(texts)?.[0];
    const nasty = (random.any(nastyTexts) ?? '').replaceAll('<', '&lt;').replaceAll('&', '&amp;');
    return Buffer.from(found === undefined ? text : text.replace(found, () => `>${nasty}<`));
  }
  if (random.chance(0.25)) return brokenJson(random, text);
  const parsed: unknown = JSON.parse(text);
  return Buffer.from(JSON.stringify(mutated(random, parsed)));
}

function brokenPath(random: Random, path: string): string {
  const nasty = encodeURIComponent((random.any(nastyTexts) ?? '').toWellFormed());
  const last = path.slice(0, path.lastIndexOf('/') + 1);
  return random.pick([
    last + random.uuid(),
    last + nasty,
    last + nasty,
    `${path}/`,
    `${path}/${nasty}`,
    `/${path}`,
    path.replace('/v1/', '/v2/'),
    path.replace('/v1/', '/'),
    path.toUpperCase(),
    `${path}%`,
    `${path}%00`,
    `${path}%c3%28`,
    `${path}%2f..%2f`,
    `${path}/../..`,
    `${path};a=1`,
    `${path}#fragment`,
    `http://other.example${path}`,
    `${path}/${'x'.repeat(9000)}`,
    path.replaceAll('/', '%2F'),
    `${path}\u00e9`,
    '*',
    '//',
  ]);
}

function brokenQuery(
  random: Random,
  { queryParameters }: DocumentedOperation,
  search: string,
): string {
  const name = random.any(queryParameters)?.name ?? 'x';
  const nasty = random.any(nastyTexts)?.toWellFormed() ?? '';
  const value = encodeURIComponent(nasty);
  const broken = random.pick([
    `${name}=${value}`,
    `${name}=${value}`,
    `${name}=`,
    name,
    `${name}=1&${name}=2`,
    `${name}=%`,
    `${name}=%zz`,
    `${name}=%c3%28`,
    `${name}=%00`,
    `${name}[]=1`,
    `${name}[gt]=1&${name}[lt]=0`,
    `${name}[constructor]=1`,
    'unknown=1',
    `${value}=1`,
    '__proto__=1',
    'page=0',
    'page=1000001',
    'page=1e1',
    'page=999999&size=100',
    'size=0',
    'size=9007199254740992',
    'cursor=x',
    `cursor=${'A'.repeat(500)}`,
    'page=1&cursor=e30',
    'sort=',
    'sort=createdAt,up',
    'sort=createdAt&sort=createdAt',
    'sort=-createdAt',
    'filter[x]=1',
    `${name}=${Array.from({ length: 60 }, (_, index) => String(index)).join(',')}`,
    Array.from({ length: 60 }, () => `${name}=1`).join('&'),
    '&&&=',
    '=',
    '?',
    `a=${'x'.repeat(9000)}`,
  ]);
  return search === '' || random.chance(0.5) ? broken : `${search}&${broken}`;
}

function brokenHeaders(
  random: Random,
  headers: FuzzRequest['headers'],
  credentialName: string | undefined,
): FuzzRequest['headers'] {
  const without = (name: string) =>
    headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  // Line breaks would make it another request.
  const nasty = Buffer.from((random.any(nastyTexts) ?? '').toWellFormed(), 'utf8')
    .toString('latin1')
    .replaceAll(/[\r\n\u0000]/g, '');
  const header = (name: string, value: string): FuzzRequest['headers'] => [
    ...without(name),
    [name, value],
  ];
  const names = [
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'Prefer',
    'Origin',
    'Traceparent',
    'Range',
    'Host',
    'Cookie',
    'X-Forwarded-For',
    'Access-Control-Request-Method',
  ] as const;
  const name = random.pick(names);
  const credentials: FuzzRequest['headers'][] =
    credentialName === undefined
      ? []
      : [
          without(credentialName),
          header(credentialName, 'wrong'),
          header(credentialName, nasty),
          [...headers, [credentialName, 'second']],
        ];
  return random.pick<FuzzRequest['headers']>([
    header(name, nasty),
    header(name, nasty),
    [...headers, [name, nasty], [name, 'second']],
    header(name, ''),
    header(name, 'x'.repeat(9000)),
    header(name, Array.from({ length: 500 }, () => '*').join(',')),
    header('Accept', 'application/json;q=0, */*;q=0.000'),
    header('Accept', 'text/html;level=1;q=0.5, application/vnd.api+json;ext=x, image/*'),
    header('Accept', ';;;,,q=;=1'),
    header('Accept-Language', 'de-AT;q=abc, *;q=1.5, en;q=-1'),
    header('Accept-Encoding', 'br;q=0, gzip;q=0, identity;q=0'),
    header('Content-Type', 'application/json; charset=iso-8859-1'),
    header('Content-Type', 'application/xml'),
    header('Content-Type', 'application/vnd.api+json; ext="x"'),
    header('Content-Type', 'multipart/form-data; boundary=x'),
    header('Content-Encoding', 'gzip'),
    header('Content-Range', 'bytes 0-1/2'),
    header('If-Match', '"1.v1.json", W/"2", "'),
    header('If-Match', '*'),
    header('If-None-Match', '*'),
    header('If-Match', '"9999999999999999999.v1.json"'),
    header('Idempotency-Key', '"unclosed'),
    header('Idempotency-Key', '""'),
    header('Prefer', 'return=minimal; x, return="representation", wait=999999'),
    header('Expect', '100-continue'),
    header('Expect', '200-ok'),
    header('Origin', 'null'),
    header('Connection', 'close'),
    header('Upgrade', 'websocket'),
    header('X-HTTP-Method-Override', 'DELETE'),
    header('Traceparent', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`),
    header('X-Large', 'y'.repeat(40_000)),
    ...credentials,
  ]);
}
