import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, body, document, empty, imported } from './support.ts';

const row = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 9 },
    state: { type: 'string', enum: ['a', 'b'] },
    dueAt: { type: 'string', format: 'date-time' },
    tags: { type: 'array', maxItems: 3, items: { type: 'boolean' } },
  },
};
const list = answer({ type: 'array', items: row });

const withQuery = (...parameters: readonly unknown[]) => {
  const { specification, told } = imported(
    document({ '/orders': { get: { ...list, parameters } } }),
  );
  return { endpoint: specification.endpoints['order'] ?? {}, told };
};
const query = (name: string, schema: unknown = { type: 'string' }) => ({
  name,
  in: 'query',
  schema,
});

describe('the query of a list', () => {
  test('filters are fields, also compared ones', () => {
    const { endpoint, told } = withQuery(
      query('state'),
      query('due_at[gte]'),
      query('dueAtBefore'),
      query('tags'),
      query('city'),
      query('createdAt'),
    );
    assert.deepEqual(endpoint['filter'], ['state', 'dueAt', 'createdAt']);
    assert.match(told, /renamed the parameter "due_at\[gte\]" is "dueAt\[gte\]"/);
    assert.match(told, /renamed the parameter "dueAtBefore" is "dueAt\[lt\]"/);
    assert.match(told, /dropped the parameter "tags": lists are not filtered by "tags"/);
    assert.match(told, /dropped the parameter "city": no field/);
  });

  test('pages, sizes and cursors have other names', () => {
    const { endpoint, told } = withQuery(
      query('limit', { type: 'integer', default: 10, maximum: 5000 }),
      query('offset'),
      query('page_token'),
    );
    assert.deepEqual(endpoint['pagination'], { size: 10, maxSize: 1000, cursor: true });
    assert.match(
      told,
      /renamed the parameter "limit" is "size"[^]*"offset" is "page"[^]*"page_token" is "cursor"/,
    );
  });

  test('filters are not asked for, and have no default', () => {
    const { told } = withQuery(
      { ...query('state', { type: 'string', default: 'a' }) },
      { ...query('name'), required: true },
    );
    assert.match(told, /dropped the default of the parameter "state"/);
    assert.match(told, /dropped the parameter "name" is required/);
  });

  test('keys that lists are sorted by', () => {
    const { endpoint } = withQuery(
      query('sort', { type: 'string', enum: ['name', '-name', 'due_at:desc', 'tags'] }),
    );
    assert.deepEqual(endpoint['sort'], ['name', 'dueAt']);
    assert.match(withQuery(query('sort')).told, /dropped the parameter "sort": it names no field/);
  });

  test('parameters of other places are dropped', () => {
    const { told } = withQuery(
      { name: 'X-Tenant', in: 'header', schema: {} },
      { name: 'sid', in: 'cookie', schema: {} },
    );
    assert.match(
      told,
      /dropped the parameter "X-Tenant" \(header\)[^]*dropped the parameter "sid" \(cookie\)/,
    );
  });
});

test('headers that services know are settings', () => {
  const header = (name: string) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  });
  const { specification } = imported(
    document({
      '/orders': {
        post: { ...body(row), ...answer(row, '201'), parameters: [header('Idempotency-Key')] },
      },
      '/orders/{id}': {
        put: { ...body(row), ...answer(row, '201'), parameters: [header('If-Match')] },
      },
    }),
  );
  assert.deepEqual(specification.endpoints['order'], {
    methods: ['create', 'replace'],
    createByReplace: true,
    preconditions: 'required',
    idempotencyKey: 'required',
  });
});

const orders = { '/orders': { get: list } };

