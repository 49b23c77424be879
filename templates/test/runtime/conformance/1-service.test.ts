import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { about, currentVersion, samples, selector, versions as known } from '../../contract.ts';
import { healthRoutes } from '../../../src/runtime/service/health.ts';
import { versionValue } from '../../../src/runtime/versioning/version.ts';
import { startBareServer } from '../support/bare-server.ts';
import {
  documentPath,
  filled,
  followed,
  linked,
  prefix,
  startConforming,
  type ConformingService,
} from '../support/conformance.ts';
import { decoded } from '../support/html.ts';
import { needing } from '../support/target.ts';

const { absolute } = selector;

describe('part 1, what the service does', () => {
  let service: ConformingService;

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  test('C-001 the home document says what the service is and where everything is', async () => {
    const { status, body, headers } = await service.anonymous('GET', '/');
    assert.equal(status, 200);
    assert.equal(body['name'], about.name);
    assert.equal(body['title'], about.title);
    assert.equal(body['purpose'], about.purpose);
    // Texts of the specification may speak of anything; the rest names no tool.
    const { name: _name, title: _title, purpose: _purpose, versions: _versions, ...others } = body;
    assert.doesNotMatch(JSON.stringify(others), /fastify|node/i);
    const link = headers.get('link') ?? '';
    assert.ok(link.includes(`<${linked(documentPath)}>; rel="service-desc"`), link);
    assert.ok(link.includes(`<${linked('/docs')}>; rel="service-doc"`), link);
    assert.ok(link.includes(`<${linked('/health')}>; rel="status"`), link);
    assert.ok(link.includes(`<${linked('/.well-known/api-catalog')}>; rel="api-catalog"`), link);
  });

  test('C-001 people read the home document as a page, to which the title of every page leads', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const home = await service.anonymous('GET', '/', { headers });
    assert.equal(home.status, 200);
    assert.equal(home.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(
      home.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*form-action 'none'/,
    );
    assert.doesNotMatch(home.text, /<(script|form|input|button|iframe|object|embed|img|base)\b/i);
    const { versions } = (await service.anonymous('GET', '/')).body as {
      versions: readonly { collections: readonly string[] }[];
    };
    const collections = versions.flatMap((version) => version.collections);
    for (const address of collections) assert.ok(addressesIn(home.text).includes(address), address);
    const explained = await service.anonymous('GET', '/problems/not-found', { headers });
    assert.ok(addressesIn(explained.text).includes(linked('/')));
  });

  test('C-001 whatever the home document links to is there', async () => {
    const { body } = await service.anonymous('GET', '/');
    const { versions, links } = body as {
      versions: readonly {
        version: number | string;
        state: string;
        description?: string;
        collections: readonly string[];
      }[];
      links: Readonly<Record<string, string>>;
    };
    assert.deepEqual(
      versions.map(({ version }) => version),
      known.map(versionValue),
    );
    const documents = versions.flatMap(({ description }) => description ?? []);
    assert.equal(documents.length, versions.filter(({ state }) => state !== 'sunset').length);
    for (const path of [...Object.values(links), ...documents]) {
      assert.equal((await service.anonymous('GET', path)).status, 200, path);
    }
    for (const { version, collections } of versions) {
      for (const path of collections) {
        // A link that names no version is of the one that has it.
        const address = followed(path).replace(/^\/v[^/]+/, `/v${String(version)}`);
        assert.ok([linked(address), absolute(service.baseUrl, address)].includes(path), path);
        const { headers } = await service.anonymous('OPTIONS', address);
        assert.match(headers.get('allow') ?? '', /\bGET\b/, path);
      }
    }
  });

  test('C-002 the OpenAPI document describes this service and one version of it', () => {
    const { document, operations } = service.contract;
    const info = document['info'] as Readonly<Record<string, unknown>>;
    assert.match(String(document['openapi']), /^3\.1\./);
    assert.equal(info['title'], about.title);
    assert.equal(info['version'], about.version);
    assert.equal(info['description'], about.purpose === '' ? undefined : about.purpose);
    assert.deepEqual(info['contact'], about.contact);
    assert.deepEqual(info['license'], about.license);
    for (const { path } of operations) {
      if (/^\/v\d/.test(path)) assert.ok(path.startsWith(`${prefix}/`), path);
    }
  });

  test(
    'C-002 the OpenAPI document has every operation that is served, and no other',
    needing('server'),
    async () => {
      const { versions, unversioned } = service.app.routes;
      const versioned = versions.at(-1)?.routes ?? [];
      const served = [
        ...versioned.map(({ path, operations }) => ({ path: prefix + path, operations })),
        ...unversioned
          .filter(({ isHidden }) => !isHidden)
          .map(({ path, operations }) => ({ path: followed(path), operations })),
      ].flatMap(({ path, operations }) =>
        Object.keys(operations).map((method) => `${method} ${path}`),
      );
      const internal = new Map(unversioned.map(({ path }) => [followed(path), path]));
      const { operations } = service.contract;
      const documented = operations.map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(documented.toSorted(), served.toSorted());

      for (const path of new Set(operations.map((operation) => operation.path))) {
        const { headers } = await service.anonymous('OPTIONS', filled(path));
        const offered = (headers.get('allow') ?? '').split(', ');
        const methods = operations.filter((each) => each.path === path).map(({ method }) => method);
        const implied = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
        assert.deepEqual(offered.toSorted(), [...methods, ...implied].toSorted(), path);
        // The router has the paths of all methods in the tree of GET.
        const url = (internal.get(path) ?? path).replaceAll(/\{(\w+)\}/g, ':$1');
        assert.ok(service.app.server.hasRoute({ method: 'GET', url }), url);
      }
    },
  );

  test('C-002 every reference in the OpenAPI document leads somewhere', () => {
    const { document, schema } = service.contract;
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)];
    assert.ok(references.length > 0);
    for (const [, pointer = ''] of references) {
      assert.ok(Object.keys(schema(pointer)).length > 0, pointer);
    }
  });

  test('C-002 every operation in the OpenAPI document has a name of its own', () => {
    const ids = service.contract.operations.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]*$/);
  });

  test('C-002 every example in the OpenAPI document is what its schema describes', () => {
    const { document, assertValid } = service.contract;
    const { schemas } = document['components'] as { schemas: Readonly<Record<string, object>> };
    const examples = Object.entries(schemas).flatMap(([name, schema]) =>
      examplesWithin(schema, `/components/schemas/${name}`),
    );
    const whole = examples.filter(({ pointer }) => /^\/components\/schemas\/\w+$/.test(pointer));
    // What can only be deleted has no schema.
    const hasSchemas = samples.some(({ methods }) => methods.some((each) => each !== 'delete'));
    assert.ok(!hasSchemas || whole.length > 0);
    for (const { pointer, value } of examples) assertValid(pointer, value, `example at ${pointer}`);
    for (const { pointer, value } of contentExamples(service.contract.document)) {
      assertValid(`${pointer}/schema`, value, `example at ${pointer}`);
    }
  });

  test('C-002 every header that an answer has is in the OpenAPI document', async () => {
    const { operations, schema } = service.contract;
    const ofConnection =
      /^(connection|content-(length|type|security-policy)|date|keep-alive|transfer-encoding)$/;
    for (const { method, path } of operations.filter((each) => each.method === 'GET')) {
      for (const send of [service.request, service.anonymous]) {
        const { status, headers } = await send(method, filled(path));
        const responses = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses`;
        const { headers: described = {} } = schema(`${responses}/${String(status)}`);
        const documented = new Set(
          Object.keys(described as object).map((name) => name.toLowerCase()),
        );
        for (const name of headers.keys()) {
          if (ofConnection.test(name)) continue;
          assert.ok(documented.has(name), `${method} ${path} ${String(status)}: ${name}`);
        }
      }
    }
  });

  test('C-001 the documentation needs nothing but this service, and its policy permits nothing else', async () => {
    const { status, headers, text } = await service.anonymous('GET', '/docs');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; /);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    const scripts = [...text.matchAll(/<script>([^]*?)<\/script>/g)].map(
      ([, script = '']) => script,
    );
    const styles = [...text.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style = '']) => style);
    assert.equal(scripts.length, 2);
    for (const inline of [...scripts, ...styles]) {
      const hash = createHash('sha256').update(inline).digest('base64');
      assert.ok(policy.includes(`'sha256-${hash}'`), policy);
    }
    const loaded = [...text.matchAll(/ (?:src|href)="([^"]+)"/g)].map(
      ([, address = '']) => address,
    );
    const assets = loaded.filter((address) => /^docs\/\d/.test(address));
    const { body } = await service.anonymous('GET', '/versions');
    const listed = body['versions'] as readonly { version: number | string; state: string }[];
    const shown = listed
      .filter(({ state }) => state !== 'sunset')
      .map(({ version }) => `docs/v${String(version)}`);
    assert.deepEqual(
      loaded.filter((address) => !assets.includes(address)).toSorted(),
      ['.', 'data:,', documentPath.slice(1), ...(known.length > 1 ? shown : [])].toSorted(),
    );
    assert.equal(assets.length, 2);
    for (const address of assets) {
      const asset = await service.anonymous('GET', `/${address}`);
      assert.equal(asset.status, 200, address);
      const type = address.endsWith('.css') ? 'text/css' : 'text/javascript';
      assert.equal(asset.headers.get('content-type'), `${type}; charset=utf-8`);
      assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.ok(asset.text.length > 10_000, address);
    }
  });

  test('C-001 the documentation serves no other file of its library', async () => {
    const { text } = await service.anonymous('GET', '/docs');
    const [, folder = ''] = /"(docs\/\d[^"]*\/)/.exec(text) ?? [];
    assert.notEqual(folder, '');
    for (const file of [
      '',
      'index.html',
      '../package.json',
      '..%2fpackage.json',
      'swagger-ui.js',
    ]) {
      assert.equal((await service.anonymous('GET', `/${folder}${file}`)).status, 404, file);
    }
  });

  test('C-001 the list of versions has the state and the dates of each, and leads to its document', async () => {
    const { status, body } = await service.anonymous('GET', '/versions');
    assert.equal(status, 200);
    const { versions } = body as {
      versions: readonly {
        version: number | string;
        state: string;
        released?: string;
        links: object;
      }[];
    };
    assert.deepEqual(
      versions.map(({ version, released }) => [String(version), released]),
      known.map(({ label, released }) => [label, released]),
    );
    for (const { version, state, links } of versions) {
      const description = linked(`/openapi/v${String(version)}.json`);
      assert.deepEqual(links, {
        ...(state === 'sunset' ? {} : { description }),
        documentation: linked('/docs'),
      });
    }
  });

  test(
    'C-001 a version stays what it is until its dates say otherwise',
    needing('clock'),
    async () => {
      const { now } = service;
      service.now = new Date('9999-01-01T00:00:00Z');
      try {
        const { body } = await service.anonymous('GET', '/versions');
        const { versions } = body as { versions: readonly { state: string }[] };
        const { released, maintained = '', deprecated = '', sunset } = currentVersion;
        const kept = maintained === '' ? 'active' : 'maintained';
        const last = deprecated > maintained ? 'deprecated' : kept;
        const expected = sunset === undefined ? last : 'sunset';
        assert.equal(versions.at(-1)?.state, released === undefined ? 'draft' : expected);
      } finally {
        service.now = now;
      }
    },
  );

  test('C-003 the API catalogue leads to the documents and the health of every version', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await service.anonymous(method, '/.well-known/api-catalog');
      assert.equal(status, 200);
      assert.equal(
        headers.get('content-type'),
        'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      );
      assert.equal(
        headers.get('link'),
        `<${service.baseUrl}/.well-known/api-catalog>; rel="api-catalog"`,
      );
    }
    const { body } = await service.anonymous('GET', '/.well-known/api-catalog');
    const { linkset } = body as {
      linkset: readonly Readonly<
        Record<string, string | readonly { href: string; type: string }[]>
      >[];
    };
    const { body: list } = await service.anonymous('GET', '/versions');
    const { versions } = list as {
      versions: readonly { version: number | string; state: string }[];
    };
    assert.equal(linkset.length, versions.filter(({ state }) => state !== 'sunset').length);
    assert.equal(
      linkset.at(-1)?.['anchor'],
      absolute(service.baseUrl, prefix).replace(/\/(?=\?|$)/, ''),
    );
    for (const { anchor: _, ...relations } of linkset) {
      assert.deepEqual(Object.keys(relations), ['service-desc', 'service-doc', 'status']);
      for (const target of Object.values(relations).flat()) {
        assert.ok(typeof target === 'object');
        const { origin, pathname } = new URL(target.href);
        assert.equal(origin, new URL(service.baseUrl).origin);
        const { status, headers } = await service.anonymous('GET', pathname);
        assert.equal(status, 200, pathname);
        assert.equal(headers.get('content-type')?.split(';', 1)[0], target.type);
      }
    }
  });

  test('C-004 health needs no credential and tells nothing', async () => {
    for (const path of ['/health', '/health/ready']) {
      const { status, headers, body } = await service.anonymous('GET', path);
      assert.equal(status, 200, path);
      assert.equal(headers.get('content-type'), 'application/health+json');
      assert.equal(headers.get('x-api-version'), null);
      assert.deepEqual(body, { status: 'pass' });
    }
  });

  test(
    'C-004 without its database the service is alive, but not ready',
    needing('server'),
    async () => {
      const server = await startBareServer([], { unversioned: healthRoutes(fail) });
      try {
        assert.equal((await server.request('GET', '/health')).status, 200);
        const ready = await server.request('GET', '/health/ready');
        assert.equal(ready.status, 503);
        assert.equal(ready.body['code'], 'service-unavailable');
        assert.match(ready.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.doesNotMatch(ready.text, /ECONNREFUSED|internal:/);
      } finally {
        await server.stop();
      }
    },
  );
});

/** Examples of a schema and of the members within it, each with the place of its schema. */
function examplesWithin(schema: object, pointer: string): { pointer: string; value: unknown }[] {
  const { examples = [], properties = {} } = schema as {
    examples?: readonly unknown[];
    properties?: Readonly<Record<string, object>>;
  };
  return [
    ...examples.map((value) => ({ pointer, value })),
    ...Object.entries(properties).flatMap(([name, member]) =>
      examplesWithin(member, `${pointer}/properties/${name}`),
    ),
  ];
}

function fail(): Promise<void> {
  return Promise.reject(new Error('connect ECONNREFUSED db.internal:5432'));
}

/** Examples of bodies and answers, with the pointers to what they are examples of. */
function contentExamples(node: unknown, pointer = ''): { pointer: string; value: unknown }[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('schema' in node && 'example' in node) return [{ pointer, value: node.example }];
  return Object.entries(node).flatMap(([name, member]) =>
    contentExamples(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function addressesIn(page: string): readonly string[] {
  return [...page.matchAll(/\shref="([^"]*)"/g)].map(([, address = '']) => decoded(address));
}
