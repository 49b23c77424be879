import type { Settings } from './specifications.ts';

/** A row, the path of the change, and the two smallest specifications that show it. */
export type Case = readonly [id: string, path: string, was: Settings, is: Settings];

const order = 'resources/order';
const title = `${order}/fields/title`;
const at = 'resources.order.fields.title';

/** One key of the field `title`, of a type, before and after. */
function field(
  id: string,
  key: string,
  was: unknown,
  is: unknown,
  type = 'string',
  others: Settings = {},
): Case {
  const of = (value: unknown) => ({
    [title]: { type, ...others, ...(value === undefined ? {} : { [key]: value }) },
  });
  const named = key === 'enum' ? 'values' : key;
  return [id, `${at}.${named}`, of(was), of(is)];
}

/** Another type of the field `title`. */
function retyped(id: string, was: object, is: object): Case {
  return [id, `${at}.type`, { [title]: was }, { [title]: is }];
}

/** Items of another type in the list that the field `title` is. */
function items(id: string, was: string, is: string, others: Settings = {}): Case {
  const of = (type: string) => ({ [title]: { type: 'array', items: { type }, ...others } });
  return [id, `${at}.items.type`, of(was), of(is)];
}

/** The same setting with another value. */
function setting(id: string, path: string, was: unknown, is: unknown, others: Settings = {}): Case {
  const key = path.replaceAll('.', '/');
  const of = (value: unknown) => ({ ...others, ...(value === undefined ? {} : { [key]: value }) });
  return [id, path, of(was), of(is)];
}

/** A value of a list that came or went. */
function listed(
  id: string,
  path: string,
  name: string,
  was: unknown,
  is: unknown,
  others: Settings = {},
): Case {
  const [, , before, after] = setting(id, path, was, is, others);
  return [id, `${path}.${name}`, before, after];
}

const customer = { 'resources/customer/fields': { name: { type: 'string' } } };
const supplier = { 'resources/supplier/fields': { name: { type: 'string' } } };
const reference = { type: 'reference', to: 'customer' };
const kinds = (...values: string[]) => ({ type: 'enum', values });
const decimal = { type: 'decimal', precision: 10, scale: 2 };
const readOnly = { readOnly: true };
const writeOnly = { writeOnly: true };

const resources: readonly Case[] = [
  setting('N01', 'service.title', 'Desk', 'The desk'),
  setting('N01', 'service.purpose', undefined, 'Orders.'),
  setting('N01', 'service.domain', 'Retail', undefined),
  setting('N01', 'service.license', undefined, 'MIT'),
  setting('N01', 'service.contact', undefined, { name: 'Ada' }),
  setting('N01', 'service.baseUrl', undefined, 'https://desk.example'),
  setting('N02', 'service.vendor', 'acme', 'apex'),
  setting('W14', 'service.baseUrl', 'https://desk.example', 'https://orders.example'),
  ['R01', 'resources.customer', {}, customer],
  ['R02', 'resources.customer', customer, {}],
  [
    'R14',
    'resources.customer',
    { 'resources/client/fields': { name: { type: 'string' } } },
    { ...customer, 'resources/customer/renamedFrom': 'client' },
  ],
  setting('R05', 'resources.order.plural', 'orders', 'purchases'),
  setting('R08', 'resources.order.description', undefined, 'What was asked for.'),
  setting('R09', 'resources.order.parent', undefined, 'customer', customer),
  setting('R10', 'resources.order.examples', undefined, [{ title: 'a' }]),
  listed('C42', 'resources.order.unique', '["note","title"]', undefined, [['title', 'note']], {
    [`${order}/fields/note`]: { type: 'string' },
  }),
  listed('C43', 'resources.order.unique', '["note","title"]', [['title', 'note']], undefined, {
    [`${order}/fields/note`]: { type: 'string' },
  }),
];

