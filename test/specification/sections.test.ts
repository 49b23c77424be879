import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepts, mistakesIn, refuses, withFields, withSections } from './support.ts';

const service = (keys: string) =>
  `service: { name: order-desk, ${keys} }\nresources: { order: { fields: { a: { type: string } } } }`;
const named = (name: string) =>
  `service: { name: ${name} }\nresources: { order: { fields: { a: { type: string } } } }`;

for (const name of ['Order', 'order_desk', '-a', 'a-', '"a b"', '../up', '"a\\nb"'])
  refuses(`the service name ${name}`, 'wrong-form', named(`▸${name}`));
for (const name of ['fs', 'http', 'test', 'sqlite', 'fastify', 'kysely'])
  refuses(`the service name ${name}`, 'name-reserved', named(`▸${name}`));
refuses('a service name that is too long', 'too-long', named(`▸${'a'.repeat(61)}`));
refuses('a vendor of another form', 'wrong-form', service('vendor: ▸Acme Inc'));
for (const address of [
  'https://a.example/?q=1',
  'https://a.example/#a',
  'https://u:p@a.example',
  'https://u@a.example',
  'https://a.example/v2',
  'https://a.example/api/v2/',
  'https://a.example//api',
  'https://a.example/api/../desk',
  'https://a.example/api/%2E',
])
  refuses(`the base URL ${address}`, 'base-url', service(`baseUrl: ▸'${address}'`));
for (const address of [
  'ftp://a.example',
  'a.example',
  'https://',
  'https://a b',
  '"https://a.example/`x`"',
  'https://a.example:99999',
  'https://a.example/"x"',
])
  refuses(
    `the base URL ${address}`,
    'wrong-form',
    service(`baseUrl: ▸${address.startsWith('"') ? address : `'${address}'`}`),
  );
for (const address of [
  'https://api.acme.example',
  'http://localhost:3000/',
  'https://a.example/api/versions',
  'https://[::1]:8080/x',
  'https://a.example/support//',
  'https://a.example/support/.x',
])
  accepts(`the base URL ${address}`, service(`baseUrl: '${address}'`));
const below = (path: string, versioning = '{}') =>
  `service: { name: order-desk, baseUrl: ${path} }\nresources: { order: { fields: { a: { type: string } } }, news: { plural: bulletins, fields: { a: { type: string } } } }\nversioning: ${versioning}`;
const byHeader = '{ strategy: header }';
const byDate = '{ strategy: date, versions: { "2026-03-01": { released: 2026-03-01 } } }';
for (const [path, versioning] of [
  ['docs', '{}'],
  ['.well-known/a', '{}'],
  ['v3/desk', '{}'],
  ['orders/desk', byHeader],
  ['bulletins', byHeader],
  ['jobs', byHeader],
  ['2026-03-02', byDate],
] as const)
  refuses(
    `a base URL below /${path}, like paths of the service with versioning ${versioning}`,
    'base-url',
    below(`▸'https://a.example/${path}'`, versioning),
  );
for (const [path, versioning] of [
  ['orders', '{}'],
  ['desk/docs', '{}'],
  ['newss', byHeader],
  ['v3/desk', byHeader],
  ['2026-03-02', byHeader],
] as const)
  accepts(
    `a base URL below /${path} with versioning ${versioning}`,
    below(`'https://a.example/${path}'`, versioning),
  );
refuses('a mail address that is none', 'wrong-form', service('contact: { email: ▸nobody }'));
refuses(
  'a contact that is no web address',
  'wrong-form',
  service('contact: { url: ▸mailto:a@example.com }'),
);
refuses('a license of two lines', 'wrong-form', service('license: ▸"MIT\\nor not"'));
refuses('an unknown key of the contact', 'unknown-key', service('contact: { ▸phone: "1" }'));

