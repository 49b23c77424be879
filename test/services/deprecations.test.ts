import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort, startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { evolve } from '../support/evolving.ts';
import {
  expectSuccess,
  expectTypes,
  repository,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

const fixture = join(repository, 'test', 'fixtures', 'deprecating');

/** What an answer says of deprecated features. */
interface Told {
  readonly status: number;
  readonly features: string | null;
  readonly deprecation: string | null;
  readonly sunset: string | null;
  readonly sections: readonly string[];
}

const nothing = { features: null, deprecation: null, sunset: null, sections: [] };
const seconds = (day: string) => `@${String(Date.parse(day) / 1000)}`;
const section = (name: string) => `/versions/deprecations#${name}`;

describe('two versions, each with deprecated features of its own', () => {
  const directory = join(temporaryDirectory(), 'parcel-desk');
  let service: RunningService;
  let metrics = '';

  before(async () => {
    await evolve(directory, { directory: fixture, labels: ['1', '2'] });
    const port = String(await freePort());
    metrics = `http://127.0.0.1:${port}/metrics`;
    service = await startService(directory, undefined, { METRICS_PORT: port });
  });
  after(async () => {
    await service.stop();
    rmSync(dirname(directory), { recursive: true });
  });

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Told & { readonly location: string; readonly etag: string }> {
    const response = await fetch(service.address + path, {
      method,
      headers: {
        'x-api-key': service.key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    const links = [
      ...(response.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="deprecation"/g),
    ];
    return {
      status: response.status,
      features: response.headers.get('api-deprecated-features'),
      deprecation: response.headers.get('deprecation'),
      sunset: response.headers.get('sunset'),
      sections: links.map(([, target = '']) => target),
      location: response.headers.get('location') ?? '',
      etag: response.headers.get('etag') ?? '',
    };
  }

  async function told(...request: Parameters<typeof ask>): Promise<Told> {
    const { status, features, deprecation, sunset, sections } = await ask(...request);
    return { status, features, deprecation, sunset, sections };
  }

  const weight = {
    features: 'field:parcel.weight',
    deprecation: seconds('2024-06-01'),
    sunset: new Date('2099-06-01').toUTCString(),
    sections: [section('v1-field:parcel.weight')],
  };

  test('a client that sends a deprecated field is told, and one that does not is not', async () => {
    assert.deepEqual(await told('POST', '/v1/parcels', { title: 'a' }), {
      status: 201,
      ...nothing,
    });
    assert.deepEqual(await told('POST', '/v1/parcels', { title: 'a', weight: 2 }), {
      status: 201,
      ...weight,
    });
    assert.deepEqual(await told('GET', '/v1/parcels'), { status: 200, ...nothing });
  });

  test('a version tells what its own specification deprecates', async () => {
    assert.deepEqual(await told('POST', '/v2/parcels', { grams: 3 }), { status: 400, ...nothing });
    assert.deepEqual(await told('POST', '/v2/parcels', { name: 'a', extent: 'extra, large' }), {
      status: 201,
      ...nothing,
      features: 'field:parcel.name',
      deprecation: seconds('2025-06-01'),
      sections: [section('v2-field:parcel.name')],
    });
    // The first version calls the same member otherwise.
    assert.equal((await told('POST', '/v1/parcels', { title: 'a' })).features, null);
  });

  test('of several features all are named, with the earliest days', async () => {
    const body = {
      title: 'a',
      weight: 2,
      extent: 'extra, large',
      lines: [{ text: 'b' }, { remark: 'c' }],
    };
    const { features, deprecation, sunset, sections } = await ask('POST', '/v1/parcels', body);
    assert.deepEqual(features?.split(', '), [
      'field:parcel.weight',
      'value:parcel.extent=extra%2C%20large',
      'field:parcel.lines.remark',
    ]);
    assert.deepEqual([deprecation, sunset], [weight.deprecation, weight.sunset]);
    assert.equal(sections.length, 3);
  });

  test('so is a client whose request is refused', async () => {
    assert.deepEqual(await told('POST', '/v1/parcels', { weight: 'heavy' }), {
      status: 400,
      ...weight,
    });
    const { status, features } = await told('PUT', '/v1/parcels/x', {}, { 'x-api-key': 'wrong' });
    assert.deepEqual([status, features], [401, 'method:parcel.replace']);
  });

  test('patches name fields by members and by pointers, also to remove them', async () => {
    const { location } = await ask('POST', '/v1/parcels', { title: 'a', lines: [{ text: 'b' }] });
    const patch = (type: string, body: unknown) =>
      told('PATCH', location, body, { 'content-type': `application/${type}` });
    assert.deepEqual(await patch('merge-patch+json', { weight: null }), { status: 200, ...weight });
    assert.deepEqual(await patch('json-patch+json', [{ op: 'add', path: '/weight', value: 1 }]), {
      status: 200,
      ...weight,
    });
    const nested = [{ op: 'add', path: '/lines/0/remark', value: 'c' }];
    assert.equal((await patch('json-patch+json', nested)).features, 'field:parcel.lines.remark');
    const values = [{ op: 'add', path: '/extent', value: 'extra, large' }];
    assert.equal(
      (await patch('json-patch+json', values)).features,
      'value:parcel.extent=extra%2C%20large',
    );
    assert.equal((await patch('merge-patch+json', { title: 'b' })).features, null);
  });

  test('every representation of a body is looked at', async () => {
    const attributes = { title: 'a', weight: 2 };
    const jsonApi = { data: { type: 'parcels', attributes } };
    const sent = async (type: string, body: unknown) => {
      const { status, features } = await told('POST', '/v1/parcels', body, {
        'content-type': type,
      });
      return [status, features];
    };
    const expected = [201, weight.features];
    assert.deepEqual(await sent('application/vnd.api+json', jsonApi), expected);
    const xml = '<parcel><title>a</title><weight>2</weight></parcel>';
    assert.deepEqual(await sent('application/xml', xml), expected);
  });

  test('filters, and values that are looked for, are told', async () => {
    const features = async (query: string) => (await told('GET', `/v1/parcels?${query}`)).features;
    assert.equal(await features('grams=3'), 'filter:parcel.grams');
    assert.equal(await features('grams%5Bgte%5D=3'), 'filter:parcel.grams');
    assert.equal(await features('extent=small'), null);
    assert.equal(await features('extent=extra,%20large'), 'value:parcel.extent=extra%2C%20large');
    assert.equal((await told('GET', '/v2/parcels?grams=3')).features, null);
    const other = await told('GET', '/v1/parcels?filter%5Bgrams%5D=3', undefined, {
      accept: 'application/vnd.api+json',
    });
    assert.equal(other.features, 'filter:parcel.grams');
  });

  test('the links of a page stay beside those of its features', async () => {
    const response = await fetch(`${service.address}/v1/parcels?size=1&grams%5Bgte%5D=0`, {
      headers: { 'x-api-key': service.key, origin: 'https://desk.acme.example' },
    });
    const link = response.headers.get('link') ?? '';
    assert.match(link, /rel="first".*rel="deprecation"/);
    const exposed = response.headers.get('access-control-expose-headers') ?? '';
    for (const name of ['Api-Deprecated-Features', 'Deprecation', 'Sunset', 'Link']) {
      assert.ok(exposed.split(', ').includes(name), name);
    }
  });

  test('the sections that links lead to are there', async () => {
    const list = await fetch(`${service.address}/versions/deprecations`);
    const { deprecations } = (await list.json()) as {
      readonly deprecations: readonly Readonly<Record<string, unknown>>[];
    };
    assert.deepEqual(deprecations.at(-1), {
      version: '2',
      feature: 'field:parcel.name',
      since: '2025-06-01',
      links: { section: section('v2-field:parcel.name') },
    });
    assert.equal(deprecations.length, 6);
    const page = await fetch(`${service.address}/versions/deprecations`, {
      headers: { accept: 'text/html' },
    });
    const text = await page.text();
    assert.match(text, /<h2 id="v1-field:parcel\.weight">/);
    assert.match(text, /<dt>Replaced by<\/dt><dd>grams<\/dd>/);
  });

  test('the documents of each version say it', async () => {
    interface Operation {
      readonly deprecated?: boolean;
      readonly description?: string;
      readonly parameters?: readonly { readonly name: string; readonly deprecated?: boolean }[];
    }
    const pathsOf = async (label: string) => {
      const response = await fetch(`${service.address}/openapi/v${label}.json`);
      const text = await response.text();
      const { paths } = JSON.parse(text) as {
        readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
      };
      return { text, paths };
    };
    const [first, second] = [await pathsOf('1'), await pathsOf('2')];
    const replace = first.paths['/v1/parcels/{parcelId}']?.['put'];
    assert.equal(replace?.deprecated, true);
    assert.match(
      replace.description ?? '',
      /Deprecated as of 2024-05-01\. Use `update` instead\.$/,
    );
    assert.equal(second.paths['/v2/parcels/{parcelId}']?.['put']?.deprecated, undefined);
    const list = first.paths['/v1/parcels']?.['get'];
    const deprecated = (list?.parameters ?? []).filter((each) => each.deprecated === true);
    assert.ok(deprecated.some(({ name }) => name === 'grams'));
    assert.ok(deprecated.every(({ name }) => name.includes('grams')));
    const said = 'Do not rely on it from 2099-06-01 on. Use `grams` instead.';
    assert.ok(first.text.includes(said) && !second.text.includes(said));
  });

  test('the metrics count uses by version, feature and client', async () => {
    const of = async (feature: string) => {
      const text = await (await fetch(metrics)).text();
      const lines = text.split('\n').filter((line) => line.includes(`feature="${feature}"`));
      return lines.map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
    };
    await ask('POST', '/v1/parcels', { title: 'a', weight: 2 });
    const before = await of('field:parcel.weight');
    await ask('POST', '/v1/parcels', { title: 'a', weight: 2 });
    // Nobody is known who sends a wrong key.
    await ask('POST', '/v1/parcels', { title: 'a', weight: 2 }, { 'x-api-key': 'wrong' });
    await ask('POST', '/v1/parcels', { title: 'a' });
    assert.deepEqual(
      await of('field:parcel.weight'),
      before.map((count) => count + 1),
    );
    assert.equal(before.length, 1);
  });

  test('the migration guide and INTERFACE.md list what is deprecated', () => {
    const textOf = (path: string) => readFileSync(join(directory, path), 'utf8');
    assert.match(
      textOf('docs/migrations/1-to-2.md'),
      /## Deprecated in version 2[^]*field:parcel\\?\.name\s*\| 2025-06-01/,
    );
    assert.match(textOf('INTERFACE.md'), /### Deprecated features[^]*field:parcel\\?\.weight/);
  });

  test('has types, and its own tests hold', () => {
    expectTypes(directory);
    const files = ['test/runtime/conformance/3-*.test.ts', 'test/versioning/*.test.ts'];
    expectSuccess(
      run(directory, 'node', ['--test', '--test-isolation=none', ...files], {
        TEST_DATABASE_URL: 'none',
      }),
    );
  });
});
