import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { about } from '../../src/service/about.ts';
import { healthRoutes } from '../../src/service/health.ts';
import { currentVersion } from '../../src/versioning/versions.ts';
import { startBareServer } from '../support/bare-server.ts';
import {
  documentPath,
  filled,
  prefix,
  startConforming,
  type ConformingService,
} from '../support/conformance.ts';

describe('part 1, what the service does', () => {
  let service: ConformingService;

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  test('C-001 the home document says what the service is and where everything is', async () => {
    const { status, body, headers, text } = await service.anonymous('GET', '/');
    assert.equal(status, 200);
    assert.equal(body['name'], about.name);
    assert.equal(body['title'], about.title);
    assert.equal(body['purpose'], about.purpose);
    assert.doesNotMatch(text, /fastify|node/i);
    const link = headers.get('link') ?? '';
    assert.ok(link.includes(`<${documentPath}>; rel="service-desc"`), link);
    assert.ok(link.includes('</health>; rel="status"'), link);
  });

  test('C-001 whatever the home document links to is there', async () => {
    const { body } = await service.anonymous('GET', '/');
    const { versions, links } = body as {
      versions: readonly { version: number; description: string; collections: readonly string[] }[];
      links: Readonly<Record<string, string>>;
    };
    assert.deepEqual(
      versions.map(({ version }) => version),
      [currentVersion.major],
    );
    const documents = versions.map(({ description }) => description);
    for (const path of [...Object.values(links), ...documents]) {
      assert.equal((await service.anonymous('GET', path)).status, 200, path);
    }
    for (const path of versions.flatMap(({ collections }) => collections)) {
      const { headers } = await service.anonymous('OPTIONS', path);
      assert.match(headers.get('allow') ?? '', /\bGET\b/, path);
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
    assert.deepEqual(info['license'], about.license && { name: about.license });
    for (const { path } of operations) {
      if (/^\/v\d/.test(path)) assert.ok(path.startsWith(`${prefix}/`), path);
    }
  });

  test('C-002 the OpenAPI document has every operation that is served, and no other', async () => {
    const { versioned, unversioned } = service.app.routes;
    const served = [
      ...versioned.map(({ path, operations }) => ({ path: prefix + path, operations })),
      ...unversioned,
    ].flatMap(({ path, operations }) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    const { operations } = service.contract;
    const documented = operations.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(documented.toSorted(), served.toSorted());

    for (const path of new Set(operations.map((operation) => operation.path))) {
      const { headers } = await service.anonymous('OPTIONS', filled(path));
      const offered = (headers.get('allow') ?? '').split(', ');
      const methods = operations.filter((each) => each.path === path).map(({ method }) => method);
      const implied = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
      assert.deepEqual(offered.toSorted(), [...methods, ...implied].toSorted(), path);
      for (const method of methods) {
        const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
        assert.ok(service.app.server.hasRoute({ method, url }), `${method} ${url}`);
      }
    }
  });

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

  test('C-004 health needs no credential and tells nothing', async () => {
    for (const path of ['/health', '/health/ready']) {
      const { status, headers, body } = await service.anonymous('GET', path);
      assert.equal(status, 200, path);
      assert.equal(headers.get('content-type'), 'application/health+json');
      assert.equal(headers.get('x-api-version'), null);
      assert.deepEqual(body, { status: 'pass' });
    }
  });

  test('C-004 without its database the service is alive, but not ready', async () => {
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
  });
});

function fail(): Promise<void> {
  return Promise.reject(new Error('connect ECONNREFUSED db.internal:5432'));
}