/** A resource that clients never send. */
const onlyShown = { 'endpoints/order/methods': ['list', 'read'], [`${title}/type`]: 'string' };
const note = 'resources.order.fields.note';
const fields: readonly Case[] = [
  setting('F01', note, undefined, { type: 'string' }),
  setting('F02', note, undefined, { type: 'string', required: true }),
  setting('F04', note, undefined, { type: 'string', ...readOnly }),
  setting('F06', note, { type: 'string' }, undefined),
  setting('F07', note, { type: 'string', required: true }, undefined),
  setting('F08', note, { type: 'string', ...writeOnly }, undefined),
  setting('F09', note, { type: 'string', ...readOnly }, undefined),
  [
    'F20',
    note,
    { [`${order}/fields/remark`]: { type: 'string' } },
    { [`${order}/fields/note`]: { type: 'string', renamedFrom: 'remark' } },
  ],
  [
    'L04',
    note,
    { ...customer, [`${order}/fields/buyer`]: reference },
    { ...customer, [`${order}/fields/note`]: { ...reference, renamedFrom: 'buyer' } },
  ],
  field('F10', 'description', undefined, 'What it is.'),
  field('F11', 'example', 'a', 'b'),
  field('F12', 'deprecated', undefined, true),
  field('F13', 'deprecated', true, undefined),
  setting('F18', `${at}.replacedBy`, undefined, 'note', {
    [title]: { type: 'string', deprecated: true },
    [`${order}/fields/note`]: { type: 'string' },
  }),
  setting('L01', note, undefined, reference, customer),
  setting('L02', note, undefined, { ...reference, required: true }, customer),
  setting('L08', `${note}.required`, undefined, true, {
    ...customer,
    [`${order}/fields/note`]: reference,
  }),
  setting('L03', note, reference, undefined, customer),
  setting('L05', `${note}.to`, 'customer', 'supplier', {
    ...customer,
    ...supplier,
    [`${order}/fields/note`]: reference,
  }),
  setting('L07', `${note}.onDelete`, 'restrict', 'cascade', {
    ...customer,
    [`${order}/fields/note`]: reference,
  }),
  field('Q01', 'required', false, true),
  field('Q02', 'required', true, false),
  setting('Q03', `${at}.required`, false, true, onlyShown),
  setting('Q04', `${at}.required`, true, false, onlyShown),
  field('Q05', 'nullable', false, true),
  field('Q06', 'default', undefined, 'a'),
  field('Q07', 'default', 'a', 'b'),
  field('Q08', 'default', 'a', undefined),
  field('Q11', 'nullable', true, false),
  field('Q12', 'nullable', true, false, 'string', readOnly),
  field('Q13', 'required', true, false, 'string', writeOnly),
  field('Q14', 'nullable', false, true, 'string', writeOnly),
  field('Q15', 'default', 'a', 'b', 'string', readOnly),
  field('Q16', 'default', 'a', undefined, 'string', writeOnly),
  field('U01', 'readOnly', false, true),
  field('U02', 'readOnly', true, false),
  field('U03', 'writeOnly', false, true),
  field('U04', 'writeOnly', true, false),
  field('U05', 'immutable', false, true),
  field('U06', 'immutable', true, false),
];

const types: readonly Case[] = [
  retyped('T02', { type: 'integer' }, { type: 'number' }),
  retyped('T03', { type: 'number' }, { type: 'integer' }),
  retyped('T05', { type: 'integer' }, { type: 'decimal' }),
  retyped('T05', { type: 'long' }, { type: 'integer' }),
  retyped('T06', { type: 'long' }, { type: 'decimal' }),
  retyped('T07', { type: 'integer' }, { type: 'string' }),
  retyped('T07', { type: 'text' }, { type: 'boolean' }),
  retyped('T08', { type: 'date' }, { type: 'date-time' }),
  retyped('T08', { type: 'date-time' }, { type: 'date' }),
  retyped('T09', { type: 'string', maxLength: 10 }, { type: 'text', maxLength: 10 }),
  retyped('T10', kinds('a', 'b'), { type: 'string' }),
  retyped('T11', { type: 'string' }, kinds('a', 'b')),
  retyped('T12', { type: 'string' }, { type: 'email' }),
  retyped('T13', { type: 'uuid' }, { type: 'string' }),
  retyped('T14', { type: 'boolean' }, kinds('yes', 'no')),
  retyped('T15', kinds('yes', 'no'), { type: 'boolean' }),
  retyped('T16', { type: 'integer' }, { type: 'array', items: { type: 'integer' } }),
  retyped('T17', { type: 'array', items: { type: 'integer' } }, { type: 'integer' }),
  items('T18', 'integer', 'boolean'),
  items('T18', 'integer', 'number'),
  items('T09', 'string', 'text'),
  items('T97', 'integer', 'number', writeOnly),
  items('T98', 'number', 'integer', readOnly),
  // A field of this name is no item.
  setting('T09', 'resources.order.fields.items.type', 'string', 'text'),
  retyped('T20', { type: 'object', fields: { a: { type: 'string' } } }, { type: 'string' }),
  retyped('T21', { type: 'json' }, { type: 'string' }),
  retyped('T97', { type: 'integer', ...writeOnly }, { type: 'number', ...writeOnly }),
  retyped('T98', { type: 'number', ...readOnly }, { type: 'integer', ...readOnly }),
  retyped('T99', { type: 'boolean' }, { type: 'integer' }),
];