const schemes: readonly (readonly [string, unknown, unknown, RegExp?])[] = [
  [
    'a key in a header',
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { mechanisms: ['api-key'], apiKey: { header: 'X-Key' } },
  ],
  [
    'a key in the query',
    { type: 'apiKey', in: 'query', name: 'key' },
    { mechanisms: ['api-key'] },
    /renamed the key "key" \(query\) is sent in the header X-API-Key/,
  ],
  [
    'a key in Authorization',
    { type: 'apiKey', in: 'header', name: 'Authorization' },
    { mechanisms: ['api-key'] },
    /renamed the key "Authorization"/,
  ],
  ['basic', { type: 'http', scheme: 'Basic' }, { mechanisms: ['basic'] }],
  [
    'bearer',
    { type: 'http', scheme: 'bearer' },
    { mechanisms: ['jwt'], jwt: { issuer: 'https://id.example.com', audience: 'shop-desk' } },
    /guessed the issuer of tokens is "https:\/\/id\.example\.com", which is made up/,
  ],
  [
    'OAuth 2.0',
    {
      type: 'oauth2',
      flows: {
        clientCredentials: {
          tokenUrl: 'https://id.acme.example/token',
          scopes: { 'orders:read': 'r', 'not a scope': 'x' },
        },
      },
    },
    {
      mechanisms: ['oauth2'],
      oauth2: { issuer: 'https://id.acme.example', audience: 'shop-desk', scopes: ['orders:read'] },
    },
    /dropped the scope "not a scope"/,
  ],
  [
    'OpenID Connect',
    {
      type: 'openIdConnect',
      openIdConnectUrl: 'https://id.acme.example/tenant/.well-known/openid-configuration',
    },
    {
      mechanisms: ['oauth2'],
      oauth2: { issuer: 'https://id.acme.example/tenant', audience: 'shop-desk' },
    },
  ],
  [
    'certificates',
    { type: 'mutualTLS' },
    { mechanisms: ['none'] },
    /dropped a security scheme of the type "mutualTLS"/,
  ],
  [
    'digest',
    { type: 'http', scheme: 'digest' },
    { mechanisms: ['none'] },
    /dropped a security scheme of the type "http" "digest"/,
  ],
];

describe('security schemes become mechanisms', () => {
  for (const [name, scheme, expected, says] of schemes) {
    test(name, () => {
      const { specification, told } = imported(
        document(orders, {
          components: { securitySchemes: { main: scheme } },
          security: [{ main: [] }],
        }),
      );
      assert.deepEqual(specification.authentication, expected);
      if (says !== undefined) assert.match(told, says);
    });
  }

  test('none at all: anyone may do anything, which is told', () => {
    const { specification, told } = imported(document(orders));
    assert.deepEqual(specification.authentication, { mechanisms: ['none'] });
    assert.match(told, /guessed the document has no way to authenticate/);
  });

  test('none that is asked for: a service asks for all, which is told', () => {
    const securitySchemes = { basic: { type: 'http', scheme: 'basic' } };
    const { specification, told } = imported(document(orders, { components: { securitySchemes } }));
    assert.deepEqual(specification.authentication, { mechanisms: ['basic'] });
    assert.match(told, /guessed no operation asks for a security scheme in the document/);
  });

  test('what the whole document asks for is told like what an operation does', () => {
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      basic: { type: 'http', scheme: 'basic' },
    };
    const security = [{ key: [], basic: ['orders:read'] }];
    const { told } = imported(document(orders, { components: { securitySchemes }, security }));
    assert.match(told, /dropped several schemes at once/);
    assert.match(told, /dropped the scopes "orders:read"/);
  });

  test('several, of which one is not asked for, and scopes of an operation', () => {
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      basic: { type: 'http', scheme: 'basic' },
      digest: { type: 'http', scheme: 'digest' },
    };
    const get = { ...list, security: [{ key: [], basic: ['orders:read'] }, {}] };
    const { specification, told } = imported(
      document({ '/orders': { get } }, { components: { securitySchemes } }),
    );
    assert.deepEqual(specification.authentication['mechanisms'], ['api-key', 'basic']);
    assert.match(told, /dropped the security scheme "digest", which no operation asks for/);
    assert.match(told, /dropped this operation needs no authentication in the document/);
    assert.match(told, /dropped several schemes at once/);
    assert.match(told, /dropped the scopes "orders:read"/);
  });
});

const addresses: readonly (readonly [unknown, string, string | undefined, unknown])[] = [
  [
    [{ url: 'https://api.acme.example/v3/' }],
    '/orders',
    'https://api.acme.example',
    { strategy: 'uri-path', versions: { 3: {} } },
  ],
  [
    [{ url: 'https://acme.example/desk' }],
    '/v2/orders',
    'https://acme.example/desk',
    { strategy: 'uri-path', versions: { 2: {} } },
  ],
  [
    [{ url: 'https://acme.example' }],
    '/api/2.1/orders',
    'https://acme.example/api',
    { strategy: 'uri-path', versions: { 2: {} } },
  ],
  [
    [{ url: 'https://{region}.acme.example', variables: { region: { default: 'eu' } } }],
    '/orders',
    'https://eu.acme.example',
    { strategy: 'uri-path', versions: { 1: {} } },
  ],
  [[{ url: '/relative' }], '/orders', undefined, { strategy: 'uri-path', versions: { 1: {} } }],
  [
    [{ url: 'https://user:secret@acme.example' }],
    '/orders',
    undefined,
    { strategy: 'uri-path', versions: { 1: {} } },
  ],
];

