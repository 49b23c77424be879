import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { hasEvents, samples, versions } from '../../contract.ts';
import { plainClient, testClient, type TestAnswer, type TestClient } from '../support/client.ts';
import {
  first,
  followed,
  madeAt,
  offering,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { decoded } from '../support/html.ts';
import { requestFor } from '../support/selected.ts';
import { isRemote, needing } from '../support/target.ts';

const basePath = '/desk/api';
const baseUrl = 'http://service.test';
const listable = offering('list');
const creatable = offering('create');

/** What rows have that begins with a slash is no link: what tests send, and what the service puts in its place. */
const data = [JSON.stringify(samples.map(({ bodies, unique }) => [bodies, unique]))];

describe('part 1, a service whose address has a path', () => {
  let service: ConformingService;
  let replica: ReturnType<ConformingService['createReplica']>;
  let plain: TestClient;
  /** What clients send through a proxy that takes the path away, and through one that passes it on. */
  let proxied: readonly (readonly [kind: string, client: TestClient])[];

  before(async () => {
    if (isRemote()) return;
    service = await startConforming();
    plain = testClient(service.address, service.credential);
    replica = service.createReplica({ baseUrl: baseUrl + basePath });
    const address = await replica.server.listen({ host: '127.0.0.1', port: 0 });
    proxied = [
      ['taken away', testClient(address, service.credential)],
      ['passed on', testClient(address + basePath, service.credential)],
    ];
  });
  after(async () => {
    if (isRemote()) return;
    await replica.server.close();
    await service.stop();
  });

  /** What was followed once leads where it leads. */
  const known = new Set<string>();

  /** Fails unless each answer is the one of a service without a path, but for its links, and each link leads on. */
  async function assertSame(path: string, accept: string): Promise<void> {
    const headers = { accept };
    const expected = await plain('GET', path, { headers });
    const links = linksIn(expected, path);
    for (const [kind, client] of proxied) {
      const what = `${path} as ${accept}, ${kind}`;
      const answer = await client('GET', path, { headers });
      assert.equal(answer.status, expected.status, what);
      const own = linksIn(answer, basePath + path);
      assert.deepEqual(own, links.map(below), what);
      for (const link of own) {
        const following = `${link} ${kind}`;
        if (known.has(following)) continue;
        known.add(following);
        const address = followed(above(link).replace(baseUrl, '') || '/');
        const { status } = await client('GET', address, { headers });
        assert.equal(
          status,
          (await plain('GET', address, { headers })).status,
          `${link} in ${what}`,
        );
      }
    }
  }

  test(
    'C-001 every link of what belongs to no version has the path',
    needing('server'),
    async () => {
      const places = [
        '/',
        '/versions',
        '/.well-known/api-catalog',
        '/docs',
        '/problems/not-found',
        '/nothing',
      ];
      for (const path of places) await assertSame(path, '*/*');
      await assertSame('/nothing', 'text/html');
      for (const [kind, client] of proxied) {
        const { text } = await client('GET', '/');
        assert.ok(text.includes(`"${basePath}/versions"`), kind);
      }
    },
  );

  test(
    'C-001 C-039 every link of every representation has the path',
    unless(listable, 'database', 'server'),
    async () => {
      for (const sample of listable) {
        const collection = await service.make.collection(sample);
        const { id } = await service.make.insert(sample, collection);
        await service.make.insert(sample, collection);
        data.push(JSON.stringify(await sample.rows(service.database)));
        const { offers = [] } = service.contract.find('GET', collection) ?? {};
        assert.ok(offers.length > 0);
        for (const type of offers) {
          await assertSame(`${collection}?size=1`, type);
          await assertSame(`${collection}/${id}`, type);
        }
        for (const { label } of versions) {
          await assertSame(collection.replace(/^\/v[\d-]+/, `/v${label}`), 'application/json');
        }
      }
    },
  );

  test('C-053 what is made is where Location says', unless(creatable, 'server'), async () => {
    const sample = first(creatable);
    for (const [kind, client] of proxied) {
      const collection = await service.make.collection(sample);
      const answer = await client('POST', collection, {
        body: await service.make.body(sample),
        headers: { 'idempotency-key': `"${randomUUID()}"` },
      });
      assert.equal(answer.status, 201, answer.text);
      const location = answer.headers.get('location') ?? '';
      assert.equal(location, below(above(location)), kind);
      const place = madeAt({ ...answer, headers: new Headers({ location: above(location) }) });
      assert.ok(place.startsWith(`${collection.split('?', 1).join('')}/`), `${location}, ${kind}`);
      const { status } = await client('GET', place);
      assert.equal(status, (await plain('GET', place)).status, kind);
    }
  });

  test('C-001 the path is a whole one, and stands in front once', needing('server'), async () => {
    const { headers } = requestFor('/');
    const send = plainClient(replica.server.listeningOrigin, headers);
    const statusOf = async (path: string) => (await send('GET', path)).status;
    for (const path of ['/health', '/', ''])
      assert.equal(await statusOf(basePath + path), 200, path);
    assert.equal(await statusOf(`${basePath}?nothing`), 400);
    for (const path of ['health', 's/health', '//health', `${basePath}/health`]) {
      assert.ok((await statusOf(basePath + path)) >= 400, path);
    }
    for (const path of ['/docs', '/problems/x', '/.well-known']) {
      assert.throws(() => service.createReplica({ baseUrl: baseUrl + path }), /begins like/, path);
    }
  });

  test(
    'C-002 documents name the path in the address of their server and in links of examples',
    needing('server'),
    async () => {
      const [, client] = proxied[0] ?? [];
      assert.ok(client !== undefined);
      const { body } = await client('GET', '/');
      const { links } = body as { links: Readonly<Record<string, string>> };
      const { body: document } = await client('GET', above(links['description'] ?? ''));
      const { servers, paths } = document as {
        servers: readonly { readonly url: string }[];
        paths: Readonly<Record<string, object>>;
      };
      for (const { url } of servers) assert.equal(new URL(url).pathname, basePath);
      for (const path of Object.keys(paths)) assert.ok(!path.startsWith(basePath), path);
      const examples = JSON.stringify(document).matchAll(/"(?:self|first|href)":"(\/[^"]*)"/g);
      for (const [, link = ''] of examples) assert.equal(link, below(above(link)));
      if (!hasEvents) return;
      const { body: events } = await client('GET', '/asyncapi.json');
      const { servers: hosts, channels } = events as {
        servers: { http: { pathname: string } };
        channels: Readonly<Record<string, { address: string | null }>>;
      };
      assert.equal(hosts.http.pathname, basePath);
      for (const { address } of Object.values(channels))
        assert.ok(address?.startsWith(basePath) !== true, address ?? '');
    },
  );
});