const list = { items: { type: 'integer' } };
const constraints: readonly Case[] = [
  field('C02', 'maxLength', 60, 40),
  field('C03', 'maxLength', 40, 60),
  field('C05', 'minLength', 1, 2),
  field('C06', 'minLength', 2, 1),
  field('C07', 'maximum', 9, 5, 'integer'),
  field('C08', 'maximum', 5, 9, 'integer'),
  field('C09', 'minimum', 1, 2, 'integer'),
  field('C10', 'minimum', 2, 1, 'integer'),
  [
    'C09',
    `${at}.minimum`,
    { [title]: { type: 'number', minimum: 1 } },
    { [title]: { type: 'number', exclusiveMinimum: 1 } },
  ],
  [
    'C08',
    `${at}.maximum`,
    { [title]: { ...decimal, exclusiveMaximum: '5' } },
    { [title]: { ...decimal, maximum: '5.00' } },
  ],
  field('T04', 'maximum', undefined, 3_000_000_000, 'integer'),
  field('C11', 'pattern', undefined, '^a$'),
  field('C12', 'pattern', '^a$', '^b$'),
  field('C14', 'pattern', '^a$', undefined),
  field('C15', 'minItems', 1, 2, 'array', list),
  field('C16', 'minItems', 2, 1, 'array', list),
  field('C17', 'maxItems', 9, 5, 'array', list),
  field('C18', 'uniqueItems', false, true, 'array', list),
  field('C19', 'multipleOf', undefined, 5, 'integer'),
  field('C19', 'multipleOf', 5, 10, 'integer'),
  field('C20', 'unique', false, true),
  field('C21', 'unique', true, false),
  field('C24', 'maxItems', 5, 9, 'array', list),
  field('C25', 'uniqueItems', true, false, 'array', list),
  field('C27', 'multipleOf', 10, 5, 'integer'),
  field('C27', 'multipleOf', 10, 15, 'integer'),
  field('C28', 'precision', 12, 10, 'decimal', { scale: 2 }),
  field('C29', 'precision', 10, 12, 'decimal', { scale: 2 }),
  field('C30', 'scale', 3, 2, 'decimal', { precision: 10 }),
  field('C31', 'scale', 2, 3, 'decimal', { precision: 10 }),
  field('C32', 'format', undefined, 'hostname', 'string', { maxLength: 100 }),
  field('C33', 'format', 'hostname', undefined, 'string', { maxLength: 100 }),
  field('C40', 'maxLength', 40, 60, 'string', writeOnly),
  field('C41', 'maxLength', 60, 40, 'string', readOnly),
  listed('E01', `${at}.values`, 'b', ['a'], ['a', 'b'], {
    [title]: { type: 'enum', ...writeOnly },
  }),
  listed('E02', `${at}.values`, 'b', ['a'], ['a', 'b'], { [`${title}/type`]: 'enum' }),
  listed('E04', `${at}.values`, 'b', ['a', 'b'], ['a'], { [`${title}/type`]: 'enum' }),
  listed('E05', `${at}.values`, 'b', ['a', 'b'], ['a'], { [title]: { type: 'enum', ...readOnly } }),
  field('E07', 'enum', undefined, [1, 2], 'integer'),
  field('E08', 'enum', [1, 2], undefined, 'integer'),
  field('E09', 'values', ['a', 'b'], ['b', 'a'], 'enum'),
];

