import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isSendable } from '../support/body-size.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  apart,
  followedStatuses,
  itemsOf,
  linked,
  offering,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { allItems } from '../support/lists.ts';
import type { Json, ResourceSample } from '../support/sample.ts';

const hal = 'application/hal+json';
const accept = { accept: hal };
const typed = { 'content-type': hal };

const readable = offering('read');
const listable = offering('list');
/** Those of which the answer to a creation shows what it made. */
const telling = offering('create').filter(({ isShown }) => isShown);

interface Link {
  readonly href: string;
  readonly templated?: true;
  readonly name?: string;
}

type Links = Readonly<Record<string, Link>> & { readonly curies?: readonly Link[] };

describe('part 4c, HAL', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  async function made(sample: ResourceSample) {
    const collection = await make.collection(sample);
    return { collection, path: `${collection}/${(await make.insert(sample, collection)).id}` };
  }

  const get = async (path: string) => {
    const answer = await send('GET', path, { headers: accept });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get('content-type'), hal);
    return answer;
  };

  test('C-091 C-095 a resource has the members of JSON, and links', unless(readable), async () => {
    for (const sample of readable) {
      const { collection, path } = await made(sample);
      const answer = await get(path);
      const { _links: _, ...members } = answer.body;
      assert.deepEqual(members, (await send('GET', path)).body);
      for (const name of Object.keys(members)) assert.doesNotMatch(name, /^_/);
      const links = linksOf(answer.body);
      assert.equal(links['self']?.href, linked(path));
      assert.equal(links['collection']?.href, linked(collection));
      const up =
        sample.parent === undefined ? undefined : collection.split('/').slice(0, -1).join('/');
      assert.equal(links['up']?.href, up && linked(up));
    }
  });

  test(
    'C-091 every link leads somewhere, and its relation is known or explained',
    unless(readable),
    async () => {
      const known = new Set(['self', 'collection', 'up', 'first', 'prev', 'next', 'last', 'find']);
      for (const sample of readable) {
        const { collection, path } = await made(sample);
        const places = sample.methods.includes('list') ? [path, collection] : [path];
        for (const place of places) {
          const { curies = [], ...links } = linksOf((await get(place)).body);
          assert.ok(Array.isArray(curies));
          for (const [relation, link] of Object.entries(links)) {
            const [curie] = relation.split(':');
            const isExplained = curies.some(({ name, templated }) => name === curie && templated);
            assert.ok(known.has(relation) || (relation.includes(':') && isExplained), relation);
            const { href, templated } = link;
            assert.equal(href.includes('{'), templated === true, href);
            const address = href.replace(/\{.*$/, '');
            const { status } = await send('GET', address, { headers: accept });
            assert.ok(
              followedStatuses(service, address).includes(status),
              `${relation} ${href} ${String(status)}`,
            );
          }
          for (const { href } of curies) {
            const page = await service.anonymous('GET', href.replace(/#.*$/, ''));
            assert.equal(page.status, 200);
          }
        }
      }
    },
  );

  test('C-091 what a resource refers to is linked', unless(readable), async () => {
    for (const sample of readable) {
      const { path } = await made(sample);
      const { body } = await get(path);
      for (const [name, target] of Object.entries(sample.requiredReferences)) {
        // Where its collection lives in another resource, the identifier alone is no address.
        if (target.parent !== undefined) continue;
        const isRead = target.methods.includes('read') && !sample.writeOnly.includes(name);
        const expected = isRead ? linked(`${target.path}/${String(body[name])}`) : undefined;
        assert.equal(
          linksOf(body)[`rel:${name}`]?.href,
          expected,
          'nothing is linked that cannot be read',
        );
      }
    }
  });

  test('C-091 C-095 a page embeds what the page of JSON lists', unless(listable), async () => {
    for (const sample of listable) {
      const { collection } = await made(sample);
      await make.insert(sample, collection);
      const path = `${collection}?size=1`;
      const { _links: links, _embedded: embedded, ...rest } = (await get(path)).body;
      const json = await send('GET', path);
      assert.deepEqual(rest, { page: json.body['page'] });
      const [[name, items] = ['', []], ...more] = Object.entries(
        embedded as Readonly<Record<string, readonly Json[]>>,
      );
      assert.deepEqual([name, more], [sample.collection, []]);
      const shown = itemsOf(json);
      assert.equal(items.length, shown.length);
      for (const [index, item] of items.entries()) {
        const { _links: _, ...members } = item;
        assert.deepEqual(members, shown[index]);
        assert.equal(linksOf(item)['self']?.href, linked(`${collection}/${String(item['id'])}`));
      }
      const around = json.body['links'] as Readonly<Record<string, string>>;
      for (const relation of ['self', 'first', 'prev', 'next', 'last']) {
        assert.equal((links as Links)[relation]?.href, around[relation], relation);
      }
    }
  });

  test('C-091 next leads through the whole collection', unless(apart(listable)), async () => {
    for (const sample of apart(listable)) {
      const { collection } = await made(sample);
      for (let count = 0; count < 3; count += 1) await make.insert(sample, collection);
      const all = await allItems(send, sample, collection);
      const seen: unknown[] = [];
      let path: string | undefined = `${collection}?size=2`;
      while (path !== undefined) {
        const { body }: TestAnswer = await get(path);
        const { [sample.collection]: items = [] } = body['_embedded'] as Readonly<
          Record<string, readonly Json[]>
        >;
        seen.push(...items.map(({ id }) => id));
        path = linksOf(body)['next']?.href;
      }
      assert.deepEqual(
        seen,
        all.map(({ id }) => id),
      );
    }
  });

  test('C-091 find tells the parameters, as a template', unless(listable), async () => {
    for (const sample of listable) {
      const { collection } = await made(sample);
      const { find } = linksOf((await get(collection)).body);
      assert.equal(find?.templated, true);
      const names = /^(.*)\{[?&]([\w,]+)\}$/.exec(find.href);
      assert.equal(names?.[1], linked(collection));
      const documented = service.contract.find('GET', collection)?.parameters ?? [];
      const plain = documented.filter((name) => /^\w+$/.test(name));
      assert.deepEqual(names[2]?.split(','), plain);
    }
  });

  test(
    'C-086 C-091 what was read can be sent back',
    unless(offering('read', 'replace')),
    async () => {
      for (const sample of offering('read', 'replace')) {
        if (sample.required.some((name) => sample.writeOnly.includes(name))) continue;
        const { path } = await made(sample);
        const { body } = await get(path);
        const { _links: _, ...members } = body;
        // Links may be longer than what they belong to, and need not be sent.
        const sent = isSendable(body) ? body : members;
        const answer = await send('PUT', path, { body: sent, headers: { ...typed, ...accept } });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(answer.body, body);
        const unknown = await send('PUT', path, {
          body: { ...members, _other: {} },
          headers: typed,
        });
        assert.ok(unknown.status >= 400, 'nothing else may begin with an underscore');
      }
    },
  );

  test('C-086 C-091 a resource can be made by it', unless(telling), async () => {
    for (const sample of telling) {
      const collection = await make.collection(sample);
      const body = await make.body(sample);
      const answer = await send('POST', collection, { body, headers: { ...typed, ...accept } });
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.headers.get('content-type'), hal);
      assert.equal(linksOf(answer.body)['self']?.href, answer.headers.get('location'));
      for (const [name, value] of Object.entries(body)) {
        if (!sample.writeOnly.includes(name)) assert.deepEqual(answer.body[name], value, name);
      }
    }
  });

  test('C-083 C-091 its problems are those of JSON', async () => {
    const answer = await send('GET', '/nothing', { headers: accept });
    assert.equal(answer.headers.get('content-type'), 'application/problem+json');
  });
});

function linksOf(resource: Json): Links {
  return resource['_links'] as Links;
}