const endpoint = (keys: string) =>
  withFields(
    'total: { type: decimal }\nnote: { type: text }\nsecret: { type: string, writeOnly: true }\nhidden: { type: string, readableBy: [] }\npage: { type: enum, values: [a] }\nflag: { type: boolean }\ndue: { type: date }',
    `endpoints: { order: { ${keys} } }`,
  );
refuses('endpoints of nothing', 'unknown-resource', withSections('endpoints: { ▸ordr: {} }'));
refuses(
  'endpoints that come later',
  ['not-yet', 'not-yet'],
  withSections('endpoints: { ▸actions: [json], ▸methods: {} }'),
);
refuses('a method that does not exist', 'not-allowed', endpoint('methods: [list, ▸get]'));
refuses('a method twice', 'duplicate-item', endpoint('methods: [list, ▸list]'));
refuses('no method', 'too-few', endpoint('methods: ▸[]'));
refuses('a filter by nothing', 'unknown-field', endpoint('filter: [total, ▸totl]'));
refuses('a filter by text', 'not-comparable', endpoint('filter: [▸note]'));
refuses('a filter by a secret', 'write-only', endpoint('filter: [▸secret]'));
refuses('a filter with the name of a parameter', 'name-reserved', endpoint('filter: [▸page]'));
refuses('a filter by the id', 'unknown-field', endpoint('filter: [▸id]'));
accepts('filters by system fields', endpoint('filter: [createdAt, updatedAt, flag]'));
refuses('sorting by nothing', 'unknown-field', endpoint('sort: [▸totl]'));
refuses('sorting by a boolean', 'not-comparable', endpoint('sort: [▸flag]'));
refuses('sorting by a secret', 'write-only', endpoint('sort: [▸secret]'));
refuses('sorting by what nobody is shown', 'contradiction', endpoint('sort: [▸hidden]'));
refuses('a filter by what nobody is shown', 'contradiction', endpoint('filter: [▸hidden]'));
accepts(
  'sorting by a field that is called as a parameter',
  endpoint('sort: [page, due, createdAt]'),
);
refuses(
  'a page beyond the largest',
  'empty-range',
  endpoint('pagination: { size: ▸50, maxSize: 20 }'),
);
refuses('a page beyond 1000', 'too-great', endpoint('pagination: { maxSize: ▸1001 }'));
accepts('a large page alone', endpoint('pagination: { size: 500 }'));
accepts('pages by a cursor', endpoint('pagination: { cursor: true }'));
refuses('a cursor that is no yes or no', 'wrong-type', endpoint('pagination: { cursor: ▸yes }'));
refuses('a cursor beside the pages', 'unknown-key', endpoint('▸cursor: true'));
test('a key that stands one level too high is shown its place', () => {
  const [mistake] = mistakesIn(endpoint('cursor: true'));
  assert.equal(mistake?.suggestion, 'pagination: { cursor: … }');
});
accepts('idempotency keys', endpoint('idempotencyKey: required'));
accepts('idempotency keys of changes', endpoint('methods: [update], idempotencyKey: required'));
refuses('idempotency keys of another word', 'not-allowed', endpoint('idempotencyKey: ▸always'));
refuses(
  'idempotency keys where nothing needs them',
  'without-create',
  endpoint('methods: [list, replace, delete], ▸idempotencyKey: required'),
);
refuses(
  'creation by a method that is not offered',
  'without-replace',
  endpoint('methods: [list, create], ▸createByReplace: true'),
);
accepts('preconditions', endpoint('preconditions: required, createByReplace: true'));
refuses(
  'what belongs to a list without one',
  ['without-list', 'without-list', 'without-list'],
  endpoint('methods: [read], ▸filter: [flag], ▸sort: [due], ▸pagination: { size: 1 }'),
);