const machine = {
  initial: 'open',
  transitions: {
    close: { from: 'open', to: 'closed' },
    lose: { from: 'open', to: 'lost' },
    reopen: { from: 'closed', to: 'open' },
  },
};
const close = 'states.order.transitions.close';
const transition = (id: string, path: string, was: unknown, is: unknown, others: Settings = {}) =>
  setting(id, path, was, is, { 'states/order': machine, ...others });
/** A machine with one transition more or less than before. */
const withTransition = (others: Readonly<Record<string, unknown>>) => ({
  'states/order': { ...machine, transitions: { ...machine.transitions, ...others } },
});
const timed = { from: 'open', to: 'lost', after: 'P2D' };
const states: readonly Case[] = [
  [
    'S01',
    'states.order.states.late',
    withTransition({}),
    withTransition({ delay: { from: 'open', to: 'late' } }),
  ],
  [
    'S02',
    'states.order.states.late',
    withTransition({ delay: { from: 'open', to: 'late' } }),
    {
      'states/order': machine,
    },
  ],
  [
    'S27',
    'states.order.states.late',
    withTransition({ delay: { from: 'open', to: 'delayed' } }),
    {
      ...withTransition({ delay: { from: 'open', to: 'late' } }),
      'states/order/renamedFrom': { late: 'delayed' },
    },
  ],
  transition('S03', 'states.order.initial', 'open', 'closed'),
  [
    'S04',
    'states.order.transitions.undo',
    withTransition({}),
    withTransition({ undo: { from: 'lost', to: 'open' } }),
  ],
  [
    'S05',
    'states.order.transitions.undo',
    withTransition({ undo: { from: 'lost', to: 'open' } }),
    withTransition({}),
  ],
  [
    'S06',
    `${close}.from.lost`,
    withTransition({}),
    withTransition({ close: { from: ['open', 'lost'], to: 'closed' } }),
  ],
  [
    'S07',
    `${close}.from.lost`,
    withTransition({ close: { from: ['open', 'lost'], to: 'closed' } }),
    withTransition({}),
  ],
  [
    'S09',
    'states.order.transitions.reopen.to',
    withTransition({}),
    withTransition({ reopen: { from: 'closed', to: 'lost' } }),
  ],
  ['S10', 'states.order.transitions.forget', withTransition({}), withTransition({ forget: timed })],
  ['S13', 'states.order.transitions.forget', withTransition({ forget: timed }), withTransition({})],
  [
    'S14',
    'states.order.transitions.forget.after',
    withTransition({ forget: timed }),
    withTransition({ forget: { ...timed, after: 'P3D' } }),
  ],
  [
    'S15',
    'states.order.transitions.forget.after',
    withTransition({ forget: { from: 'open', to: 'lost' } }),
    withTransition({ forget: timed }),
  ],
  [
    'S16',
    'states.order.transitions.forget.after',
    withTransition({ forget: timed }),
    withTransition({ forget: { from: 'open', to: 'lost' } }),
  ],
  ['S17', 'states.order', {}, { 'states/order': machine }],
  ['S18', 'states.order', { 'states/order': machine }, {}],
  transition('S19', 'states.order.field', 'status', 'phase'),
  transition('S20', 'states.order.history', false, true),
  transition('S21', 'states.order.history', true, false),
  transition('S23', `${close}.description`, undefined, 'Ends it.'),
  [
    'X08',
    'states.order',
    { [`${order}/fields/status`]: kinds('open', 'closed', 'lost') },
    { 'states/order': machine },
  ],
  transition('X09', `${close}.when.title`, undefined, 'a'),
  transition('X10', `${close}.when.title`, 'a', undefined),
  transition('X11', `${close}.when.title`, 'a', 'b'),
  transition('X03', `${close}.input.reason`, undefined, { type: 'string' }),
  transition('X04', `${close}.input.reason`, undefined, { type: 'string', required: true }),
  transition('X05', `${close}.input.reason`, { type: 'string' }, undefined),
  transition('C02', `${close}.input.reason.maxLength`, 60, 40, {
    'states/order/transitions/close/input/reason/type': 'string',
  }),
];

const endpoint = 'endpoints.order';
const send = `${endpoint}.actions.send`;
const action = (id: string, path: string, was: unknown, is: unknown) =>
  setting(id, path, was, is, { 'endpoints/order/actions/send': { description: 'Sends it.' } });
