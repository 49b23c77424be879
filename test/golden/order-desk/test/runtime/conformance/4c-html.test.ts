import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { anyMeansNewest, languages, limits } from '../../contract.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  alternate,
  apart,
  first,
  followedStatuses,
  isSeenAsSent,
  itemsOf,
  linked,
  offering,
  prefix,
  startConforming,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { isSendable } from '../support/body-size.ts';
import { decoded } from '../support/html.ts';
import { allItems } from '../support/lists.ts';
import type { Json, ResourceSample } from '../support/sample.ts';
import { schemasOf } from '../support/schemas.ts';

const [texts] = languages;

const accept = { accept: 'text/html' };
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const readable = offering('read');
const listable = offering('list');
const creatable = offering('create', 'read');

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style></dd><h1>x</h1>',
  '&lt;b&gt; &amp; ${7*7}',
  '<!-- never closed',
];
const longest = Math.max(...hostile.map(({ length }) => length));

describe('part 4c, HTML', () => {
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

  /** A member of each kind of resource that takes any JSON value of more than so many characters, and shows it. */
  function freeMembers(
    length: number,
  ): readonly { readonly sample: ResourceSample; readonly name: string }[] {
    return creatable.flatMap((sample) => {
      const { properties = {} } = schemasOf(service.contract).request('POST', sample.path);
      return Object.entries(properties as Readonly<Record<string, Json>>)
        .filter(
          ([each, schema]) => isSeenAsSent(sample, each) && Number(schema['x-maxLength']) > length,
        )
        .slice(0, 1)
        .map(([name]) => ({ sample, name }));
    });
  }

  async function page(path: string): Promise<TestAnswer> {
    const answer = await send('GET', path, { headers: accept });
    assert.equal(answer.status, 200, answer.text);
    assertSafe(answer);
    return answer;
  }

  test('C-093 C-095 a resource shows every member that JSON shows', unless(readable), async () => {
    for (const sample of readable) {
      const collection = await make.collection(sample);
      // What is unique may have a default, which no two can have.
      const { required, attributes, uniqueKeys } = sample;
      const needed = new Set([
        ...required,
        ...attributes.map(({ member }) => member),
        ...uniqueKeys.flat(),
      ]);
      for (const isSparse of [false, true]) {
        const body = Object.entries(await make.body(sample, alternate(sample, Number(isSparse))));
        const given = Object.fromEntries(body.filter(([name]) => !isSparse || needed.has(name)));
        const path = `${collection}/${(await make.insert(sample, collection, given)).id}`;
        const json = await send('GET', path);
        const { text } = await page(path);
        assert.deepEqual(
          membersIn(text).map(([name, value]) => [name, textIn(value)]),
          Object.entries(json.body).map(([name, value]) => [name, inWords(value)]),
        );
      }
    }
  });

  test(
    'C-093 C-095 a page of a collection shows every item that JSON shows',
    unless(listable),
    async () => {
      for (const sample of listable) {
        const { collection } = await made(sample);
        await make.insert(sample, collection);
        for (const path of [`${collection}?size=1`, collection]) {
          const json = await send('GET', path);
          const { text } = await page(path);
          const names = [...text.matchAll(/<th scope="col" data-member="([^"]*)">/g)].map(
            ([, name = '']) => name,
          );
          const rows = [...text.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1);
          const items = itemsOf(json);
          assert.equal(rows.length, items.length);
          for (const [index, [, row = '']] of rows.entries()) {
            const item = items[index] ?? {};
            const cells = [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell);
            const shown = new Map([
              ...names.map((name, at) => [name, cells[at] ?? ''] as const),
              ...membersIn(row),
            ]);
            const [title = ''] = names;
            for (const [name, value] of Object.entries(item)) {
              // The title leads to the page, and is not empty.
              const isBlank = name === title && (typeof value !== 'string' || value.trim() === '');
              assert.equal(
                textIn(shown.get(name) ?? ''),
                inWords(isBlank ? item['id'] : value, cellLength),
                name,
              );
            }
            assert.ok(addressesIn(row).includes(linked(`${collection}/${String(item['id'])}`)));
          }
          const around = json.body['links'] as Readonly<Record<string, string>>;
          const links = new Set(addressesIn(text));
          for (const relation of ['first', 'prev', 'next', 'last']) {
            const address = around[relation];
            if (address !== undefined) assert.ok(links.has(address), relation);
          }
        }
      }
    },
  );

  test('C-093 an empty page says so', unless(apart(listable)), async () => {
    const [sample] = apart(listable);
    assert.ok(sample !== undefined);
    const { text } = await page(`${await make.collection(sample)}?page=999`);
    assert.ok(textIn(text).includes(texts.pages.empty));
  });

  test('C-093 its links lead on', unless(readable), async () => {
    for (const sample of readable) {
      const { collection, path } = await made(sample);
      const { text } = await page(path);
      const addresses = addressesIn(text);
      assert.ok(addresses.includes(linked(collection)));
      for (const address of addresses) {
        if (!address.startsWith('/')) continue;
        const { status } = await send('GET', address, { headers: { accept: browser } });
        assert.ok(
          followedStatuses(service, address).includes(status),
          `${address} ${String(status)}`,
        );
      }
    }
  });

  test('C-093 whatever a member holds is text', unless(creatable), async (testing) => {
    const schemas = schemasOf(service.contract);
    const found = creatable.flatMap((sample) =>
      schemas
        .freeTexts(sample, longest)
        .filter((name) => !sample.uniqueKeys.flat().includes(name))
        .slice(0, 1)
        .map((name) => ({ sample, name })),
    );
    if (found.length === 0) {
      testing.skip(`no member takes any text of ${String(longest)} characters and shows it`);
      return;
    }
    for (const { sample, name } of found) {
      const collection = await make.collection(sample);
      const bodies: Json[] = [];
      for (const value of ['harmless', ...hostile]) {
        bodies.push({ ...(await make.body(sample)), [name]: value });
      }
      const [plain = {}, ...others] = alike(bodies);
      const shown = async (body: Json): Promise<TestAnswer> => {
        // There may be fewer values than bodies.
        await make.clear(sample, body);
        const created = await send('POST', collection, { body });
        assert.equal(created.status, 201, created.text);
        return page(`${collection}/${String(created.body['id'])}`);
      };
      // Which custom operations are possible may depend on other members, and they stand below.
      const tagsOfMembers = (text: string) => tagsOf(text.slice(0, text.lastIndexOf('</dl>')));
      const harmless = tagsOfMembers((await shown(plain)).text);
      for (const body of others) {
        const value = String(body[name]);
        const { text } = await shown(body);
        assert.deepEqual(tagsOfMembers(text), harmless, value);
        assert.equal(decoded(new Map(membersIn(text)).get(name) ?? ''), value);
        if (!sample.methods.includes('list')) continue;
        // What is new is on the last page.
        const { length } = await allItems(send, sample, collection);
        const last = Math.max(1, Math.ceil(length / sample.maxSize));
        const listed = await page(
          `${collection}?size=${String(sample.maxSize)}&page=${String(last)}`,
        );
        assert.doesNotMatch(listed.text, /<script|<img|<h1>x|<!--/);
      }
    }
  });

  test('C-093 free JSON values are text as well', unless(creatable), async (testing) => {
    const found = freeMembers(100);
    if (found.length === 0) {
      testing.skip('no member takes any JSON value of 100 characters and shows it');
      return;
    }
    for (const { sample, name } of found) {
      const collection = await make.collection(sample);
      const value = { '<script>': ['<script>alert(1)</script>', '"><b>'] };
      const body = { ...(await make.body(sample)), [name]: value };
      const created = await send('POST', collection, { body });
      assert.equal(created.status, 201, created.text);
      const { text } = await page(`${collection}/${String(created.body['id'])}`);
      assert.doesNotMatch(text, /<script|<b>/);
      assert.ok(textIn(text).includes('<script>alert(1)</script>'));
    }
  });

  test(
    'C-093 a page is not many times as long as the values on it',
    unless(creatable),
    async (testing) => {
      const found = freeMembers(2000);
      if (found.length === 0) {
        testing.skip('no member takes any JSON value of 2000 characters and shows it');
        return;
      }
      for (const { sample, name } of found) {
        const collection = await make.collection(sample);
        const levels = limits.depth - 3;
        const nested = `${'['.repeat(levels)}${'1,'.repeat(300)}1${']'.repeat(levels)}`;
        const body = await make.body(sample);
        if (!isSendable({ ...body, [name]: JSON.parse(nested) as unknown })) continue;
        const lengthWith = async (value: unknown) => {
          const created = await send('POST', collection, {
            body: { ...(await make.body(sample)), [name]: value },
          });
          assert.equal(created.status, 201, created.text);
          return (await page(`${collection}/${String(created.body['id'])}`)).text.length;
        };
        const added = (await lengthWith(JSON.parse(nested))) - (await lengthWith([]));
        assert.ok(
          added < 12 * nested.length,
          `${String(added)} characters for ${String(nested.length)}`,
        );
        if (!sample.methods.includes('list')) continue;
        const { text } = await page(`${collection}?size=${String(sample.maxSize)}`);
        for (const [name, value] of membersIn(text)) assert.ok(textIn(value).length <= 1000, name);
      }
    },
  );

  test('C-081 C-093 browsers get pages, and other clients do not', unless(readable), async () => {
    const { path } = await made(first(readable));
    const typeOf = async (headers: Readonly<Record<string, string>>) =>
      (await send('GET', path, { headers })).headers.get('content-type');
    const preferred = await typeOf({ accept: browser });
    assert.equal(preferred, 'text/html; charset=utf-8');
    if (anyMeansNewest) assert.doesNotMatch((await typeOf({ accept: '*/*' })) ?? '', /html/);
    assert.doesNotMatch((await typeOf({ accept: 'application/json' })) ?? '', /html/);
  });

  test(
    'C-086 C-093 nothing can be sent as a page or by a form',
    unless(offering('create')),
    async () => {
      const sample = first(offering('create'));
      const collection = await make.collection(sample);
      for (const type of [
        'text/html',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const answer = await send('POST', collection, {
          body: 'a=b',
          headers: { 'content-type': type },
        });
        assert.equal(answer.status, 415, type);
      }
    },
  );

  test(
    'C-083 C-093 C-152 a browser gets problems as pages, which show no input but escaped',
    unless(creatable),
    async () => {
      const sample = first(creatable);
      const collection = await make.collection(sample);
      const script = '%3Cscript%3Ealert(1)%3C/script%3E';
      const member = '<script>alert(1)</script>';
      const headers = { accept: browser };
      const answers = [
        await send('GET', `/${script}`, { headers }),
        await send('GET', `${prefix}/${script}`, { headers }),
        await send('GET', `${collection}/${script}`, { headers }),
        await send('GET', `${prefix}/%zz`, { headers }),
        await send('DELETE', collection, { headers }),
        await send('GET', `${collection}/x?${script}=1`, { headers }),
        await send('POST', collection, { body: { [member]: member }, headers }),
        await send('POST', collection, { body: '{', headers }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [404, 404, 404, 400, 405, 400, validationStatus, 400],
      );
      for (const answer of answers) {
        assertSafe(answer);
        assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
        assert.ok(textIn(answer.text).includes(String(answer.status)));
        assert.ok(answer.text.includes(answer.headers.get('x-request-id') ?? ''));
      }
      const [lost, , , , , parameter, violation] = answers;
      assert.doesNotMatch(lost?.text ?? '', /alert\(1\)/);
      assert.ok(textIn(parameter?.text ?? '').includes(member), 'the page names the wrong member');
      assert.ok(textIn(violation?.text ?? '').includes(member.replace('/', '~1')));
      assert.equal(textIn(violation?.text ?? '').split('alert(1)').length, 2, 'its value is not');
    },
  );

  test('C-088 C-093 the pages of the service itself are as safe', async () => {
    for (const path of ['/problems/not-found', '/problems/validation-failed']) {
      assertSafe(await service.anonymous('GET', path, { headers: accept }));
    }
  });
});

/** Nothing on the page runs, is loaded, or can be sent; what the headers permit is what there is. */
function assertSafe({ headers, text }: TestAnswer): void {
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(text, /^<!doctype html>\n<html lang="[a-z-]+">/);
  assert.doesNotMatch(text, /<(script|form|input|button|iframe|object|embed|img|base)\b/i);
  for (const tag of tagsOf(text)) assert.doesNotMatch(tag, /\s(on\w+|style|src)\s*=/i);
  for (const address of addressesIn(text)) {
    assert.match(address, /^(\/(?!\/)|https?:|data:,$|#)/);
  }
  const policy = headers.get('content-security-policy') ?? '';
  for (const directive of [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.split('; ').includes(directive), directive);
  }
  assert.doesNotMatch(policy, /unsafe|script-src|\*/);
  for (const [, style = ''] of text.matchAll(/<style>(.*?)<\/style>/gs)) {
    const digest = createHash('sha256').update(style).digest('base64');
    assert.ok(policy.includes(`'sha256-${digest}'`), 'the style sheet is permitted by its hash');
  }
}

function tagsOf(page: string): readonly string[] {
  return (page.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/(href)="[^"]*"/, '$1=""'));
}

function addressesIn(page: string): readonly string[] {
  return [...page.matchAll(/\shref="([^"]*)"/g)].map(([, address = '']) => decoded(address));
}

/** Bodies with nothing where the last of them has nothing: the values of a unique member may run out on the way. */
function alike(bodies: readonly Json[]): Json[] {
  const last = bodies.at(-1) ?? {};
  return bodies.map((body) =>
    Object.fromEntries(
      Object.entries(body)
        .filter(([name]) => Object.hasOwn(last, name))
        .map(([name, value]) => [name, last[name] === null ? null : value]),
    ),
  );
}

/** What a reader sees who unfolds all of it, and rests on what is cut short. */
function textIn(markup: string): string {
  const whole = markup
    .replaceAll(/<summary>.*?<\/summary>/gs, '')
    .replaceAll(/<a [^>]*title="([^"]*)">[^<]*<\/a>/g, '$1');
  return decoded(whole.replaceAll(/<[^>]*>/g, '')).trim();
}

/** Members and their markup, in their order. */
function membersIn(page: string): (readonly [name: string, value: string])[] {
  const shown = page.matchAll(/<dt data-member="([^"]*)">.*?<\/dt>\s*<dd>(.*?)<\/dd>/gs);
  return [...shown].map(([, name = '', value = '']) => [name, value] as const);
}

/** Characters of a value in a table. */
const cellLength = 500;

/** A value of JSON as a page shows it. */
function inWords(value: unknown, longest = Infinity): string {
  const { none, yes, no } = texts.pages;
  if (value === undefined || value === null) return none;
  if (typeof value === 'boolean') return value ? yes : no;
  const text = typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value);
  return (
    text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text
  ).trim();
}