refuses(
  'another mechanism beside none',
  'contradiction',
  withSections('authentication: { mechanisms: [api-key, ▸none] }'),
);
refuses(
  'an unknown mechanism',
  'not-allowed',
  withSections('authentication: { mechanisms: [▸ldap] }'),
);
refuses(
  'a mechanism twice',
  'duplicate-item',
  withSections('authentication: { mechanisms: [basic, ▸basic] }'),
);
refuses(
  'tokens of nobody',
  ['missing-key', 'missing-key'],
  withSections('authentication: { mechanisms: [▸jwt, ▸oauth2] }'),
);
refuses(
  'tokens for nobody',
  'missing-key',
  withSections("authentication: { mechanisms: [jwt], ▸jwt: { issuer: 'https://id.example' } }"),
);
const tokens = (settings: string, mechanism = 'jwt') =>
  withSections(
    `authentication: { mechanisms: [${mechanism}], ${mechanism}: { audience: us, ${settings} } }`,
  );
for (const issuer of [
  'http://id.example',
  'https://id.example/?a=1',
  'https://id.example/#a',
  'https://u:p@id.example',
  'http://127.0.0.1.evil.example',
])
  refuses(`the issuer ${issuer}`, 'issuer', tokens(`issuer: ▸'${issuer}'`));
refuses('an issuer that is no address', 'wrong-form', tokens('issuer: ▸id.example'));
for (const issuer of ['https://id.example/tenant', 'http://localhost:8080', 'http://[::1]:80/a'])
  accepts(`the issuer ${issuer}`, tokens(`issuer: '${issuer}'`, 'oauth2'));
refuses(
  'a secret and a public key for one kind of token',
  'contradiction',
  tokens("issuer: 'https://id.example', algorithms: ▸[ES256, HS256]"),
);
refuses(
  'a secret for tokens of an issuer that publishes its keys',
  'not-allowed',
  tokens("issuer: 'https://id.example', algorithms: [▸HS256]", 'oauth2'),
);
refuses(
  'tokens without a signature',
  'not-allowed',
  tokens("issuer: 'https://id.example', algorithms: [▸none]"),
);
accepts(
  'a secret for tokens',
  tokens("issuer: 'https://id.example', algorithms: [HS256], rolesClaim: realm_access.roles"),
);
refuses(
  'one issuer for two mechanisms',
  'contradiction',
  withSections(
    "authentication: { mechanisms: [jwt, oauth2], jwt: { issuer: 'https://a.example', audience: us }, oauth2: { issuer: ▸'https://a.example', audience: us } }",
  ),
);
accepts(
  'all mechanisms side by side',
  withSections(
    "authentication: { mechanisms: [basic, oauth2, jwt, api-key], basic: { realm: Desk }, jwt: { issuer: 'https://a.example', audience: us }, oauth2: { issuer: 'https://b.example', audience: us, introspection: true, scopes: ['orders:read'] } }",
  ),
);
refuses(
  'settings of a mechanism that is not used',
  'contradiction',
  withSections('authentication: { mechanisms: [none], ▸apiKey: { header: X-Key } }'),
);
for (const header of ['Authorization', 'cookie', 'HOST', 'Content-Type', 'accept'])
  refuses(
    `the header ${header} for a key`,
    'name-reserved',
    withSections(`authentication: { apiKey: { header: ▸${header} } }`),
  );
for (const header of ['"X Key"', '"X:Key"', '"X\\r\\nKey"', 'Schlüssel'])
  refuses(
    `${header} as a header`,
    'wrong-form',
    withSections(`authentication: { apiKey: { header: ▸${header} } }`),
  );

const problem = (text: string) => withSections(`errors: { codes: { ${text} } }`);
for (const code of ['not-found', 'conflict', 'internal-error', 'expectation-failed'])
  refuses(
    `the built-in problem ${code}`,
    'name-reserved',
    problem(`▸${code}: { status: 409, title: A }`),
  );
refuses(
  'a problem of another form',
  'wrong-form',
  problem('▸creditExceeded: { status: 409, title: A }'),
);
refuses('a status of success', 'too-small', problem('gone: { status: ▸200, title: A }'));
refuses('a status beyond 599', 'too-great', problem('gone: { status: ▸600, title: A }'));
refuses(
  'a problem without a title and a status',
  ['missing-key', 'missing-key'],
  problem('▸▸gone: {}'),
);
refuses(
  'another status for validation',
  'not-allowed',
  withSections('errors: { validationStatus: ▸409 }'),
);