const all = ['list', 'create', 'read', 'replace', 'update', 'delete'];
const endpoints: readonly Case[] = [
  setting('X01', send, undefined, { description: 'Sends it.' }),
  setting('X02', send, { description: 'Sends it.' }, undefined),
  action('X06', `${send}.async`, false, true),
  action('X12', `${send}.description`, 'Sends it.', 'Sends it away.'),
  action('X04', `${send}.input.to`, undefined, { type: 'email', required: true }),
  action('X09', `${send}.when.title`, undefined, 'a'),
  listed('M01', `${endpoint}.methods`, 'delete', all.slice(0, 5), all),
  listed('M02', `${endpoint}.methods`, 'delete', all, all.slice(0, 5)),
  setting('M04', `${endpoint}.createByReplace`, true, false),
  setting('M05', `${endpoint}.createByReplace`, false, true),
  setting('M06', `${endpoint}.preconditions`, 'optional', 'required'),
  setting('M07', `${endpoint}.preconditions`, 'required', 'optional'),
  setting('M08', `${endpoint}.idempotencyKey`, 'optional', 'required'),
  setting('M10', `${endpoint}.idempotencyKey`, 'required', 'optional'),
  listed('P01', `${endpoint}.filter`, 'title', undefined, ['title']),
  listed('P02', `${endpoint}.filter`, 'title', ['title'], undefined),
  listed('P10', `${endpoint}.sort`, 'title', ['createdAt'], ['createdAt', 'title']),
  listed('P11', `${endpoint}.sort`, 'title', ['createdAt', 'title'], ['createdAt']),
  setting('P03', `${endpoint}.pagination.total`, false, true),
  setting('P13', `${endpoint}.pagination.total`, true, false),
  setting('P15', `${endpoint}.pagination.size`, 20, 10),
  setting('P16', `${endpoint}.pagination.size`, 10, 20),
  setting('P18', `${endpoint}.pagination.maxSize`, 100, 50),
  setting('P19', `${endpoint}.pagination.maxSize`, 50, 100),
  setting('P20', `${endpoint}.pagination.cursor`, true, false),
  setting('P21', `${endpoint}.pagination.cursor`, false, true),
  listed('D01', 'endpoints.representations', 'xml', ['json'], ['json', 'xml']),
  listed('D02', 'endpoints.representations', 'xml', ['json', 'xml'], ['json']),
  listed('D04', 'endpoints.representations', 'xml', ['json', 'xml'], ['json']),
  setting('D03', 'endpoints.representations', ['json', 'xml', 'hal'], ['json', 'hal', 'xml']),
  listed('D06', 'endpoints.languages', 'de', ['en'], ['en', 'de']),
  listed('D07', 'endpoints.languages', 'de', ['en', 'de'], ['en']),
  setting('D08', 'endpoints.languages', ['en', 'de'], ['de', 'en']),
  listed('D09', 'endpoints.origins', 'https://a.example', [], ['https://a.example']),
  listed('D10', 'endpoints.origins', 'https://a.example', ['https://a.example'], []),
];

