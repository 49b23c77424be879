import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changesBetween,
  compared,
  documentWith,
  operation,
  placesBetween,
  sending,
  sent,
  showing,
  shown,
  type Json,
} from './documents.ts';

const text = { type: 'string' };
const object = (properties: Json, others: Json = {}) => ({ type: 'object', properties, ...others });
const schemas = (value: Json) => ({ components: { schemas: value } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('the same schema has opposite effects in requests and responses', () => {
  const both = (schema: Json) =>
    operation('post', {
      requestBody: { content: { 'application/json': { schema } } },
      responses: { 200: { content: { 'application/json': { schema } } } },
    });
  const found = changesBetween(both({ type: 'integer' }), both({ type: 'number' }));
  assert.deepEqual(
    found.map(({ id, action }) => [id, action]),
    [
      ['T97', 'pass'],
      ['T02', 'version'],
    ],
  );
});

test('what is read-only is not sent, and what is write-only is not shown', () => {
  const readOnly = { ...text, readOnly: true };
  const writeOnly = { ...text, writeOnly: true };
  assert.deepEqual(
    placesBetween(sending(object({ a: readOnly })), sending(object({ b: readOnly }))),
    [],
  );
  assert.deepEqual(
    placesBetween(showing(object({ a: writeOnly })), showing(object({ b: writeOnly }))),
    [],
  );
});

test('a document of OpenAPI 3.0 says the same as one of 3.1', () => {
  const was = sending(
    object({
      a: { type: 'string', nullable: true, enum: ['x'] },
      b: { type: 'integer', minimum: 1, exclusiveMinimum: true },
      c: { oneOf: [text, { type: 'boolean' }], nullable: true },
    }),
    { openapi: '3.0.3' },
  );
  const is = sending(
    object({
      a: { type: ['string', 'null'], const: 'x' },
      b: { type: 'integer', exclusiveMinimum: 1 },
      c: { anyOf: [text, { type: 'boolean' }, { type: 'null' }] },
    }),
  );
  assert.deepEqual(placesBetween(was, is), ['O09 openapi', `O06 ${sent}.properties.c.anyOf`]);
});

test('what allOf says together is one schema', () => {
  const parts = schemas({ Base: object({ id: text }, { required: ['id'] }) });
  const was = showing(
    { allOf: [ref('Base'), object({ title: { ...text, maxLength: 9 } })] },
    parts,
  );
  const flat = (maxLength: number) =>
    showing(object({ id: text, title: { ...text, maxLength } }, { required: ['id'] }));
  assert.deepEqual(placesBetween(was, flat(9)), []);
  assert.deepEqual(placesBetween(was, flat(10)), [`C03 ${shown}.properties.title.maxLength`]);
});

test('a change of a schema that many places use is listed once for requests and once for responses', () => {
  const paths = (size: number) => {
    const body = { content: { 'application/json': { schema: ref('Order') } } };
    const item = { post: { requestBody: body, responses: { 200: body } } };
    return documentWith({
      paths: { '/a': item, '/b': item },
      ...schemas({ Order: { ...text, maxLength: size } }),
    });
  };
  assert.deepEqual(placesBetween(paths(9), paths(8)), [
    'C02 paths./a.post.requestBody.content.application/json.schema.maxLength',
    'C41 paths./a.post.responses.200.content.application/json.schema.maxLength',
  ]);
});

test('schemas that contain themselves end, whatever changes in them', () => {
  const tree = (others: Json) =>
    showing(
      ref('Node'),
      schemas({ Node: object({ children: { type: 'array', items: ref('Node') }, ...others }) }),
    );
  assert.deepEqual(placesBetween(tree({}), tree({})), []);
  assert.deepEqual(placesBetween(tree({ name: text }), tree({})), [`F09 ${shown}.properties.name`]);
  const inherited = (base: Json) =>
    showing(
      ref('Pet'),
      schemas({
        Pet: base,
        Cat: { allOf: [ref('Pet'), object({ meows: text })] },
        Dog: { allOf: [ref('Pet'), object({ barks: text })] },
      }),
    );
  const plain = inherited(object({ kind: text }));
  const variants = inherited({ ...object({ kind: text }), oneOf: [ref('Cat'), ref('Dog')] });
  assert.deepEqual(placesBetween(variants, structuredClone(variants)), []);
  assert.deepEqual(placesBetween(plain, variants), [`O73 ${shown}.oneOf`]);
});

test('references that double at each level are read once', { timeout: 20_000 }, () => {
  const levels = 60;
  const doubled = (last: Json, keyword: string) => {
    const names = Array.from({ length: levels }, (_, level) => `L${level}`);
    const schema = (level: number) => {
      if (level === levels - 1) return last;
      const next = ref(`L${level + 1}`);
      return keyword === 'properties'
        ? object({ a: next, b: next })
        : { [keyword]: [next, { allOf: [next] }, object({ c: next })] };
    };
    return showing(
      ref('L0'),
      schemas(Object.fromEntries(names.map((name, level) => [name, schema(level)]))),
    );
  };
  for (const keyword of ['properties', 'allOf', 'oneOf', 'anyOf', 'prefixItems']) {
    const changes = placesBetween(doubled(text, keyword), doubled({ type: 'boolean' }, keyword));
    assert.ok(changes.length > 0, keyword);
  }
});

test('schemas behind thousands of others are compared', () => {
  const names = Array.from({ length: 3000 }, (_, level) => `L${level}`);
  const chain = (last: Json) => {
    const at = (level: number) => (level === 2999 ? last : object({ a: ref(`L${level + 1}`) }));
    const all = Object.fromEntries(names.map((name, level) => [name, at(level)]));
    return showing(ref('L0'), schemas(all));
  };
  assert.equal(placesBetween(chain(text), chain({ type: 'boolean' })).length, 1);
  assert.deepEqual(placesBetween(chain(text), chain(text)), []);
});

test('references without an end are refused', () => {
  const names = Array.from({ length: 3000 }, (_, level) => `L${level}`);
  const inherited = Object.fromEntries(
    names.map((name, level) => [name, { allOf: [ref(`L${level + 1}`)] }]),
  );
  const deep = showing(ref('L0'), schemas({ ...inherited, L3000: text }));
  assert.match(JSON.stringify(compared(deep, deep)), /nested more than 400 levels/);
  const circle = (value: string) =>
    showing(ref('A'), schemas({ A: ref('B'), B: ref('A'), C: { title: value } }));
  const result = compared(circle('a'), circle('b'));
  assert.match(JSON.stringify(result), /"age":"old".*references lead around in a circle/);
});

test('references that lead out of the document, or to nothing, are refused with their place', () => {
  for (const [reference, says] of [
    ['order.yaml#/Order', /leads out of the document/],
    ['https://example.com/order.json', /leads out of the document/],
    ['#/components/schemas/Gone', /leads to nothing/],
  ] as const) {
    const broken = showing({ $ref: reference });
    const [there, back] = [compared(showing(text), broken), compared(broken, showing(text))];
    assert.ok(!there.ok);
    assert.ok(!back.ok);
    assert.match(there.message, says);
    assert.deepEqual([there.age, back.age], ['new', 'old']);
  }
});

test('parameters of a path count for its operations, unless these say something else', () => {
  const limit = { name: 'limit', in: 'query' };
  const item = (shared: readonly Json[], own: readonly Json[]) =>
    documentWith({ paths: { '/orders': { parameters: shared, get: { parameters: own } } } });
  assert.deepEqual(placesBetween(item([limit], []), item([], [limit])), []);
  assert.deepEqual(
    placesBetween(item([limit], [{ ...limit, required: true }]), item([limit], [])),
    ['O24 paths./orders.get.parameters.query.limit.required'],
  );
});

test('a renamed placeholder is one change, and a path without its slash another path', () => {
  const path = (template: string, name: string) =>
    documentWith({
      paths: {
        [template]: { get: { parameters: [{ name, in: 'path', required: true, schema: text }] } },
      },
    });
  assert.deepEqual(placesBetween(path('/a/{id}', 'id'), path('/a/{key}', 'key')), [
    'R06 paths./a/{key}',
  ]);
  assert.deepEqual(placesBetween(path('/a/{id}', 'id'), path('/a/{id}/', 'id')), [
    'R02 paths./a/{id}',
    'R01 paths./a/{id}/',
  ]);
});

test('a prefix that goes from the servers to the paths changes no address', () => {
  const was = documentWith({
    servers: [{ url: 'https://a.example/v1' }],
    paths: { '/orders': { get: {} } },
  });
  const is = documentWith({
    servers: [{ url: 'https://a.example' }],
    paths: { '/v1/orders': { get: {} } },
  });
  assert.deepEqual(placesBetween(was, is), []);
  assert.deepEqual(placesBetween(is, was), []);
});

test('what an operation requires is what the document requires, unless it says something else', () => {
  const secured = (general: readonly Json[], own?: readonly Json[]) =>
    operation('get', own === undefined ? {} : { security: own }, { security: general });
  const key = { key: [] };
  assert.deepEqual(placesBetween(secured([key]), secured([], [key])), ['A04 security']);
  assert.deepEqual(placesBetween(secured([key], []), secured([key])), [
    'A02 paths./orders.get.security',
  ]);
  assert.deepEqual(
    placesBetween(secured([key, { token: ['a'] }]), secured([{ token: ['a'] }, key])),
    [],
  );
});

test('a range of media types takes what was named before', () => {
  const sendingAs = (type: string) =>
    operation('post', { requestBody: { content: { [type]: { schema: text } } } });
  assert.deepEqual(placesBetween(sendingAs('text/csv'), sendingAs('text/*')), [
    'D01 paths./orders.post.requestBody.content.text/*',
  ]);
});

test('what webhooks send is read by clients, and what these answer is sent by them', () => {
  const hook = (schema: Json) => {
    const body = { content: { 'application/json': { schema } } };
    return documentWith({
      webhooks: { done: { post: { requestBody: body, responses: { 200: body } } } },
    });
  };
  const found = placesBetween(hook({ type: 'integer' }), hook({ type: 'number' }));
  const at = (place: string) => `webhooks.done.post.${place}.content.application/json.schema.type`;
  assert.deepEqual(found, [`T02 ${at('requestBody')}`, `T97 ${at('responses.200')}`]);
});

test('alternatives are compared with those that they were, in whatever order they are', () => {
  const one = object({ kind: { const: 'one' }, a: text }, { required: ['kind'] });
  const two = object({ kind: { const: 'two' }, b: text }, { required: ['kind'] });
  const choice = (...list: readonly Json[]) => sending({ oneOf: list });
  assert.deepEqual(placesBetween(choice(one, two), choice(two, one)), []);
  const changed = object({ kind: { const: 'two' } }, { required: ['kind'] });
  assert.deepEqual(placesBetween(choice(one, two), choice(changed, one)), [
    `F08 ${sent}.oneOf.0.properties.b`,
  ]);
});

test('that null may be one of the alternatives is a change of its own', () => {
  const [one, two] = [object({ a: text }, { required: ['a'] }), { type: 'boolean' }];
  const nothing = { type: 'null' };
  const choice = (...list: readonly Json[]) => ({ oneOf: list });
  assert.deepEqual(placesBetween(showing(choice(one, two)), showing(choice(one, two, nothing))), [
    `Q05 ${shown}.nullable`,
  ]);
  assert.deepEqual(placesBetween(sending(choice(one, nothing)), sending(choice(one, two))), [
    `Q11 ${sent}.nullable`,
    `O73 ${sent}.oneOf`,
  ]);
  assert.deepEqual(
    placesBetween(sending(choice(one, nothing)), sending(choice(one, two, nothing))),
    [`O73 ${sent}.oneOf`],
  );
});

test('a placeholder that is described now was there before', () => {
  const path = (parameters: readonly Json[]) =>
    documentWith({ paths: { '/a/{id}': { get: { parameters } } } });
  const id = { name: 'id', in: 'path', required: true, schema: text };
  assert.deepEqual(placesBetween(path([]), path([id])), [
    'O02 paths./a/{id}.get.parameters.path.1',
  ]);
});

test('a message says the values of before and now, and what happens to clients', () => {
  const [change] = changesBetween(
    sending({ ...text, maxLength: 9 }),
    sending({ ...text, maxLength: 8 }),
  );
  assert.equal(
    change?.message,
    'maxLength lowered, from 9 to 8. Requests with longer values are refused. Take it back, or make it in a new version.',
  );
});

test('texts of a document stay on one line, without characters that a terminal acts on', () => {
  const hostile = 'a\u001B[2J\nb\u202E';
  const [change] = changesBetween(
    documentWith({}),
    documentWith({ info: { title: hostile, version: '1' } }),
  );
  assert.match(change?.message ?? '', /a\\u\{1b\}\[2J\\u\{a\}b\\u\{202e\}/);
  assert.deepEqual(placesBetween(sending(object({})), sending(object({ __proto__: text }))), []);
  const named = JSON.parse('{"__proto__":{"type":"string"},"toString":{"type":"string"}}') as Json;
  assert.deepEqual(placesBetween(sending(object({})), sending(object(named))), [
    `F01 ${sent}.properties.__proto__`,
    `F01 ${sent}.properties.toString`,
  ]);
});