for (const [key, bad] of [
  ['body', '1 GiB'],
  ['body', '-1'],
  ['uri', '1KB'],
  ['headers', 'lots'],
] as const)
  refuses(`${key} of ${bad}`, 'wrong-form', withSections(`limits: { ${key}: ▸'${bad}' }`));
for (const [key, bad] of [
  ['body', '1023'],
  ['body', '65 MiB'],
  ['uri', '100'],
  ['headers', '1 MiB'],
  ['requestTimeout', '10ms'],
  ['requestTimeout', '11m'],
  ['keepAliveTimeout', '0s'],
] as const)
  refuses(`${key} of ${bad}`, 'out-of-range', withSections(`limits: { ${key}: ▸'${bad}' }`));
for (const bad of ['30', '30 minutes', '1w', '1.5s'])
  refuses(`a time of ${bad}`, 'wrong-form', withSections(`limits: { requestTimeout: ▸'${bad}' }`));
refuses('a fraction of a byte', 'wrong-type', withSections('limits: { body: ▸1.5 }'));
refuses('a time without a unit', 'wrong-type', withSections('limits: { requestTimeout: ▸30 }'));
refuses(
  'headers that may take longer than the request',
  'empty-range',
  withSections('limits: { requestTimeout: 5s, headersTimeout: ▸6s }'),
);
refuses(
  'headers that may take longer than the standard request',
  'empty-range',
  withSections('limits: { headersTimeout: ▸31s }'),
);
refuses(
  'headers without room for tokens',
  'contradiction',
  withSections(
    'authentication: { mechanisms: [jwt], jwt: { issuer: https://id.example, audience: a } }\nlimits: { headers: ▸2 KiB }',
  ),
);
for (const [what, code, text] of [
  ['a quota without a time', 'missing-key', '▸default: { requests: 10 }'],
  ['no request at all', 'too-small', 'default: { requests: ▸0, per: 60s }'],
  ['a quota in parts of a second', 'out-of-range', 'default: { requests: 10, per: ▸1500ms }'],
  ['a quota in less than a second', 'out-of-range', 'burst: { requests: 10, per: ▸500ms }'],
  ['a quota in more than a day', 'out-of-range', 'anonymous: { requests: 10, per: ▸1441m }'],
  ['more at once than in all', 'empty-range', 'default: { requests: 10, per: 60s, burst: ▸11 }'],
  ['a burst of a burst', 'unknown-key', 'burst: { requests: 10, per: 1s, ▸burst: 5 }'],
  ['other header fields', 'not-allowed', 'fields: [ietf, ▸old]'],
  ['another draft', 'not-allowed', 'draft: ▸previous'],
  ['no work at all', 'too-small', 'concurrency: ▸0'],
  ['no work for a client', 'too-small', 'clientConcurrency: ▸0'],
  ['more for one than for all', 'empty-range', 'concurrency: 10, clientConcurrency: ▸11'],
  ['more for one than for all by default', 'empty-range', 'clientConcurrency: ▸501'],
  ['another way to fail', 'not-allowed', 'onStoreFailure: ▸ajar'],
] as const)
  refuses(what, code, withSections(`limits: { ${text} }`));
refuses(
  'a cost of nothing there is',
  'unknown-operation',
  withSections('endpoints: { order: { methods: [list], cost: { ▸create: 2 } } }'),
);
refuses(
  'a cost that nobody can pay',
  'too-great',
  withSections('endpoints: { order: { cost: { list: ▸21 } } }'),
);
refuses(
  'a quota of strangers where nobody is asked',
  'contradiction',
  withSections(
    'authentication: { mechanisms: [none] }\nlimits: { ▸anonymous: { requests: 1, per: 1s } }',
  ),
);