const jwt = { issuer: 'https://id.example', audience: 'desk' };
const tokens = (key: string, others: object = {}) => ({
  'authentication/mechanisms': [key],
  [`authentication/${key}`]: { ...jwt, ...others },
});
const roles = { 'authentication/roles': ['clerk', 'chief'], ...tokens('jwt') };
const allow = (grants: readonly string[]) => ({
  read: grants,
  create: ['chief'],
  replace: ['chief'],
  update: ['chief'],
  delete: ['chief'],
});
const tenant = { resource: 'order', field: 'title', claim: 'tenant' };
const required = { [title]: { type: 'string', required: true } };
const access: readonly Case[] = [
  listed('A01', 'authentication.mechanisms', 'basic', ['api-key'], ['api-key', 'basic']),
  setting('A02', 'authentication.mechanisms', ['none'], ['api-key']),
  listed('A03', 'authentication.mechanisms', 'basic', ['api-key', 'basic'], ['api-key']),
  setting('A04', 'authentication.mechanisms', ['api-key'], ['none']),
  setting('A05', 'authentication.mechanisms', ['api-key', 'basic'], ['basic', 'api-key']),
  setting(
    'A07',
    'authentication.jwt.issuer',
    'https://a.example',
    'https://b.example',
    tokens('jwt'),
  ),
  setting('A08', 'authentication.jwt.audience', 'desk', 'orders', tokens('jwt')),
  listed(
    'A09',
    'authentication.jwt.algorithms',
    'RS256',
    ['RS256', 'EdDSA'],
    ['EdDSA'],
    tokens('jwt'),
  ),
  listed(
    'A11',
    'authentication.jwt.algorithms',
    'RS256',
    ['EdDSA'],
    ['RS256', 'EdDSA'],
    tokens('jwt'),
  ),
  setting('A12', 'authentication.apiKey.header', 'X-API-Key', 'X-Key'),
  listed('A14', 'authentication.oauth2.scopes', 'b', ['a'], ['a', 'b'], tokens('oauth2')),
  listed('A18', 'authentication.oauth2.scopes', 'b', ['a', 'b'], ['a'], tokens('oauth2')),
  setting('A24', 'authentication.jwt.rolesClaim', 'roles', 'groups', roles),
  setting('A25', 'authentication.oauth2.introspection', false, true, tokens('oauth2')),
  setting('A26', 'authentication.basic.realm', 'desk', 'orders', {
    'authentication/mechanisms': ['basic'],
  }),
  listed('A27', 'authentication.roles', 'guest', ['clerk'], ['clerk', 'guest'], tokens('jwt')),
  listed('A10', 'authentication.allow.order.read', 'clerk', ['chief', 'clerk'], ['chief'], {
    ...roles,
    'authentication/allow/order': allow(['chief']),
  }),
  listed('A13', 'authentication.allow.order.read', 'clerk', ['chief'], ['chief', 'clerk'], {
    ...roles,
    'authentication/allow/order': allow(['chief']),
  }),
  [
    'A10',
    'authentication.allow.order.read',
    roles,
    { ...roles, 'authentication/allow/order': allow(['chief']) },
  ],
  [
    'A16',
    'authentication.rules.order.title.tenant',
    { ...required, ...tokens('jwt') },
    { ...required, ...tokens('jwt'), 'authentication/rules': [tenant] },
  ],
  [
    'A19',
    'authentication.rules.order.title.tenant',
    { ...required, ...tokens('jwt'), 'authentication/rules': [tenant] },
    { ...required, ...tokens('jwt') },
  ],
  [
    'A28',
    'authentication.rules.order.title.tenant',
    { ...required, ...tokens('jwt'), 'authentication/rules': [tenant] },
    { ...required, ...tokens('jwt') },
  ],
  [
    'A29',
    'authentication.rules.order.title.tenant',
    { ...required, ...tokens('jwt'), 'authentication/rules': [tenant] },
    { ...required, 'authentication/mechanisms': ['none'] },
  ],
  setting('A20', `${at}.readableBy`, undefined, ['chief'], roles),
  setting('A21', `${at}.readableBy`, ['chief'], ['chief', 'clerk'], roles),
  setting('A22', `${at}.writableBy`, undefined, ['chief'], roles),
  setting('A23', `${at}.writableBy`, ['chief'], ['chief', 'clerk'], roles),
];