/** A link of the service without a path, as the service with one has it. */
function below(link: string): string {
  return link.replace(/^(https?:\/\/[^/?]*)?/, `$1${basePath}`);
}

/** The reverse; fails where the link has no such path. */
function above(link: string): string {
  const [whole = '', host = '', rest = ''] =
    /^(https?:\/\/[^/?]*)?\/desk\/api(\/.*|\?.*|)$/.exec(link) ?? [];
  assert.equal(whole, link, `${link} leads to another service`);
  return host + rest;
}

/**
 * Paths and addresses of the service that an answer links to, each once.
 *
 * @param path of the request, for links that begin at it
 */
function linksIn({ headers, text }: TestAnswer, path: string): string[] {
  const type = headers.get('content-type') ?? '';
  const inHeader = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>/g)].map(
    ([, target = '']) => target,
  );
  const shown = [
    ...text.matchAll(
      /(?<=["'>](?:POST )?)(?:https?:\/\/[^/?"'<\s]+|(?=\/(?!>)))(?:[/?][^"'<>\s{#]*)?/g,
    ),
  ]
    .map(([link]) => decoded(link))
    // In a page a comma is behind a value of a list.
    .filter((link) => data.every((text) => !text.includes(`"${link.replace(/,$/, '')}"`)));
  const near = type.startsWith('text/html')
    ? [...text.matchAll(/ (?:href|src)="((?!\/|[a-z]+:|#)[^"]+)"/g)].map(([, link = '']) => {
        const { pathname, search } = new URL(decoded(link), baseUrl + path);
        return pathname + search;
      })
    : [];
  const all = [...inHeader, ...shown, ...near].map((link) => link.replace(/[{#].*$/, ''));
  const ours = all.filter(
    (link) =>
      link.startsWith('/') || /^https?:\/\/([^/]*[.-])?service\b[^/]*\.test([/?]|$)/.test(link),
  );
  return [...new Set(ours)].toSorted();
}
