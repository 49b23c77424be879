import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  about,
  currentVersion,
  hasStream,
  pinned,
  representations,
  samples,
  unknownMajor,
  versions,
} from '../../contract.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  documentPath,
  first,
  followed,
  linked,
  offering,
  prefix,
  startConforming,
  unless,
  withoutLabels,
  type ConformingService,
} from '../support/conformance.ts';
import { openVersions } from '../support/open-versions.ts';
import { readAlike } from '../support/read-alike.ts';

const readable = offering('read').filter(({ parent }) => parent === undefined);
const { label } = currentVersion;
const json = (version: string) => `application/vnd.${about.vendor}.v${version}+json`;
const hasPages = representations.includes('html');
const namesVersion = new RegExp(`^application/vnd\\.${about.vendor}\\.v${label}[.+]`);
const whenPinned =
  pinned === '' ? { skip: 'no version answers a request that names none' } : unless(readable);
const whenNoneIsPinned =
  pinned === '' ? unless(readable) : { skip: 'a version answers requests that name none' };

describe('part 9, versions in media types', () => {
  let service: ConformingService;
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);
  /** A new resource, and its address without a version. */
  async function made(sample = first(readable)): Promise<{ path: string; address: string }> {
    const collection = await service.make.collection(sample);
    const { id } = await service.make.insert(sample, collection);
    const path = `${collection}/${id}`;
    return { path, address: path.slice(prefix.length) };
  }

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  const asked = (address: string, accept: string) =>
    service.asIs('GET', address, { headers: { accept } });

  test(
    'C-189 C-190 Accept names the version, and the answer is of the type that was asked for',
    unless(readable),
    async () => {
      const { address } = await made();
      const answer = await asked(address, json(label));
      assertVersion(answer, label);
      const type = answer.headers.get('content-type')?.replace(/; ?charset=utf-8$/, '') ?? '';
      assert.equal(type.replaceAll(' ', ''), json(label).replaceAll(' ', ''));
      assert.match(answer.headers.get('vary') ?? '', /\bAccept\b/);
    },
  );

  test(
    'C-189 C-190 of all that Accept lists the best that there is decides',
    unless(readable),
    async () => {
      const { address } = await made();
      const none = json(unknownMajor);
      for (const accept of [
        `${none}, ${json(label)};q=0.5`,
        `${json(label)};q=0.001, image/png`,
        `image/*, ${json(label)};q=0.2`,
        `${json(label)}, ${none};q=0`,
      ]) {
        assertVersion(await asked(address, accept), label);
      }
      for (const accept of [
        none,
        `${json(label)};q=0`,
        `${none}, ${json(label)};q=0`,
        'image/png',
      ]) {
        assertRefused(await asked(address, accept), accept);
      }
    },
  );

  const several = versions.length > 1 ? unless(readable) : { skip: 'this service has one version' };
  test(
    'C-189 C-190 of two versions that Accept lists the better one decides',
    several,
    async (t) => {
      const [found] = openVersions(versions, service.now)
        .filter((version) => version.label !== label)
        .toReversed()
        .flatMap((older) =>
          readAlike(service, readable, older.label).map((sample) => ({ older, sample })),
        );
      if (found === undefined) {
        t.skip('no older version answers everybody at the same address when the newest one does');
        return;
      }
      const { older, sample } = found;
      const { address } = await made(sample);
      assertVersion(await asked(address, `${json(older.label)};q=0.5, ${json(label)}`), label);
      assertVersion(
        await asked(address, `${json(label)};q=0.5, ${json(older.label)}`),
        older.label,
      );
    },
  );

  test(
    'C-189 C-190 what is no version is refused, with the types that there are',
    unless(readable),
    async () => {
      const { address } = await made();
      for (const wrong of withoutLabels(['0', `0${label}`, `${label}.0`, `v${label}`, 'latest'])) {
        const answer = await asked(address, json(wrong));
        assertRefused(answer, wrong);
        const { available } = answer.body as { available?: readonly string[] };
        const known = available?.map((type) => type.replaceAll(' ', ''));
        assert.ok(known?.includes(json(label).replaceAll(' ', '')), answer.text);
      }
    },
  );

  const paged = hasPages ? unless(readable) : { skip: 'this service shows no pages' };
  test(
    'C-189 C-190 a page is of the version that another type beside it names',
    paged,
    async () => {
      const { address } = await made();
      const labels = [
        label,
        ...openVersions(versions, service.now).map((version) => version.label),
      ];
      for (const each of labels) {
        for (const accept of [`text/html, ${json(each)};q=0.001`, `${json(each)};q=0.5, text/*`]) {
          const page = await asked(address, accept);
          assertVersion(page, each);
          assert.match(page.headers.get('content-type') ?? '', /^text\/html\b/, accept);
        }
        // What is wanted more decides what is shown, too.
        const data = await asked(address, `${json(each)}, text/html;q=0.5`);
        assertVersion(data, each);
        assert.doesNotMatch(data.headers.get('content-type') ?? '', /html/);
      }
    },
  );

  const hasCome = (day = '9999-12-31') => Date.parse(day) <= service.now.getTime();
  test(
    'C-189 C-190 browsers can name no version, and get pages of the newest one',
    pinned === '' ? paged : whenNoneIsPinned,
    async () => {
      const { address } = await made();
      const { label: newest } =
        versions.findLast(({ released, sunset }) => hasCome(released) && !hasCome(sunset)) ??
        currentVersion;
      for (const accept of [
        'text/html',
        'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        'application/json, text/html;q=0.1',
      ]) {
        const page = await asked(address, accept);
        assert.equal(page.headers.get('x-api-version'), newest, accept);
        assert.match(page.headers.get('content-type') ?? '', /^text\/html\b/, accept);
      }
      assertRefused(await asked(address, 'text/html;q=0, */*'), 'who takes no page');
    },
  );

  const streamed = { skip: !hasStream && 'this service has no stream of events' };
  test(
    'C-189 C-190 what a page or a stream can be had as is among the types that there are',
    streamed,
    async (t) => {
      if (service.open.every(({ path }) => path !== `/v${label}/events`)) {
        t.skip('the specification permits no caller to read the events');
        return;
      }
      const { available } = (await asked('/events', 'image/png')).body as {
        available?: readonly string[];
      };
      assert.ok(available?.includes('text/event-stream'), String(available));
      if (hasPages) assert.ok(available?.includes('text/html'), String(available));
      const answered = await asked('/events', `text/event-stream, ${json(label)};q=0.001`);
      assertVersion(answered, label);
      assert.match(answered.headers.get('content-type') ?? '', /^text\/event-stream\b/);
    },
  );

  test('C-189 C-190 a type without a version means the pinned one', whenPinned, async (t) => {
    if (
      pinned !== label &&
      openVersions(versions, service.now).every((version) => version.label !== pinned)
    ) {
      t.skip('the pinned version does not answer everybody when the newest one does');
      return;
    }
    const [sample] = readAlike(service, readable, pinned);
    if (sample === undefined) {
      t.skip('the pinned version calls everything otherwise than the newest one');
      return;
    }
    const { address } = await made(sample);
    for (const accept of [
      '*/*',
      'application/*',
      'application/json',
      `${json(unknownMajor)}, */*;q=0.1`,
    ]) {
      const answer = await asked(address, accept);
      assertVersion(answer, pinned);
      if (hasPages) assert.doesNotMatch(answer.headers.get('content-type') ?? '', /html/, accept);
    }
    if (!hasPages) return;
    for (const accept of ['text/html', `text/html, ${json(unknownMajor)};q=0.1`]) {
      const page = await asked(address, accept);
      assertVersion(page, pinned);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html\b/, accept);
    }
  });

  test('C-189 C-190 a type without a version is refused', whenNoneIsPinned, async () => {
    const { address } = await made();
    for (const accept of ['*/*', 'application/*', 'application/json']) {
      assertRefused(await asked(address, accept), accept);
    }
  });

  const creatable = offering('create', 'read').filter(({ parent }) => parent === undefined);
  test(
    'C-189 C-190 a body names its version as well, and has to be of the one that answers',
    unless(creatable),
    async () => {
      const sample = first(creatable);
      const collection = await service.make.collection(sample);
      const address = collection.slice(prefix.length);
      const post = async (accept: string, contentType: string) =>
        service.asIs('POST', address, {
          body: await service.make.body(sample),
          headers: { accept, 'content-type': contentType, 'idempotency-key': `"${randomUUID()}"` },
        });
      const made = await post(json(label), json(label));
      assert.equal(made.status, 201, made.text);
      assert.equal(made.headers.get('x-api-version'), label);
      const spoken = await post('*/*', json(label));
      assert.equal(spoken.status, 201, 'the version of the body is that of the answer');
      const unknown = await post(json(label), json(unknownMajor));
      assert.equal(unknown.status, 415);
      assert.equal(unknown.body['code'], 'unsupported-media-type');
      const older = versions.at(-2);
      if (older === undefined) return;
      const torn = await post(json(label), json(older.label));
      assert.equal(torn.status, 400, torn.text);
      assert.equal(torn.body['code'], 'invalid-version');
    },
  );

  test('C-189 C-190 problems are the same in every version', async () => {
    const answer = await asked(
      `${first(samples)
        .path.slice(prefix.length)
        .replace(/\/\{.*/, '')}/nothing/below`,
      json(label),
    );
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('content-type'), 'application/problem+json');
    assert.equal(answer.headers.get('x-api-version'), label);
  });

  test('C-202 C-189 C-190 the document has the types with their version, and plain ones where they mean it', async () => {
    const { body } = await service.anonymous('GET', documentPath);
    const { paths } = body as { paths: Readonly<Record<string, Readonly<Record<string, object>>>> };
    let found = 0;
    for (const { path, method, isVersioned } of service.contract.operations) {
      if (!isVersioned) continue;
      const operation = paths[path.slice(prefix.length)]?.[method.toLowerCase()] as {
        requestBody?: { content: object };
        responses: Readonly<Record<string, { content?: object }>>;
      };
      const types = [
        operation.requestBody?.content ?? {},
        ...Object.values(operation.responses).map(({ content = {} }) => content),
      ];
      for (const type of types.flatMap((content) => Object.keys(content))) {
        if (!/^application\/.*(json|xml)/.test(type)) continue;
        found += 1;
        if (namesVersion.test(type)) continue;
        // A plain type is that of a version as well, where it means that one.
        const isOfBody = Object.hasOwn(operation.requestBody?.content ?? {}, type);
        assert.ok(isOfBody || pinned === label, `${path} ${type}`);
      }
    }
    assert.ok(found > 0);
  });

  const listable = offering('create', 'list');
  test('C-189 C-190 every link has the form of the request', unless(listable), async () => {
    for (const sample of listable) {
      const collection = await service.make.collection(sample);
      const created = await send('POST', collection, { body: await service.make.body(sample) });
      const location = created.headers.get('location') ?? '';
      assert.equal(location, linked(`${collection}/${String(created.body['id'])}`));
      const page = await send('GET', `${collection}?size=1&page=1`);
      const {
        self,
        first: start,
        ...others
      } = page.body['links'] as Readonly<Record<string, string>>;
      assert.equal(self, linked(`${collection}?size=1&page=1`));
      assert.equal(start, self);
      const header = [...(page.headers.get('link') ?? '').matchAll(/<([^>]*)>/g)].map(
        ([, target = '']) => target,
      );
      for (const link of [
        ...Object.values(others),
        ...header.filter((target) => target.includes('size=')),
      ]) {
        assert.equal(linked(followed(link)), link);
        assert.equal((await send('GET', link)).status, 200, link);
      }
    }
  });
});

function assertVersion(answer: TestAnswer, expected: string): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('x-api-version'), expected);
}

function assertRefused(answer: TestAnswer, what: string): void {
  assert.equal(answer.status, 406, what);
  assert.equal(answer.body['code'], 'not-acceptable', what);
  assert.equal(answer.headers.get('x-api-version'), null, what);
  assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
}