const quota = (requests: number) => ({ requests, per: '60s' });
const behaviour: readonly Case[] = [
  listed(
    'V01',
    'events.emit',
    'order.updated',
    ['order.created'],
    ['order.created', 'order.updated'],
  ),
  listed(
    'V02',
    'events.emit',
    'order.updated',
    ['order.created', 'order.updated'],
    ['order.created'],
  ),
  [
    'V03',
    'events.emit.customer.created',
    {
      'resources/client/fields': { name: { type: 'string' } },
      'events/emit': ['client.created'],
    },
    {
      ...customer,
      'resources/customer/renamedFrom': 'client',
      'events/emit': ['customer.created'],
    },
  ],
  listed(
    'V14',
    'events.emit',
    'order.closed',
    ['order.created', 'order.closed'],
    ['order.created'],
    {
      'states/order': machine,
    },
  ),
  listed('V04', 'events.deliver', 'stream', ['webhook'], ['webhook', 'stream'], {
    'events/emit': ['order.created'],
  }),
  listed('V05', 'events.deliver', 'stream', ['webhook', 'stream'], ['webhook'], {
    'events/emit': ['order.created'],
  }),
  setting('V06', 'events.data', 'thin', 'full', { 'events/emit': ['order.created'] }),
  setting('V07', 'events.data', 'full', 'thin', { 'events/emit': ['order.created'] }),
  setting('V09', 'events.keep', 'P7D', 'P3D', { 'events/emit': ['order.created'] }),
  setting('V10', 'events.keep', 'P3D', 'P7D', { 'events/emit': ['order.created'] }),
  setting('Z01', 'errors.codes.out-of-stock.status', 409, 422, {
    'errors/codes/out-of-stock/title': 'Out of stock',
  }),
  setting('Z02', 'errors.codes.out-of-stock', { status: 409, title: 'Out of stock' }, undefined),
  setting('Z03', 'errors.codes.out-of-stock', undefined, { status: 409, title: 'Out of stock' }),
  setting('Z04', 'errors.codes.out-of-stock.title', 'Out', 'Out of stock', {
    'errors/codes/out-of-stock/status': 409,
  }),
  setting('Z05', 'errors.codes.out-of-stock.description', undefined, 'None left.', {
    'errors/codes/out-of-stock': { status: 409, title: 'Out of stock' },
  }),
  setting('Z06', 'errors.validationStatus', 400, 422),
  setting('B01', 'limits.default', quota(100), quota(50)),
  setting('B02', 'limits.default', quota(50), quota(100)),
  setting('B01', 'limits.concurrency', 500, 400),
  setting('B04', 'endpoints.order.cost.create', 1, 5),
  setting('B13', 'endpoints.order.cost.create', 5, undefined),
  listed('B05', 'limits.fields', 'legacy', ['ietf'], ['ietf', 'legacy']),
  listed('B06', 'limits.fields', 'legacy', ['ietf', 'legacy'], ['ietf']),
  setting('B07', 'limits.draft', 'current', 'next'),
  setting('B16', 'limits.draft', 'current', 'both'),
  setting('B08', 'limits.requestTimeout', '30s', '20s'),
  setting('B14', 'limits.requestTimeout', '20s', '30s'),
  setting('B10', 'limits.body', '2 MiB', '1 MiB'),
  setting('B11', 'limits.body', '1 MiB', '2 MiB'),
  setting('B17', 'limits.onStoreFailure', 'open', 'closed'),
];

const two = (first: object) => ({
  'versioning/exceptions': [{ rule: 'two-supported-versions', version: 1, reason: 'Few clients.' }],
  'versioning/versions': {
    1: { released: '2024-01-01', ...first },
    2: { released: '2025-06-01' },
  },
});
const ending = { announced: '2025-07-01', deprecated: '2025-07-01', sunset: '2027-01-01' };
const flagged = { 'versioning/strategy': 'feature-flags' };
const flag = (id: string, path: string, was: unknown, is: unknown) =>
  setting(id, `versioning.flags.split${path}`, was, is, flagged);
