import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  currentVersion,
  hasPartialVersions,
  selector,
  unknownDay,
  unknownMajor,
  versionedCollections,
  versions,
} from '../../contract.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  filled,
  first,
  offering,
  prefix,
  startConforming,
  unknownLabel,
  unless,
  type ConformingService,
} from '../support/conformance.ts';

const { selectedBy } = selector;

const readable = offering('read');
const collections = new Set(versionedCollections.map((path) => prefix + path));
const changeable = offering('read', 'update').filter(
  ({ path }) => !hasPartialVersions || collections.has(path),
);
/** Codes of the problems of a version that takes no changes, or not this one, any more. */
const restrictions: ReadonlySet<string> = new Set(['version-read-only', 'operation-withdrawn']);

describe('part 9, versioning', () => {
  let service: ConformingService;
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  test('C-180 the version has three numbers, or is a date, and clients name the first of them', () => {
    const info = service.contract.document['info'] as Readonly<Record<string, unknown>>;
    const number = String(info['version']);
    assert.match(number, /^((0|[1-9]\d*)(\.(0|[1-9]\d*)){2}|\d{4}-\d{2}-\d{2})$/);
    assert.equal(number.includes('-') ? number : number.split('.', 1)[0], currentVersion.label);
    for (const { path } of service.contract.operations) assert.doesNotMatch(path, /^\/v\d+\./);
  });

  test('C-182 every answer of a version tells it, whatever its status is', async () => {
    const statuses = new Set<number>();
    for (const { method, path, isVersioned } of service.contract.operations) {
      if (!isVersioned) continue;
      const url = filled(path);
      const answers = [
        await send('OPTIONS', url),
        await service.anonymous(method, url),
        await send('DELETE', `${url}/nothing/below`),
        await send('GET', `${url}/%zz`),
      ];
      // What is asked for in no version's media type is asked for in no version.
      if (selectedBy !== 'type') {
        answers.push(await send(method, url, { headers: { accept: 'image/png' } }));
      }
      if (method === 'GET') answers.push(await send('GET', url), await send('HEAD', url));
      if (method === 'POST') {
        answers.push(await send('POST', url, { body: '{' }));
        answers.push(await send('POST', url, { body: '', headers: { 'content-type': 'a/b' } }));
      }
      for (const answer of answers) {
        assertTellsVersion(answer, path);
        statuses.add(answer.status);
      }
    }
    assert.ok(statuses.size >= 3);
  });

  test('C-182 what belongs to no version tells none', async () => {
    const ofService = selectedBy === 'host' ? { headers: { host: 'service.test' } } : {};
    for (const path of ['/', '/health', '/problems/not-found']) {
      const { headers } = await service.asIs('GET', path, ofService);
      assert.equal(headers.get('x-api-version'), null, path);
    }
  });

  test('C-198 nothing but what names a version here selects one', unless(readable), async () => {
    const sample = first(
      readable.toSorted((a, b) => Number(isVersioned(b.path)) - Number(isVersioned(a.path))),
    );
    const collection = await service.make.collection(sample);
    const { id } = await service.make.insert(sample, collection);
    const path = `${collection}/${id}`;
    const foreign: readonly (readonly [
      by: typeof selectedBy,
      headers: Readonly<Record<string, string>>,
    ])[] = [
      ['header', { 'x-api-version': unknownLabel }],
      ['header', { 'api-version': unknownLabel, 'accept-version': unknownLabel }],
      ['features', { 'x-api-features': 'nothing' }],
      ['type', { accept: `application/json;version=${unknownLabel}` }],
    ];
    for (const [by, headers] of foreign) {
      if (by === selectedBy) continue;
      const answer = await send('GET', path, { headers });
      assert.equal(answer.status, 200, answer.text);
      if (isVersioned(sample.path)) assertTellsVersion(answer, path);
    }
    for (const name of ['version', 'api-version', 'v', 'features']) {
      const answer = await send('GET', `${path}?${name}=${unknownLabel}`);
      assert.equal(answer.status, 400, answer.text);
    }
    if (selectedBy !== 'host') {
      const request = service.head(`GET ${path} HTTP/1.1`, 'Connection: close');
      const [named] = await service.exchange(
        request.replace('Host: a', `Host: v${unknownMajor}.example`),
      );
      assert.equal(named?.status, 200);
      if (isVersioned(sample.path)) assertTellsVersion(named, path);
    }
    const rest = path.replace(/^\/v[\d-]+/, '');
    for (const wrong of [`/v${unknownMajor}${rest}`, `/${unknownDay}${rest}`, `/latest${rest}`]) {
      const { status } = await service.asIs('GET', wrong);
      assert.ok(status === 404 || (status >= 400 && selectedBy !== 'path'), wrong);
    }
  });

  test(
    'C-201 versions have tags of their own, and either names the state of a row',
    versions.length > 1 ? unless(changeable) : { skip: 'there is one version' },
    async (t) => {
      let proved = 0;
      for (const sample of changeable) {
        const collection = await service.make.collection(sample);
        const { id } = await service.make.insert(sample, collection);
        // The document that the tests go by is that of one version.
        const demandsKey =
          service.contract.find('PATCH', `${collection}/${id}`)?.demandsKey ?? false;
        const tags = new Set<string>();
        let answered = 0;
        let taken = 0;
        for (const { label } of versions) {
          const path = `${collection}/${id}`.replace(/^\/v[\d-]+/, `/v${label}`);
          const answer = await service.request('GET', path);
          if (answer.status !== 200) continue;
          answered += 1;
          const etag = answer.headers.get('etag') ?? '';
          assert.ok(etag.includes(`.v${label}.`), etag);
          tags.add(etag);
          assert.equal(
            (await service.request('GET', path, { headers: { 'if-none-match': etag } })).status,
            304,
          );
          const headers = {
            'if-match': etag,
            ...(demandsKey && { 'idempotency-key': `"${randomUUID()}"` }),
          };
          const { status, body, text } = await service.request('PATCH', path, {
            body: {},
            headers,
          });
          // A version that comes to its end still shows what it does not change any more.
          if (restrictions.has(String(body['code']))) continue;
          assert.equal(status, 200, text);
          taken += 1;
        }
        assert.equal(tags.size, answered);
        if (answered > 1) proved += taken;
      }
      if (proved === 0)
        t.skip('on the day of the tests no version takes changes beside another that answers');
    },
  );

  test('C-202 each version has a document, which tells of it alone', async () => {
    const { body } = await service.anonymous('GET', '/versions');
    const listed = body['versions'] as readonly { version: number | string; state: string }[];
    for (const { version, state } of listed) {
      const answer = await service.anonymous('GET', `/openapi/v${String(version)}.json`);
      if (state === 'sunset') {
        assert.ok(answer.status === 404 || answer.status === 410, String(answer.status));
        continue;
      }
      assert.equal(answer.status, 200, answer.text);
      const { info, paths } = answer.body as { info: Record<string, unknown>; paths: object };
      assert.equal(String(info['version']).replace(/\..*$/, ''), String(version));
      assert.equal(info['x-state'], state);
      const others = listed.filter((each) => each.version !== version);
      for (const path of Object.keys(paths)) {
        // What people read of each version belongs to none of them.
        if (versions.length > 1 && path.startsWith('/docs/')) continue;
        const labels = path
          .split('/')
          .filter((segment) => /^(v\d+|\d{4}-\d{2}-\d{2})$/.test(segment));
        assert.ok(
          labels.every((label) => label.replace('v', '') === String(version)),
          path,
        );
      }
      for (const other of others) {
        assert.doesNotMatch(
          Object.keys(paths).join('\n'),
          new RegExp(`/v${String(other.version)}/`),
        );
      }
    }
    const none = await service.anonymous('GET', `/openapi/v${unknownLabel}.json`);
    assert.equal(none.status, 404);
  });

  test('C-206 a version is named in one way', () => {
    const { document } = service.contract;
    const { servers = [] } = document as { servers?: readonly { readonly url: string }[] };
    for (const { path, isVersioned: ofVersion, parameters } of service.contract.operations) {
      if (!ofVersion) continue;
      for (const name of ['version', 'api-version', 'features'])
        assert.ok(!parameters.includes(name), path);
    }
    const inHost = servers.some(({ url }) => /\/\/(v\d|[^./]*-v\d)/.test(url));
    assert.equal(inHost, selectedBy === 'host');
  });

  function isVersioned(collection: string): boolean {
    return service.contract.operations.some(
      ({ path, isVersioned: ofVersion }) =>
        ofVersion && path.replace(/\/\{\w+\}$/, '') === collection,
    );
  }
});

function assertTellsVersion({ status, headers }: TestAnswer, what: string): void {
  assert.equal(headers.get('x-api-version'), currentVersion.label, `${what} ${String(status)}`);
  const supported = (headers.get('api-supported-versions') ?? '').split(', ').filter(Boolean);
  const known = new Set(versions.map(({ label }) => label));
  assert.ok(
    supported.every((label) => known.has(label)),
    what,
  );
  // A draft is not a supported version, unless there are only drafts.
  const isDraft = currentVersion.released === undefined && versions.length > 1;
  assert.equal(supported.includes(currentVersion.label), !isDraft, what);
}
