import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { limits, selector } from '../../contract.ts';
import { isSendable, sendableOf } from '../support/body-size.ts';
import { placesOf, type TestAnswer } from '../support/client.ts';
import {
  alternate,
  apart,
  first,
  holding,
  isFree,
  isSeenAsSent,
  isTakenByDefault,
  leaving,
  offering,
  prefix,
  startConforming,
  unknownId,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { allItems } from '../support/lists.ts';
import type { Json, ResourceSample } from '../support/sample.ts';
import { schemasOf, type Schemas } from '../support/schemas.ts';
import { parseXml, valueOf, xmlOf } from '../support/xml.ts';

const { selectedBy } = selector;

const xml = 'application/xml';
const accept = { accept: xml };
const typed = { 'content-type': xml };

/** As long as what tests write around a document, or add to it. */
const addition = ' '.repeat(150);
/** Those of which a document of all members is no longer than a body may be. */
const creatable = carried(offering('create'));
/** Those of which there can be two, one made by each of two representations. */
const paired = holding(
  creatable.filter(({ isShown }) => isShown),
  2,
);
const readable = offering('read');
const roundTripped = carried(
  offering('read', 'replace').filter(
    ({ required, writeOnly }) => !required.some((name) => writeOnly.includes(name)),
  ),
);

function carried(list: readonly ResourceSample[]): readonly ResourceSample[] {
  const kept = list.filter(isCarried);
  return list.length === 0
    ? list
    : leaving(kept, 'a document of all members is longer than a body may be');
}

function isCarried({ bodies, collection, requiredReferences }: ResourceSample): boolean {
  const references = Object.keys(requiredReferences).map((name) => [name, unknownId]);
  return bodies.every((body) => {
    const all = { ...body, ...Object.fromEntries(references) };
    return isSendable(xmlOf(collection, all, {}, (schema) => schema, 'what must be') + addition);
  });
}

describe('part 4c, XML', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  let schemas: Schemas;
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
    schemas = schemasOf(service.contract);
  });
  after(() => service.stop());

  /** What an answer in XML says, by its schema in the document. */
  function read({ status, headers, text }: TestAnswer, schema: Json): unknown {
    assert.ok(status < 300, text);
    assert.equal(headers.get('content-type'), `${xml}; charset=utf-8`);
    const root = parseXml(text);
    assert.equal(root.name, rootOf(schema));
    return valueOf(root, schema, schemas.follow);
  }

  function written(body: Json, method: string, path: string): string {
    const schema = schemas.request(method, path, xml);
    const document = xmlOf(rootOf(schema), body, schema, schemas.follow, 'all');
    return isSendable(document + addition)
      ? document
      : xmlOf(rootOf(schema), body, schema, schemas.follow, 'what must be');
  }

  const created = (sample: ResourceSample) => schemas.answer('POST', sample.path, xml, 201);
  const membersOf = (sample: ResourceSample) =>
    Object.entries(schemas.request('POST', sample.path)['properties'] ?? {}) as [string, Json][];

  /** Creates one by a document, and one with the same members by JSON; answers with both, as JSON shows them. */
  async function both(sample: ResourceSample, members: Json): Promise<readonly Json[]> {
    const collection = await make.collection(sample);
    const bodies = [
      { ...(await make.body(sample)), ...members },
      { ...(await make.body(sample)), ...members },
    ] as const;
    const json = await send('POST', collection, { body: bodies[0] });
    assert.equal(json.status, 201, json.text);
    const body = written(bodies[1], 'POST', sample.path);
    const answer = await send('POST', collection, { body, headers: { ...typed, ...accept } });
    assert.equal(answer.status, 201, `${answer.text} to ${body}`);
    return [json.body, read(answer, created(sample)) as Json];
  }

  test('C-090 C-095 a resource says as XML what it says as JSON', unless(readable), async () => {
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
        const given = Object.entries(await make.body(sample, alternate(sample, Number(isSparse))));
        const body = Object.fromEntries(given.filter(([name]) => !isSparse || needed.has(name)));
        const path = `${collection}/${(await make.insert(sample, collection, body)).id}`;
        const json = await send('GET', path);
        const answer = await send('GET', path, { headers: accept });
        const schema = schemas.answer('GET', itemPath(sample), xml);
        assert.deepEqual(read(answer, schema), json.body);
        assert.notEqual(answer.headers.get('etag'), json.headers.get('etag'));
      }
    }
  });

  test(
    'C-090 C-095 a page says as XML what it says as JSON',
    unless(offering('list')),
    async () => {
      for (const sample of offering('list')) {
        const collection = await make.collection(sample);
        const schema = schemas.answer('GET', sample.path, xml);
        for (let count = 0; count < 3; count += 1) {
          const path = `${collection}?size=2`;
          const answer = await send('GET', path, { headers: accept });
          const root = parseXml(answer.text);
          assert.deepEqual(
            root.children.map(({ name }) => name),
            ['items', 'page', 'links'],
          );
          assert.deepEqual(valueOf(root, schema, schemas.follow), (await send('GET', path)).body);
          await make.insert(sample, collection);
        }
      }
    },
  );

  test('C-090 C-095 a document creates what the same JSON creates', unless(paired), async () => {
    for (const sample of paired) {
      const [json = {}, document = {}] = await both(sample, {});
      // What is used up is left out of one of them.
      const names = (body: Json) =>
        Object.keys(body).filter((name) => !sample.uniqueKeys.flat().includes(name));
      assert.deepEqual(names(document), names(json), sample.path);
      const own = new Set(['id', 'createdAt', 'updatedAt', ...sample.uniqueKeys.flat()]);
      const references = new Set(Object.keys(sample.requiredReferences));
      for (const [name, value] of Object.entries(json)) {
        if (own.has(name) || references.has(name)) continue;
        assert.deepEqual(document[name], value, `${sample.path} ${name}`);
      }
    }
  });

  const texts = [
    '<&>"\' ]]>',
    '<![CDATA[x]]>',
    '&amp;lt;&#65;',
    '<!-- x --><?x y?>',
    'a\rb\r\nc\nd\te',
    '  blanks  ',
    '\u{1F600}\u0301\u202e\u00e9\u0085\u2028',
  ];
  const longest = Math.max(...texts.map(({ length }) => length));
  test('C-090 every text comes through, there and back', unless(paired), async (testing) => {
    const found = paired.flatMap((sample) =>
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
      for (const text of texts) {
        for (const shown of await both(sample, { [name]: text })) {
          assert.equal(shown[name], text, `${sample.path} ${name} ${JSON.stringify(text)}`);
        }
      }
    }
  });

  test(
    'C-090 line breaks are one character, however they are written',
    unless(paired),
    async (testing) => {
      const found = paired.flatMap((sample) =>
        schemas
          .freeTexts(sample, 10)
          .filter((name) => !sample.uniqueKeys.flat().includes(name))
          .slice(0, 1)
          .map((name) => ({ sample, name })),
      );
      if (found.length === 0) {
        testing.skip('no member takes any text of 10 characters and shows it');
        return;
      }
      for (const { sample, name } of found) {
        const collection = await make.collection(sample);
        const members = { ...(await make.body(sample)), [name]: 'breaks' };
        const document = written(members, 'POST', sample.path).replace(
          '>breaks<',
          '>a\rb\r\nc&#13;<',
        );
        const answer = await send('POST', collection, { body: document, headers: typed });
        assert.equal(answer.status, 201, answer.text);
        // XML 1.0, section 2.11.
        assert.equal(answer.body[name], 'a\nb\nc\r', sample.path);
      }
    },
  );

  test(
    'C-090 C-095 a text that XML cannot carry is refused in every representation',
    unless(creatable),
    async () => {
      for (const sample of creatable) {
        const collection = await make.collection(sample);
        for (const [name, value] of Object.entries(await make.spare(sample))) {
          if (typeof value !== 'string') continue;
          const body = { ...(await make.spare(sample)), [name]: `${value}\u0001` };
          const answer = await send('POST', collection, { body });
          assert.equal(answer.status, validationStatus, answer.text);
          assert.ok(placesOf(answer).includes(`/${name}`), answer.text);
        }
      }
    },
  );

  test('C-090 a list of one is a list, and so is one of none', unless(paired), async () => {
    for (const sample of paired) {
      const valid = await make.spare(sample);
      for (const [name, { type, minItems, ...rest }] of membersOf(sample)) {
        const isList = [type].flat().includes('array') && !('x-maxLength' in rest);
        if (!isList || !isSeenAsSent(sample, name)) continue;
        const lists = [[], [valid[name]].flat().slice(0, 1)];
        for (const list of lists.filter(({ length }) => length >= Number(minItems ?? 0))) {
          for (const shown of await both(sample, { [name]: list })) {
            assert.deepEqual(shown[name], list, `${sample.path} ${name}`);
          }
        }
      }
    }
  });

  test('C-090 null is null, and a free JSON value is its text', unless(paired), async () => {
    for (const sample of paired) {
      for (const [name, { type, ...rest }] of membersOf(sample)) {
        if (!isSeenAsSent(sample, name)) continue;
        const values: unknown[] = [type].flat().includes('null') ? [null] : [];
        if (Number(rest['x-maxLength'] ?? 0) > 100) {
          values.push(
            { 'a b': [null, 1.5, '<&>]]>\r', { '': {} }], __proto: [] },
            [],
            '',
            0,
            false,
          );
        }
        for (const value of values) {
          for (const shown of await both(sample, { [name]: value })) {
            assert.deepEqual(shown[name], value, `${sample.path} ${name}`);
          }
        }
      }
    }
  });

  test('C-058 C-090 what was read can be put back', unless(roundTripped), async (testing) => {
    let proved = 0;
    for (const sample of roundTripped) {
      const collection = await make.collection(sample);
      const path = `${collection}/${(await make.insert(sample, collection)).id}`;
      const { text } = await send('GET', path, { headers: accept });
      // With what the service adds it may be longer than a body may be.
      if (!isSendable(text)) continue;
      proved += 1;
      const answer = await send('PUT', path, { body: text, headers: { ...typed, ...accept } });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.text, text);
      const { body: before } = await send('GET', path);
      const changes = Object.entries(await make.body(sample, 1)).filter(
        ([name]) => !sample.immutable.includes(name) && !sample.references.includes(name),
      );
      const next = { ...before, ...Object.fromEntries(changes) };
      await make.clear(sample, next, before['id']);
      const body = written(next, 'PUT', itemPath(sample));
      const changed = await send('PUT', path, { body, headers: typed });
      assert.equal(changed.status, 200, changed.text);
      for (const [name, value] of changes) {
        if (!sample.writeOnly.includes(name)) assert.deepEqual(changed.body[name], value, name);
      }
    }
    if (proved === 0) testing.skip('every document is longer than a body may be');
  });

  test(
    'C-063 C-090 a document changes what it names, as a merge patch does',
    unless(offering('read', 'update')),
    async () => {
      for (const sample of offering('read', 'update')) {
        const collection = await make.collection(sample);
        const path = `${collection}/${(await make.insert(sample, collection)).id}`;
        const documentOf = (members: Json) => written(members, 'PATCH', itemPath(sample));
        const patch = (members: Json) =>
          send('PATCH', path, { body: documentOf(members), headers: typed });
        // What says if null is a value and what there is without one; a PUT keeps what its sender does not see, and tells of no default.
        const bodies = [
          schemas.request('PUT', itemPath(sample)),
          schemas.request('POST', sample.path),
        ];
        const described = bodies.flatMap(({ properties }) =>
          properties === undefined ? [] : [properties as Readonly<Record<string, Json>>],
        );
        for (const [name, value] of Object.entries(await make.body(sample, 1))) {
          if (sample.immutable.includes(name) || sample.writeOnly.includes(name)) continue;
          if (!isSendable(documentOf({ [name]: value }))) continue;
          const { body: before } = await send('GET', path);
          await make.clear(sample, { ...before, [name]: value }, before['id']);
          const changed = await patch({ [name]: value });
          assert.equal(changed.status, 200, changed.text);
          const { updatedAt, revision } = changed.body;
          assert.deepEqual(changed.body, { ...before, [name]: value, updatedAt, revision });
          const schema: Json = Object.assign({}, ...described.map(({ [name]: each }) => each));
          const isKept = sample.required.includes(name) || isTakenByDefault(sample, name);
          // What claims say does not go.
          if (isKept || !isFree(sample, name)) continue;
          const removed = await patch({ [name]: null });
          assert.equal(removed.status, 200, removed.text);
          if (described.length === 0) continue;
          const { type, default: initial } = schema;
          const expected = [type].flat().includes('null') ? null : initial;
          // Where nothing is created, no document tells of the default that takes the place.
          if (expected === undefined && !sample.methods.includes('create')) continue;
          assert.deepEqual(removed.body[name], expected, `${sample.path} ${name}`);
        }
      }
    },
  );

  const refusable = carried(apart(offering('create', 'list')));
  test(
    'C-090 C-139 what is no document of plain elements is refused, and creates nothing',
    unless(refusable),
    async () => {
      const sample =
        refusable.find(({ bodies: [body] }) => Object.keys(body).length > 0) ?? first(refusable);
      const collection = await make.collection(sample);
      const good = written(await make.full(sample), 'POST', sample.path);
      const root = rootOf(schemas.request('POST', sample.path, xml));
      const open = /<[a-z]\w* [^>]*>/i.exec(good)?.[0] ?? '';
      const members = good.slice(good.indexOf(open) + open.length, good.lastIndexOf('</'));
      // Of a kind that has no members yet any element serves: attributes and repetitions are checked before names.
      const inner = members === '' ? '<a>1</a>' : members;
      const [, member = ''] = /^<(\w+)/.exec(inner) ?? [];
      const element = inner.slice(0, inner.indexOf(`</${member}>`) + member.length + 3);
      const around = (content: string, before = '') => `${before}${open}${content}</${root}>`;
      const laughs = Array.from(
        { length: 9 },
        (_, index) => `<!ENTITY l${String(index + 1)} "${`&l${String(index)};`.repeat(10)}">`,
      );
      const refused: Record<string, string | Uint8Array> = {
        'a document type': around(inner, `<!DOCTYPE ${root}>`),
        'an entity of its own': around(
          `${inner}<a>&e;</a>`,
          `<!DOCTYPE ${root} [<!ENTITY e "x">]>`,
        ),
        'an entity from elsewhere': around(
          `${inner}<a>&e;</a>`,
          `<!DOCTYPE ${root} [<!ENTITY e SYSTEM "file:///etc/passwd">]>`,
        ),
        'a document type from elsewhere': around(
          inner,
          `<!DOCTYPE ${root} SYSTEM "http://127.0.0.1:1/x.dtd">`,
        ),
        'a billion laughs': around(
          `${inner}<a>&l9;</a>`,
          `<!DOCTYPE ${root} [<!ENTITY l0 "ha">${laughs.join('')}]>`,
        ),
        'an unknown entity': around(`${inner}<a>&nbsp;</a>`),
        'an attribute': around(inner.replace(`<${member}`, `<${member} a="b"`)),
        'an attribute of the root': good.replace(`<${root}`, `<${root} a="b"`),
        'another namespace': good.replace(`<${root}`, `<${root} xmlns="urn:example"`),
        'a nil that is neither true nor false': around(`${inner}<a xsi:nil="maybe"/>`),
        'text between elements': around(`text${inner}`),
        'an element twice': around(inner + element),
        'another root': good.replaceAll(root, `${root}x`),
        'no root': '<?xml version="1.0"?>',
        'two roots': good + good.slice(good.indexOf(open)),
        'an element that is not closed': good.slice(0, -3),
        'elements that overlap': around(`${inner}<a><b></a></b>`),
        'a control character': around(`${inner}<a>\u0001</a>`),
        'a reference to a control character': around(`${inner}<a>&#1;</a>`),
        'another version of XML': around(inner, '<?xml version="2.0?>'),
        'bytes that are not UTF-8': Buffer.from(around(`${inner}<a>\u00e9</a>`), 'latin1'),
        'another encoding': Buffer.from(good, 'utf16le'),
        'elements nested too deep': around(
          inner + '<a>'.repeat(limits.depth) + '</a>'.repeat(limits.depth),
        ),
        'elements nested far too deep': around('<a>'.repeat(20_000) + '</a>'.repeat(20_000)),
        JSON: '{}',
        text: 'text',
      };
      for (const [name] of membersOf(sample).filter(([, schema]) => 'x-maxLength' in schema)) {
        const [whole] = new RegExp(`<${name}>.*?</${name}>`, 's').exec(inner) ?? [];
        if (whole === undefined) continue;
        const text = whole.replace(`<${name}>`, `<${name}><a>1</a>`);
        const alone = `<${name}><a>1</a></${name}>`;
        refused[`text and an element in ${name}, which is JSON`] = around(
          inner.replace(whole, text),
        );
        refused[`an element in ${name}, which is JSON`] = around(inner.replace(whole, alone));
      }
      const list = () => allItems(send, sample, collection);
      const before = await list();
      for (const [what, body] of Object.entries(refused)) {
        const answer = await send('POST', collection, { body, headers: typed });
        if (Buffer.byteLength(body) > limits.body) {
          assert.equal(answer.status, 413, what);
          continue;
        }
        assert.equal(answer.status, 400, `${what}: ${answer.text}`);
        assert.equal(answer.body['code'], 'malformed-body', what);
        assert.doesNotMatch(answer.text, /root:|ha{20}/, what);
      }
      assert.deepEqual(await list(), before);
      const harmless = around(
        ` <!-- comment --> ${members.replace(`<${member}`, `<${member}  `)} <?x y?> \n`,
        '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<!-- comment -->\n',
      );
      const answer = await send('POST', collection, { body: harmless, headers: typed });
      assert.equal(answer.status, 201, answer.text);
      assert.equal((await list()).length, before.length + 1);
    },
  );

  test(
    'C-090 C-140 each violation has a pointer into the document',
    unless(creatable),
    async () => {
      for (const sample of creatable) {
        const collection = await make.collection(sample);
        const root = rootOf(schemas.request('POST', sample.path, xml));
        const valid = await make.spare(sample);
        const all = new Map<string, readonly [value: unknown, at: string]>();
        for (const { member, value } of sample.invalid) {
          const schema = new Map(membersOf(sample)).get(member) ?? {};
          const isText = [schema['type']].flat().includes('string') && !('x-maxLength' in schema);
          // A number where text belongs is text in XML, and a control character has no place in it.
          const isXml = typeof value === 'string' && !/\p{Cc}/u.test(value);
          if (isText && isXml) all.set(member, [value, `/${root}/${member}`]);
        }
        for (const [name, schema] of membersOf(sample)) {
          const types = new Set([schema['type']].flat());
          if ('x-maxLength' in schema) continue;
          if (['boolean', 'integer', 'number', 'array'].some((type) => types.has(type))) {
            all.set(name, ['neither', `/${root}/${name}`]);
          }
          const { items, maxItems } = schema as { items?: Json; maxItems?: number };
          const { maxLength } = items === undefined ? {} : schemas.follow(items);
          const list = [valid[name] ?? []].flat();
          if (Number(maxLength ?? 9999) > 1000 || list.length === 0) continue;
          const long = 'x'.repeat(Number(maxLength) + 1);
          // As many as there may be, so that nothing else is wrong with them.
          const longer = [
            ...(list.length < Number(maxItems ?? Infinity) ? list : list.slice(0, -1)),
            long,
          ];
          all.set(name, [longer, `/${root}/${name}/item[${String(longer.length)}]`]);
        }
        const documentOf = (
          faults: readonly (readonly [string, readonly [value: unknown, at: string]])[],
        ) => {
          const values = faults.map(([name, [value]]) => [name, value]);
          return written(
            { ...valid, ...Object.fromEntries(values), 'no-such': 1 },
            'POST',
            sample.path,
          );
        };
        const wrong = new Map(sendableOf([...all], documentOf));
        const document = documentOf([...wrong]);
        for (const headers of [typed, { ...typed, ...accept }]) {
          const answer = await send('POST', collection, { body: document, headers });
          assert.equal(answer.status, validationStatus, answer.text);
          const errors =
            answer.headers.get('content-type') === 'application/problem+json'
              ? (answer.body['errors'] as readonly { readonly at: string }[])
              : problemOf(answer).errors;
          assert.deepEqual(
            [...new Set(errors.map(({ at }) => at))].toSorted(),
            [...[...wrong.values()].map(([, at]) => at), `/${root}/no-such`].toSorted(),
          );
        }
      }
    },
  );

  test('C-150 a client that prefers XML gets problems as XML', async () => {
    const requests = [
      ['GET', '/nothing', 'application/json'],
      ['GET', `${prefix}/nothing`, 'application/json'],
      ['GET', `${prefix}/%zz`, 'application/json'],
      ['DELETE', '/health', 'application/json'],
      ['GET', '/health?no=1', 'application/json'],
      ['GET', '/health', 'application/problem+json'],
    ] as const;
    for (const [method, path, other] of requests) {
      const { status, body } = await send(method, path, { headers: { accept: other } });
      const ranges = [
        xml,
        `application/problem+xml, ${xml};q=0.1`,
        `application/json;q=0.5, ${xml}`,
      ];
      // Where types name the version, this one asks for none.
      if (selectedBy !== 'type' || path.startsWith('/health'))
        ranges.push('application/problem+xml');
      for (const range of ranges) {
        const answer = await send(method, path, { headers: { accept: range } });
        assert.equal(answer.status, status, path);
        const { members } = problemOf(answer);
        for (const name of ['type', 'title', 'status', 'detail', 'code']) {
          assert.equal(members.get(name), String(body[name]), name);
        }
        assert.equal(members.get('traceId'), answer.headers.get('x-request-id'));
        assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
      }
    }
    for (const range of [`${xml};q=0.5, application/json`, `${xml};q=0, */*`, 'image/png', '*/*']) {
      const answer = await send('GET', '/nothing', { headers: { accept: range } });
      assert.equal(answer.headers.get('content-type'), 'application/problem+json', range);
    }
  });

  /** What reading something that does not exist answers. */
  function statusOfUnknown(sample: ResourceSample): number {
    if (sample.methods.includes('read')) return 404;
    const there = service.contract.operations.filter(({ path }) => path === itemPath(sample));
    // There is nothing at such an address, or it cannot be read, or it serves something else.
    if (there.length === 0) return 404;
    return there.some(({ method }) => method === 'GET') ? 403 : 405;
  }

  test('C-150 C-148 every problem has its members as XML too', unless(creatable), async () => {
    const sample = first(creatable);
    const collection = await make.collection(sample);
    const body = '<';
    const answers = [
      await send('POST', collection, { body, headers: { ...typed, ...accept } }),
      await send('POST', collection, { body: '{', headers: accept }),
      await send('POST', collection, {
        body,
        headers: { 'content-type': 'text/plain', ...accept },
      }),
      await send('GET', `${collection}/${unknownId}`, { headers: accept }),
      await send('DELETE', collection, { headers: accept }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 415, statusOfUnknown(sample), 405],
    );
    for (const answer of answers) {
      const { members } = problemOf(answer);
      assert.equal(members.get('status'), String(answer.status));
      for (const name of members.keys()) assert.match(name, /^[A-Za-z][A-Za-z0-9_]{2,}$/);
    }
  });
});

function itemPath({ path, idParameter }: ResourceSample): string {
  return `${path}/{${idParameter}}`;
}

function rootOf(schema: Json): string {
  const { name } = schema['xml'] as { readonly name: string };
  return name;
}

/** The members of a problem in XML: text, and the list of errors. */
function problemOf({ headers, text }: TestAnswer) {
  assert.equal(headers.get('content-type'), 'application/problem+xml');
  const root = parseXml(text);
  assert.equal(root.name, 'problem');
  const check = (element: typeof root) => {
    // RFC 9457, appendix B.
    assert.equal(element.namespace, 'urn:ietf:rfc:7807', element.name);
    assert.deepEqual(element.attributes, {});
    element.children.forEach(check);
  };
  check(root);
  const members = new Map(root.children.map(({ name, text: value }) => [name, value]));
  const errors = root.children.find(({ name }) => name === 'errors')?.children ?? [];
  const errorOf = ({ name, children }: typeof root) => {
    assert.equal(name, 'i');
    const at = children.find((child) => child.name === 'at')?.text ?? '';
    return { at };
  };
  return { members, errors: errors.map(errorOf) };
}
