import { documentWith, operation, sending, sent, showing, shown, type Json } from './documents.ts';

/** A row, the path of the change, and the two documents that show it. */
export type DocumentCase = readonly [id: string, path: string, was: Json, is: Json];

/** The same part of a document, before and now. */
type Make = (value: Json) => Json;

function both(make: Make, id: string, path: string, was: Json, is: Json): DocumentCase {
  return [id, path, make(was), make(is)];
}

/** Something that clients send. */
const request = (id: string, key: string, was: Json, is: Json): DocumentCase =>
  both(sending, id, `${sent}${key}`, was, is);

/** Something that clients are shown. */
const response = (id: string, key: string, was: Json, is: Json): DocumentCase =>
  both(showing, id, `${shown}${key}`, was, is);

const get = (value: Json) => operation('get', value);
const at = 'paths./orders.get';

/** A parameter in the query, unless it says another place. */
const parameter = (id: string, key: string, was: Json, is: Json): DocumentCase => {
  const make = (value: Json) =>
    get({ parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' }, ...value }] });
  return both(make, id, `${at}.parameters.query.limit.${key}`, was, is);
};

const inQuery = { name: 'limit', in: 'query', schema: { type: 'integer' } };
const parameters = (...list: readonly Json[]) => get({ parameters: list });

const text = { type: 'string' };
const object = (properties: Json, others: Json = {}) => ({ type: 'object', properties, ...others });
const ofCat = { $ref: '#/components/schemas/Cat' };
const ofDog = { $ref: '#/components/schemas/Dog' };
const animals = {
  components: {
    schemas: {
      Cat: object({ meows: { type: 'boolean' } }, { required: ['meows'] }),
      Dog: object({ barks: { type: 'boolean' } }, { required: ['barks'] }),
    },
  },
};

const info: readonly DocumentCase[] = [
  both(documentWith, 'N01', 'info.title', {}, { info: { title: 'Table', version: '1' } }),
  both(documentWith, 'O01', 'info.version', {}, { info: { title: 'Desk', version: '2' } }),
  both(documentWith, 'O09', 'openapi', {}, { openapi: '3.0.3' }),
  both(documentWith, 'O02', 'document.tags', {}, { tags: [{ name: 'orders' }] }),
  both(documentWith, 'O03', 'document.x-owner', {}, { 'x-owner': 'sales' }),
  both(
    documentWith,
    'O06',
    'document.jsonSchemaDialect',
    {},
    { jsonSchemaDialect: 'https://a.example' },
  ),
];

const servers = (...urls: readonly string[]) => ({ servers: urls.map((url) => ({ url })) });
const variable = (value: Json) =>
  documentWith({ servers: [{ url: 'https://{place}.example', variables: { place: value } }] });
const place = 'servers.https://{place}.example.variables.place';

const hosts: readonly DocumentCase[] = [
  both(documentWith, 'W14', 'servers', servers('https://a.example'), servers('https://b.example')),
  both(
    documentWith,
    'O10',
    'servers.https://b.example',
    servers('https://a.example'),
    servers('https://a.example', 'https://b.example'),
  ),
  both(
    documentWith,
    'O11',
    'servers',
    servers('https://a.example', 'https://b.example'),
    servers('https://b.example', 'https://a.example'),
  ),
  both(
    documentWith,
    'O12',
    'servers.path',
    servers('https://a.example/v1'),
    servers('https://a.example/v2'),
  ),
  both(
    variable,
    'O13',
    `${place}.eu`,
    { default: 'us', enum: ['us', 'eu'] },
    { default: 'us', enum: ['us'] },
  ),
  both(variable, 'O14', `${place}.default`, { default: 'us' }, { default: 'eu' }),
  both(
    variable,
    'O15',
    `${place}.eu`,
    { default: 'us', enum: ['us'] },
    { default: 'us', enum: ['us', 'eu'] },
  ),
];

const row = (template: string, others: Json = {}) =>
  documentWith({ paths: { [template]: { get: others } } });
const old = { deprecated: true, 'x-sunset': '2026-01-01' };
const identified = (schema: Json) =>
  row('/orders/{id}', { parameters: [{ name: 'id', in: 'path', required: true, schema }] });

const paths: readonly DocumentCase[] = [
  ['R01', 'paths./orders', documentWith({}), row('/orders')],
  ['R02', 'paths./orders', row('/orders'), documentWith({})],
  ['R03', 'paths./orders', row('/orders', old), documentWith({})],
  ['R06', 'paths./orders/{orderId}', row('/orders/{id}'), row('/orders/{orderId}')],
  both(
    identified,
    'R07',
    'paths./orders/{id}.get.parameters.path.1.schema.type',
    { type: 'integer' },
    text,
  ),
  both(identified, 'R07', 'paths./orders/{id}.get.parameters.path.1.schema.format', text, {
    type: 'string',
    format: 'uuid',
  }),
];

const methods = (...list: readonly string[]) =>
  documentWith({ paths: { '/orders': Object.fromEntries(list.map((name) => [name, {}])) } });
const patched = (required: readonly string[]) => {
  const body = (names: readonly string[]) => ({
    requestBody: {
      content: { 'application/json': { schema: object({ title: text }, { required: names }) } },
    },
  });
  return documentWith({
    paths: { '/orders': { post: body(['title']) }, '/orders/{id}': { patch: body(required) } },
  });
};

const operations: readonly DocumentCase[] = [
  ['M01', 'paths./orders.post', methods('get'), methods('get', 'post')],
  ['M02', 'paths./orders.post', methods('get', 'post'), methods('get')],
  ['M12', 'paths./orders.head', methods('get'), methods('get', 'head')],
  both(get, 'M03', `${at}.deprecated`, {}, { deprecated: true }),
  both(get, 'M11', `${at}.deprecated`, { deprecated: true }, {}),
  both(get, 'M13', `${at}.x-sunset`, old, { ...old, 'x-sunset': '2026-02-01' }),
  both(get, 'O08', `${at}.operationId`, { operationId: 'listOrders' }, { operationId: 'orders' }),
  both(get, 'O02', `${at}.summary`, {}, { summary: 'All orders' }),
  both(get, 'V01', `${at}.callbacks.done`, {}, { callbacks: { done: {} } }),
  both(get, 'V02', `${at}.callbacks.done`, { callbacks: { done: {} } }, {}),
  [
    'Q10',
    'paths./orders/{id}.patch.requestBody.content.application/json.schema.properties.title.required',
    patched([]),
    patched(['title']),
  ],
];

const named = (name: string, place: string, others: Json = {}) => ({
  name,
  in: place,
  schema: text,
  ...others,
});

const ofParameters: readonly DocumentCase[] = [
  ['O20', `${at}.parameters.query.limit`, parameters(), parameters(inQuery)],
  ['O21', `${at}.parameters.query.limit`, parameters(), parameters({ ...inQuery, required: true })],
  ['O22', `${at}.parameters.query.limit`, parameters(inQuery), parameters()],
  ['P14', `${at}.parameters`, parameters(inQuery), parameters()],
  [
    'P25',
    `${at}.parameters.header.limit`,
    parameters(inQuery),
    parameters({ ...inQuery, in: 'header' }),
  ],
  [
    'M06',
    `${at}.parameters.header.if-match`,
    parameters(),
    parameters(named('If-Match', 'header', { required: true })),
  ],
  [
    'M08',
    `${at}.parameters.header.idempotency-key.required`,
    parameters(named('Idempotency-Key', 'header')),
    parameters(named('idempotency-key', 'header', { required: true })),
  ],
  [
    'M10',
    `${at}.parameters.header.idempotency-key.required`,
    parameters(named('Idempotency-Key', 'header', { required: true })),
    parameters(named('Idempotency-Key', 'header')),
  ],
  [
    'P12',
    `${at}.parameters.query.sort.schema.default`,
    parameters(named('sort', 'query')),
    parameters(named('sort', 'query', { schema: { ...text, default: 'title' } })),
  ],
  parameter('O23', 'required', {}, { required: true }),
  parameter('O24', 'required', { required: true }, {}),
  parameter('O25', 'schema.default', {}, { schema: { type: 'integer', default: 1 } }),
  parameter(
    'O26',
    'schema.default',
    { schema: { type: 'integer', default: 2 } },
    { schema: { type: 'integer', default: 1 } },
  ),
  parameter('O27', 'schema.default', { schema: { type: 'integer', default: 2 } }, {}),
  parameter('O28', 'allowEmptyValue', { allowEmptyValue: true }, {}),
  parameter('O29', 'allowEmptyValue', {}, { allowEmptyValue: true }),
  parameter('O30', 'deprecated', {}, { deprecated: true }),
  parameter('O31', 'deprecated', { deprecated: true }, {}),
  parameter(
    'O32',
    'x-sunset',
    { deprecated: true },
    { deprecated: true, 'x-sunset': '2026-01-01' },
  ),
  parameter('P24', 'style', {}, { style: 'pipeDelimited' }),
  parameter('P24', 'explode', {}, { explode: false }),
  parameter('P24', 'allowReserved', {}, { allowReserved: true }),
];

const posted = (value: Json) => operation('post', value);
const body = 'paths./orders.post.requestBody';
const typed = (...types: readonly string[]) => ({
  requestBody: { content: Object.fromEntries(types.map((type) => [type, {}])) },
});
const required = { required: true, content: {} };

const bodies: readonly DocumentCase[] = [
  both(posted, 'M18', body, {}, { requestBody: required }),
  both(posted, 'O33', body, {}, { requestBody: { content: {} } }),
  both(posted, 'O34', body, { requestBody: required }, {}),
  both(
    posted,
    'M15',
    `${body}.required`,
    { requestBody: required },
    { requestBody: { content: {} } },
  ),
  both(
    posted,
    'O35',
    `${body}.required`,
    { requestBody: { content: {} } },
    { requestBody: required },
  ),
  both(
    posted,
    'D01',
    `${body}.content.text/csv`,
    typed('application/json'),
    typed('application/json', 'text/csv'),
  ),
  both(
    posted,
    'D04',
    `${body}.content.text/csv`,
    typed('application/json', 'text/csv'),
    typed('application/json'),
  ),
  both(
    posted,
    'O36',
    `${body}.content.text/csv`,
    typed('text/csv'),
    typed('text/csv; charset=utf-8'),
  ),
  both(posted, 'O06', `${body}.content.text/csv.encoding`, typed('text/csv'), {
    requestBody: { content: { 'text/csv': { encoding: { a: {} } } } },
  }),
];

const answering = (responses: Json, method = 'get') => operation(method, { responses });
const answers = (...statuses: readonly string[]) =>
  answering(Object.fromEntries(statuses.map((status) => [status, {}])));
const put = (...statuses: readonly string[]) =>
  answering(Object.fromEntries(statuses.map((status) => [status, {}])), 'put');
const status = `${at}.responses`;
const header = (value: Json) =>
  answering({ 200: { headers: { Total: { schema: text, ...value } } } });
const headers = (...names: readonly string[]) =>
  answering({
    200: {
      headers: Object.fromEntries(names.map((name) => [name, { required: true, schema: text }])),
    },
  });
const problem = (properties: Json) =>
  answering({ 400: { content: { 'application/json': { schema: object(properties) } } } });
const links = (value: Json) => answering({ 200: { links: value } });

const ofAnswers: readonly DocumentCase[] = [
  ['M09', `${status}.200`, answers('201'), answers('200')],
  ['M04', 'paths./orders.put.responses.201', put('200', '201'), put('200')],
  ['M05', 'paths./orders.put.responses.201', put('200'), put('200', '201')],
  ['O40', `${status}.202`, answers('200'), answers('200', '202')],
  ['O41', `${status}.202`, answers('200', '202'), answers('200')],
  ['Z02', `${status}.404`, answers('200', '404'), answers('200')],
  ['Z03', `${status}.default`, answers('200'), answers('200', 'default')],
  [
    'Z07',
    `${status}.400.content.application/json.schema.properties.code`,
    problem({ title: text }),
    problem({ title: text, code: text }),
  ],
  [
    'D02',
    `${status}.200.content.text/csv`,
    answering({ 200: { content: { 'text/csv': {} } } }),
    answers('200'),
  ],
  ['H03', `${status}.200.headers.total`, answers('200'), headers('Total')],
  ['H04', `${status}.200.headers.total`, headers('Total'), answers('200')],
  ['B05', `${status}.200.headers.ratelimit`, answers('200'), headers('RateLimit')],
  ['B06', `${status}.200.headers.ratelimit`, headers('RateLimit'), answers('200')],
  both(header, 'H06', `${status}.200.headers.total.required`, { required: true }, {}),
  both(header, 'O43', `${status}.200.headers.total.required`, {}, { required: true }),
  both(header, 'O44', `${status}.200.headers.total.deprecated`, {}, { deprecated: true }),
  both(header, 'O46', `${status}.200.headers.total.style`, {}, { explode: true }),
  ['O42', `${status}.200.headers.total`, header({}), answers('200')],
  both(links, 'L11', `${status}.200.links.next`, {}, { next: { operationId: 'next' } }),
  both(links, 'O45', `${status}.200.links.next`, { next: { operationId: 'next' } }, {}),
];

const hook = (value: Json) => documentWith({ webhooks: { done: { post: value } } });
const hooked = 'webhooks.done.post';
const hookBody = (isRequired: boolean) => ({ requestBody: { content: {}, required: isRequired } });

const webhooks: readonly DocumentCase[] = [
  ['V01', 'webhooks.done', documentWith({}), hook({})],
  ['V02', 'webhooks.done', hook({}), documentWith({})],
  both(hook, 'V06', `${hooked}.requestBody`, {}, hookBody(false)),
  both(hook, 'V07', `${hooked}.requestBody`, hookBody(false), {}),
  both(hook, 'O48', `${hooked}.requestBody.required`, hookBody(true), hookBody(false)),
  both(
    hook,
    'O47',
    `${hooked}.responses.202`,
    { responses: { 200: {} } },
    { responses: { 200: {}, 202: {} } },
  ),
];

const schemes = (value: Json) => documentWith({ components: { securitySchemes: { key: value } } });
const scheme = 'components.securitySchemes.key';
const flows = (value: Json) => schemes({ type: 'oauth2', flows: value });
const flow = (others: Json) =>
  flows({ clientCredentials: { tokenUrl: 'https://id.example', scopes: {}, ...others } });
const inFlow = `${scheme}.flows.clientCredentials`;
const needs = (...list: readonly Json[]) => get({ security: list });
const needed = `${at}.security`;

const security: readonly DocumentCase[] = [
  ['A02', 'security', documentWith({}), documentWith({ security: [{ key: [] }] })],
  ['A04', needed, needs({ key: [] }), needs({})],
  ['A01', `${needed}.token`, needs({ key: [] }), needs({ key: [] }, { token: [] })],
  ['A03', `${needed}.token`, needs({ key: [] }, { token: [] }), needs({ key: [] })],
  ['A06', `${needed}.key and token`, needs({ key: [] }), needs({ key: [], token: [] })],
  ['O52', `${needed}.key and token`, needs({ key: [], token: [] }), needs({ key: [] })],
  ['O50', `${needed}.token.read`, needs({ token: [] }), needs({ token: ['read'] })],
  ['O51', `${needed}.token.read`, needs({ token: ['read'] }), needs({ token: [] })],
  both(
    schemes,
    'A12',
    `${scheme}.name`,
    { type: 'apiKey', in: 'header', name: 'Key' },
    { type: 'apiKey', in: 'header', name: 'X-Key' },
  ),
  both(
    schemes,
    'A07',
    `${scheme}.openIdConnectUrl`,
    { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' },
    { type: 'openIdConnect', openIdConnectUrl: 'https://b.example' },
  ),
  both(
    schemes,
    'O53',
    `${scheme}.type`,
    { type: 'apiKey', in: 'header', name: 'Key' },
    { type: 'mutualTLS' },
  ),
  both(
    schemes,
    'O57',
    `${scheme}.bearerFormat`,
    { type: 'http', scheme: 'bearer' },
    { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
  ),
  ['O54', `${scheme}.flows.clientCredentials`, flow({}), flows({})],
  ['O55', `${scheme}.flows.clientCredentials`, flows({}), flow({})],
  both(flow, 'O56', `${inFlow}.tokenUrl`, {}, { tokenUrl: 'https://other.example' }),
  both(flow, 'O49', `${inFlow}.refreshUrl`, {}, { refreshUrl: 'https://id.example/refresh' }),
  both(flow, 'A14', `${inFlow}.scopes.read`, {}, { scopes: { read: 'Read' } }),
  both(flow, 'A18', `${inFlow}.scopes.read`, { scopes: { read: 'Read' } }, {}),
  [
    'O58',
    'components.securitySchemes.code',
    schemes({ type: 'mutualTLS' }),
    documentWith({ components: { securitySchemes: { code: { type: 'mutualTLS' } } } }),
  ],
  ['O59', scheme, documentWith({}), schemes({ type: 'mutualTLS' })],
];

const members: readonly DocumentCase[] = [
  request('F01', '.properties.b', object({}), object({ b: text })),
  request('F02', '.properties.b', object({}), object({ b: text }, { required: ['b'] })),
  request(
    'F03',
    '.properties.b',
    object({}),
    object({ b: { ...text, default: '' } }, { required: ['b'] }),
  ),
  response('F04', '.properties.b', object({}), object({ b: text })),
  request('F08', '.properties.b', object({ b: text }), object({})),
  response('F09', '.properties.b', object({ b: text }), object({})),
  response('F14', '.properties.madeAt', object({ made_at: text }), object({ madeAt: text })),
  response(
    'F10',
    '.properties.b.description',
    object({ b: text }),
    object({ b: { ...text, description: 'B' } }),
  ),
  response(
    'F11',
    '.properties.b.example',
    object({ b: text }),
    object({ b: { ...text, example: 'B' } }),
  ),
  response(
    'F12',
    '.properties.b.deprecated',
    object({ b: text }),
    object({ b: { ...text, deprecated: true } }),
  ),
  response(
    'F13',
    '.properties.b.deprecated',
    object({ b: { ...text, deprecated: true } }),
    object({ b: text }),
  ),
  response(
    'F18',
    '.properties.b.x-sunset',
    object({ b: { ...text, deprecated: true } }),
    object({ b: { ...text, deprecated: true, 'x-sunset': '2027-01-01' } }),
  ),
  request(
    'Q01',
    '.properties.b.required',
    object({ b: text }),
    object({ b: text }, { required: ['b'] }),
  ),
  request(
    'Q13',
    '.properties.b.required',
    object({ b: text }, { required: ['b'] }),
    object({ b: text }),
  ),
  response(
    'Q03',
    '.properties.b.required',
    object({ b: text }),
    object({ b: text }, { required: ['b'] }),
  ),
  response(
    'Q04',
    '.properties.b.required',
    object({ b: text }, { required: ['b'] }),
    object({ b: text }),
  ),
  response(
    'F17',
    '.properties.b.required',
    object({ b: { ...text, default: '' } }),
    object({ b: { ...text, default: '' } }, { required: ['b'] }),
  ),
  request(
    'U01',
    '.properties.b.readOnly',
    object({ b: text }),
    object({ b: { ...text, readOnly: true } }),
  ),
  request(
    'U02',
    '.properties.b.readOnly',
    object({ b: { ...text, readOnly: true } }),
    object({ b: text }),
  ),
  request(
    'U07',
    '.properties.id.readOnly',
    object({ id: { ...text, readOnly: true } }),
    object({ id: text }, { required: ['id'] }),
  ),
  response(
    'U03',
    '.properties.b.writeOnly',
    object({ b: text }),
    object({ b: { ...text, writeOnly: true } }),
  ),
  response(
    'U04',
    '.properties.b.writeOnly',
    object({ b: { ...text, writeOnly: true } }),
    object({ b: text }),
  ),
  response(
    'O78',
    '.properties.b.readOnly',
    object({ b: text }),
    object({ b: { ...text, readOnly: true } }),
  ),
  request('T22', '.additionalProperties', object({}, { additionalProperties: false }), object({})),
  request('O76', '.additionalProperties', object({}), object({}, { additionalProperties: false })),
  request(
    'O76',
    '.unevaluatedProperties',
    object({}),
    object({}, { unevaluatedProperties: false }),
  ),
  response('O77', '.additionalProperties', object({}, { additionalProperties: false }), object({})),
  request(
    'O61',
    '.additionalProperties.type',
    object({}),
    object({}, { additionalProperties: text }),
  ),
];

const types: readonly DocumentCase[] = [
  response('T02', '.type', { type: 'integer' }, { type: 'number' }),
  request('T03', '.type', { type: 'number' }, { type: 'integer' }),
  request('T97', '.type', { type: 'integer' }, { type: 'number' }),
  response('T98', '.type', { type: 'number' }, { type: 'integer' }),
  request('T07', '.type', { type: 'boolean' }, text),
  request('T16', '.type', text, { type: 'array' }),
  request('T17', '.type', { type: 'array' }, text),
  request(
    'T18',
    '.items.type',
    { type: 'array', items: text },
    { type: 'array', items: { type: 'boolean' } },
  ),
  request('T20', '.type', text, { type: 'object' }),
  request('T99', '.type', { type: 'integer' }, { type: 'boolean' }),
  response('O60', '.type', text, { type: ['string', 'boolean'] }),
  request('O61', '.type', {}, text),
  response('O81', '.type', { properties: {} }, { type: 'object' }),
  request('Q11', '.nullable', { type: ['string', 'null'] }, text),
  request('Q14', '.nullable', text, { type: ['string', 'null'] }),
  response('Q05', '.nullable', text, { type: 'string', nullable: true }),
  response('Q12', '.nullable', { oneOf: [text, { type: 'null' }] }, text),
  request('T08', '.format', { ...text, format: 'date' }, { ...text, format: 'date-time' }),
  request('T12', '.format', text, { ...text, format: 'date' }),
  response('T13', '.format', { ...text, format: 'date' }, text),
  request('C32', '.format', text, { ...text, format: 'isbn' }),
  response('C33', '.format', { ...text, format: 'isbn' }, text),
  response(
    'T04',
    '.format',
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
  ),
  request(
    'O66',
    '.format',
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int32' },
  ),
  response(
    'O67',
    '.format',
    { type: 'number', format: 'float' },
    { type: 'number', format: 'double' },
  ),
];

const listed = (...values: readonly unknown[]) => ({ type: 'string', enum: values });
const numbered = (...values: readonly unknown[]) => ({ type: 'integer', enum: values });
const extensible = (...values: readonly unknown[]) => ({
  type: 'string',
  'x-extensible-enum': values,
});

const values: readonly DocumentCase[] = [
  request('E01', '.enum.b', listed('a'), listed('a', 'b')),
  response('E02', '.enum.b', listed('a'), listed('a', 'b')),
  response('E03', '.enum.b', extensible('a'), extensible('a', 'b')),
  request('E04', '.enum.b', listed('a', 'b'), { type: 'string', const: 'a' }),
  response('E05', '.enum.b', listed('a', 'b'), listed('a')),
  request('E07', '.enum', { type: 'integer' }, numbered(1)),
  response('E08', '.enum', numbered(1), { type: 'integer' }),
  request('E09', '.enum', listed('a', 'b'), listed('b', 'a')),
  response('T10', '.enum', listed('a'), text),
  request('T11', '.enum', text, listed('a')),
  request('O68', '.enum', { type: 'boolean' }, { type: 'boolean', enum: [true] }),
  response('O69', '.enum', { type: 'boolean', enum: [true] }, { type: 'boolean' }),
  response('O79', '.enum.extensible', listed('a'), extensible('a')),
  request('O80', '.enum.extensible', extensible('a'), listed('a')),
  request('Q06', '.default', text, { ...text, default: 'a' }),
  request('Q07', '.default', { ...text, default: 'b' }, { ...text, default: 'a' }),
  request('Q16', '.default', { ...text, default: 'b' }, text),
  response('Q15', '.default', text, { ...text, default: 'a' }),
];

const bound = (type: string, key: string, value: unknown) => ({ type, [key]: value });
const tighter = (id: string, type: string, key: string, was: unknown, is: unknown, at = key) =>
  request(id, `.${at}`, bound(type, key, was), bound(type, key, is));
const looser = (id: string, type: string, key: string, was: unknown, is: unknown, at = key) =>
  response(id, `.${at}`, bound(type, key, was), bound(type, key, is));

const bounds: readonly DocumentCase[] = [
  tighter('C02', 'string', 'maxLength', 9, 8),
  looser('C03', 'string', 'maxLength', 8, 9),
  response('C04', '.maxLength', bound('string', 'maxLength', 8), text),
  tighter('C05', 'string', 'minLength', 1, 2),
  looser('C06', 'string', 'minLength', 2, 1),
  tighter('C07', 'integer', 'maximum', 9, 8),
  tighter('C07', 'integer', 'exclusiveMaximum', 9, 8, 'maximum'),
  looser('C08', 'integer', 'maximum', 8, 9),
  tighter('C09', 'integer', 'minimum', 1, 2),
  looser('C10', 'integer', 'minimum', 2, 1),
  request('C11', '.pattern', text, bound('string', 'pattern', '^a')),
  tighter('C12', 'string', 'pattern', '^a', '^b'),
  response('C14', '.pattern', bound('string', 'pattern', '^a'), text),
  tighter('C15', 'array', 'minItems', 1, 2),
  looser('C16', 'array', 'minItems', 2, 1),
  tighter('C17', 'array', 'maxItems', 9, 8),
  tighter('C18', 'array', 'uniqueItems', false, true),
  tighter('C19', 'integer', 'multipleOf', 2, 4),
  looser('C24', 'array', 'maxItems', 8, 9),
  looser('C25', 'array', 'uniqueItems', true, false),
  looser('C27', 'integer', 'multipleOf', 4, 2),
  tighter('O06', 'integer', 'multipleOf', 2, 3),
  tighter('C40', 'string', 'maxLength', 8, 9),
  looser('C41', 'string', 'maxLength', 9, 8),
  tighter('O62', 'object', 'minProperties', 1, 2),
  looser('O63', 'object', 'minProperties', 2, 1),
  tighter('O64', 'object', 'maxProperties', 9, 8),
  looser('O65', 'object', 'maxProperties', 8, 9),
];

const rules: readonly DocumentCase[] = [
  ...(
    [
      ['not', text, { type: 'boolean' }],
      ['if', text, { type: 'boolean' }],
      ['contains', text, { type: 'boolean' }],
      ['dependentRequired', { a: ['b'] }, { a: ['c'] }],
      ['dependentSchemas', { a: text }, { a: {} }],
      ['unevaluatedItems', false, true],
      ['contentMediaType', 'image/png', 'image/jpeg'],
    ] as const
  ).flatMap(([key, was, is]): DocumentCase[] => [
    request('O04', `.${key}`, {}, { [key]: was }),
    response('O05', `.${key}`, { [key]: was }, {}),
    request('O06', `.${key}`, { [key]: was }, { [key]: is }),
  ]),
  request(
    'O04',
    '.patternProperties.^x',
    object({}),
    object({}, { patternProperties: { '^x': text } }),
  ),
  request('O04', '.propertyNames', object({}), object({}, { propertyNames: text })),
  request(
    'C02',
    '.propertyNames.maxLength',
    object({}, { propertyNames: { ...text, maxLength: 9 } }),
    object({}, { propertyNames: { ...text, maxLength: 8 } }),
  ),
  request(
    'T18',
    '.prefixItems.0.type',
    { prefixItems: [text] },
    { prefixItems: [{ type: 'boolean' }] },
  ),
  request('O06', '.$anchor', {}, { $anchor: 'here' }),
  request('O06', '.xml', text, { ...text, xml: { name: 'b' } }),
];

const choosing = (side: (schema: unknown, others: Json) => Json) => (schema: Json) =>
  side(schema, animals);
const chosen = (...list: readonly Json[]) => ({ oneOf: list });
const told = (discriminator: Json) => ({ ...chosen(ofCat, ofDog), discriminator });

const choices: readonly DocumentCase[] = [
  [
    'O07',
    shown,
    showing({ $ref: '#/components/schemas/Tom' }, { components: { schemas: { Tom: text } } }),
    showing({ $ref: '#/components/schemas/Name' }, { components: { schemas: { Name: text } } }),
  ],
  both(choosing(showing), 'T19', `${shown}.oneOf`, ofCat, chosen(ofCat, ofDog)),
  both(choosing(sending), 'O72', `${sent}.oneOf`, chosen(ofCat, ofDog), ofCat),
  both(
    choosing(showing),
    'O70',
    `${shown}.oneOf.2`,
    chosen(ofCat, ofDog),
    chosen(ofCat, ofDog, text),
  ),
  both(
    choosing(sending),
    'O71',
    `${sent}.oneOf.2`,
    chosen(ofCat, ofDog, text),
    chosen(ofCat, ofDog),
  ),
  both(choosing(sending), 'O73', `${sent}.oneOf`, ofCat, chosen(ofCat, ofDog)),
  both(choosing(sending), 'O06', `${sent}.anyOf`, chosen(ofCat, ofDog), { anyOf: [ofCat, ofDog] }),
  both(
    choosing(sending),
    'O74',
    `${sent}.discriminator.propertyName`,
    told({ propertyName: 'kind' }),
    told({ propertyName: 'type' }),
  ),
  both(
    choosing(sending),
    'O75',
    `${sent}.discriminator.mapping`,
    told({ propertyName: 'kind' }),
    told({ propertyName: 'kind', mapping: { cat: 'Cat' } }),
  ),
];

export const documentCases: readonly DocumentCase[] = [
  ...info,
  ...hosts,
  ...paths,
  ...operations,
  ...ofParameters,
  ...bodies,
  ...ofAnswers,
  ...webhooks,
  ...security,
  ...members,
  ...types,
  ...values,
  ...bounds,
  ...rules,
  ...choices,
];