const add = (name: string) => ({
  resources: { order: { operations: [{ add: { field: name } }] } },
});
const versions: readonly Case[] = [
  [
    'W01',
    'versioning.versions.2',
    { 'versioning/versions': { 1: { released: '2024-01-01' } } },
    two({}),
  ],
  [
    'W04',
    'versioning.versions.1',
    two({}),
    { 'versioning/versions': { 2: { released: '2025-06-01' } } },
  ],
  ['W02', 'versioning.versions.1.deprecated', two({}), two(ending)],
  ['W03', 'versioning.versions.1.sunset', two({}), two(ending)],
  [
    'W16',
    'versioning.versions.1.migrationGuide',
    two(ending),
    two({ ...ending, migrationGuide: 'https://a.example' }),
  ],
  [
    'W17',
    'versioning.versions.1.readOnly',
    two(ending),
    two({ ...ending, readOnly: '2026-12-01' }),
  ],
  [
    'W28',
    'versioning.versions.1.additions.order.note',
    two({}),
    two({ additions: ['order.note'] }),
  ],
  [
    'W28',
    'versioning.versions.1.additions.order.note',
    two({ additions: ['order.note'] }),
    two({}),
  ],
  [
    'W28',
    'versioning.versions.1.addedFilters.order.note',
    two({}),
    two({ addedFilters: ['order.note'] }),
  ],
  [
    'W28',
    'versioning.versions.1.addedSorts.order.note',
    two({ addedSorts: ['order.note'] }),
    two({}),
  ],
  setting('W05', 'versioning.strategy', 'uri-path', 'header'),
  setting('W06', 'versioning.default', undefined, 1, { 'versioning/strategy': 'header' }),
  setting('W07', 'versioning.default', 1, undefined, { 'versioning/strategy': 'header' }),
  setting('W11', 'versioning.query.parameter', 'version', 'api-version', {
    'versioning/strategy': 'query',
  }),
  setting('W11', 'versioning.date.in', 'path', 'header', {
    'versioning/strategy': 'date',
    'versioning/versions': { '2026-03-01': {} },
  }),
  setting('W15', 'versioning.hostname.form', 'label', 'suffix', {
    'versioning/strategy': 'hostname',
    'service/baseUrl': 'https://desk.acme.example',
  }),
  flag('W18', '.state', 'active', 'graduated'),
  setting('W19', 'versioning.flags.split', {}, undefined, {
    ...flagged,
    'versioning/flags/other': {},
  }),
  setting(
    'W20',
    'versioning.flags.split',
    undefined,
    {},
    { ...flagged, 'versioning/flags/other': {} },
  ),
  flag('W21', '.state', 'active', 'withdrawn'),
  flag('W27', '.state', 'withdrawn', 'active'),
  listed('W22', 'versioning.flags.split.requires', 'other', undefined, ['other'], {
    ...flagged,
    'versioning/flags/other': {},
    'versioning/flags/split/state': 'active',
  }),
  listed('W23', 'versioning.flags.split.conflicts', 'other', ['other'], undefined, {
    ...flagged,
    'versioning/flags/other': {},
    'versioning/flags/split/state': 'active',
  }),
  setting('W24', 'versioning.flags.split.changes', add('note'), add('remark'), {
    ...flagged,
    [`${order}/fields/note`]: { type: 'string' },
    [`${order}/fields/remark`]: { type: 'string' },
  }),
  flag('W25', '.description', 'One', 'Two'),
  listed('W26', 'versioning.resources', 'part', ['item'], ['item', 'part'], {
    'versioning/strategy': 'partial',
    'resources/item': { parent: 'order', fields: { name: { type: 'string' } } },
    'resources/part': { parent: 'order', fields: { name: { type: 'string' } } },
  }),
];

/** Each row of the table at least once. */
const first = { since: '2026-01-01' };
const second = { since: '2026-01-01', sunset: '2026-07-01' };
/** Marked, taken back, and with other days, each of a thing that is there before and after. */
function deprecation(ids: readonly [string, string, string], path: string, others: Settings = {}) {
  const [marked, back, changed] = ids;
  return [
    setting(marked, path, undefined, first, others),
    setting(back, path, first, undefined, others),
    setting(changed, path, first, second, others),
  ];
}
const deprecations: readonly Case[] = [
  field('F12', 'deprecated', undefined, first),
  field('F13', 'deprecated', first, undefined),
  field('F18', 'deprecated', first, second),
  field('F18', 'deprecated', true, first),
  ...deprecation(['E10', 'E11', 'E12'], `${at}.deprecatedValues.b`, { [title]: kinds('a', 'b') }),
  ...deprecation(['R11', 'R12', 'R13'], 'resources.order.deprecated'),
  ...deprecation(['S24', 'S25', 'S26'], `${close}.deprecated`, { 'states/order': machine }),
  ...deprecation(['M03', 'M11', 'M13'], `${endpoint}.deprecated.methods.delete`),
  ...deprecation(['P22', 'P23', 'P26'], `${endpoint}.deprecated.filter.title`, {
    'endpoints/order/filter': ['title'],
  }),
  ...deprecation(['X13', 'X14', 'X15'], `${send}.deprecated`, {
    'endpoints/order/actions/send': { description: 'Sends it.' },
  }),
];

export const cases: readonly Case[] = [
  ...deprecations,
  ...resources,
  ...fields,
  ...types,
  ...constraints,
  ...states,
  ...endpoints,
  ...access,
  ...behaviour,
  ...versions,
];