describe('servers and paths give the base URL and the version', () => {
  for (const [servers, path, baseUrl, versioning] of addresses) {
    test(`${JSON.stringify(servers)} ${path}`, () => {
      const paths = { [path]: { get: list }, [path.replace('orders', 'shops')]: { get: list } };
      const { specification, text } = imported(document(paths, { servers }));
      assert.equal(specification.service['baseUrl'], baseUrl);
      assert.deepEqual(specification.versioning, versioning);
      assert.doesNotMatch(text, /secret/);
    });
  }

  test('a header and a query parameter that name the version', () => {
    const versioned = (parameter: unknown) =>
      imported(document({ '/orders': { get: { ...list, parameters: [parameter] } } })).specification
        .versioning;
    assert.deepEqual(versioned({ name: 'acme-version', in: 'header', schema: {} }), {
      strategy: 'header',
      versions: { 1: {} },
    });
    assert.deepEqual(versioned(query('api-version')), {
      strategy: 'query',
      query: { parameter: 'api-version' },
      versions: { 1: {} },
    });
  });
});

test('what the document says of itself', () => {
  const info = {
    title: 'Acme  Büro — API',
    version: '4',
    summary: 'Sells things.',
    contact: { name: 'Team', email: 'no address', url: 'https://acme.example' },
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    termsOfService: 'https://acme.example/terms',
  };
  const { specification, told } = imported({ ...document(orders), info });
  assert.deepEqual(specification.service, {
    name: 'acme-buro-api',
    title: 'Acme Büro — API',
    purpose: 'Sells things.',
    contact: { name: 'Team', url: 'https://acme.example' },
    license: 'Apache-2.0',
  });
  assert.match(told, /dropped the email of the contact: /);
  assert.match(told, /dropped the terms of service/);
  assert.equal(
    imported({ ...document(orders), info: { title: 'fs' } }).specification.service['name'],
    'fs-service',
  );
});

test('a resource is described by its rows, or by its tag', () => {
  const get = { ...list, tags: ['Orders'] };
  const { specification } = imported(
    document(
      { '/orders': { get } },
      { tags: [{ name: 'Orders', description: 'What was bought.' }] },
    ),
  );
  assert.equal(specification.resources['order']?.['description'], 'What was bought.');
});

test('statuses of errors that services do not have are problems', () => {
  const post = { ...body(row), responses: { 201: {}, 422: {}, 402: {}, 423: {}, 404: {} } };
  const { specification } = imported(document({ '/orders': { post } }));
  assert.deepEqual(specification.errors, {
    validationStatus: 422,
    codes: {
      'payment-required': { status: 402, title: 'Payment Required' },
      locked: { status: 423, title: 'Locked' },
    },
  });
});

test('webhooks, callbacks and bodies of other types are told', () => {
  const post = {
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema: row } } },
    ...empty('201'),
    callbacks: { onDone: {} },
    deprecated: true,
  };
  const { told } = imported(
    document({ '/orders': { post } }, { webhooks: { sold: { post: {} } } }),
  );
  assert.match(
    told,
    /renamed the body of POST \/orders is JSON here, not application\/x-www-form-urlencoded/,
  );
  assert.match(told, /dropped the callbacks of POST \/orders/);
  assert.match(told, /dropped POST \/orders is deprecated/);
  assert.match(told, /dropped the webhook "sold"/);
});

test('other media types than JSON, and requests without a body, are told', () => {
  const schema = { schema: row };
  const content = { 'application/json': schema, 'application/xml': schema };
  const { told } = imported(
    document({
      '/orders': {
        get: { responses: { 200: { content: { 'text/csv': {}, ...content } } } },
        post: { ...answer(row, '201') },
      },
      '/orders/{id}': { put: { requestBody: { content }, ...answer(row) } },
    }),
  );
  assert.match(told, /dropped answers of GET \/orders as text\/csv, application\/xml/);
  assert.match(told, /dropped bodies of PUT \/orders\/\{id\} as application\/xml/);
  assert.match(told, /guessed POST \/orders has no body in the document/);
  assert.doesNotMatch(told, /PUT [^\n]* has no body/);
});
