import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMistakes } from '../../src/specification/index.ts';
import { accepts, fixture, mistakesIn, read, refuses } from './support.ts';

test('mistakes in roles, rules and what they allow are told all at once, each with its place and what is allowed', () => {
  const found = formatMistakes(mistakesIn(fixture('access-mistakes.yaml')));
  assert.equal(found, fixture('access-mistakes.txt'));
});

interface Parts {
  readonly fields?: string;
  readonly rest?: string;
  readonly mechanisms?: string;
}

/** Two resources, one with a machine and an action, and what is said about access to them. */
const withAccess = (access: string, { fields = '', rest = '', mechanisms }: Parts = {}) =>
  `service: { name: shop }
resources:
  order:
    fields:
      total: { type: decimal }
      tenantId: { type: string, required: true }
      maybe: { type: string }
      both: { type: string, required: true, nullable: true }
      pin: { type: string, required: true, writeOnly: true }
      ${fields}
  item:
    parent: order
    fields:
      sku: { type: string }
      tenantId: { type: string, required: true }
      short: { type: string, required: true, maxLength: 10 }
      number: { type: integer, required: true }
states:
  order:
    initial: draft
    history: true
    transitions: { submit: { from: draft, to: open }, expire: { from: draft, to: gone, after: P1D } }
authentication:
  mechanisms: [${mechanisms ?? 'api-key'}]
  ${access.replaceAll('\n', '\n  ')}
${rest || 'endpoints: { order: { actions: { reprice: {} } }, item: { methods: [create, replace] } }'}
`;

const roles = 'roles: [reader, writer, admin]';
const allowed = (allow: string, parts?: Parts) =>
  withAccess(`${roles}\nallow: { ${allow} }`, parts);
const ruled = (rules: string, parts?: Parts) => withAccess(`${roles}\nrules: [${rules}]`, parts);

test('without "allow" nothing is denied, and nothing is known of it', () => {
  const { authentication } = read(withAccess(roles)).resolved;
  assert.deepEqual(authentication.roles, ['reader', 'writer', 'admin']);
  assert.deepEqual(authentication.rules, []);
  assert.ok(!('allow' in authentication));
});

test('once anything is allowed, every resource has an entry for everything that it offers', () => {
  const { allow } = read(
    allowed("order: { update: [writer], read: [reader, 'scope:orders:read'], submit: [writer] }"),
  ).resolved.authentication;
  assert.deepEqual(allow, {
    order: {
      read: ['reader', 'scope:orders:read'],
      create: [],
      replace: ['writer'],
      update: ['writer'],
      delete: [],
      submit: ['writer'],
      reprice: [],
    },
    'order-transition': { read: ['reader', 'scope:orders:read'] },
    item: { create: [], replace: [] },
  });
});

test('a PUT has its own grants where any are written, none of them too', () => {
  const { allow } = read(allowed('order: { update: [writer], replace: [] }')).resolved
    .authentication;
  assert.deepEqual(allow?.['order']?.['replace'], []);
});

test('what a PUT creates is created', () => {
  const rest = 'endpoints: { item: { methods: [replace], createByReplace: true } }';
  const { allow } = read(allowed('item: { create: [admin], replace: [writer] }', { rest })).resolved
    .authentication;
  assert.deepEqual(allow?.['item'], { create: ['admin'], replace: ['writer'] });
});

test('a history has grants of its own where any are written', () => {
  const { allow } = read(allowed('order: { read: [reader] }, order-transition: { read: [admin] }'))
    .resolved.authentication;
  assert.deepEqual(allow?.['order-transition'], { read: ['admin'] });
});

test('a rule holds for everybody unless something else is written', () => {
  const { rules } = read(
    ruled(
      '{ resource: order, field: tenantId, claim: tenant, unless: [admin] }, { resource: item, field: number, claim: sub }',
    ),
  ).resolved.authentication;
  assert.deepEqual(rules, [
    { resource: 'order', field: 'tenantId', claim: 'tenant', unless: ['admin'] },
    { resource: 'item', field: 'number', claim: 'sub', unless: [] },
  ]);
});

test('lists are filtered by what somebody sees, where nothing else is said', () => {
  const { endpoints } = read(
    withAccess(roles, {
      fields: `one: { type: boolean, readableBy: [admin] }
      two: { type: boolean, readableBy: [] }
      three: { type: boolean, writableBy: [] }`,
    }),
  ).resolved;
  assert.deepEqual(endpoints['order']?.filter, ['one', 'three', 'status']);
});

test('who reads a field writes it, unless something else is written; nobody writes what is read-only', () => {
  const { fields } =
    read(
      withAccess(roles, {
        fields: `one: { type: string, readableBy: [admin] }
      two: { type: string, readableBy: [admin, writer], writableBy: [admin] }
      three: { type: string, writableBy: [] }
      four: { type: string, readOnly: true, readableBy: [admin] }`,
      }),
    ).resolved.resources['order'] ?? {};
  const access = Object.entries(fields ?? {}).map(([name, { readableBy, writableBy }]) => [
    name,
    readableBy,
    writableBy,
  ]);
  assert.deepEqual(access, [
    ['total', undefined, undefined],
    ['tenantId', undefined, undefined],
    ['maybe', undefined, undefined],
    ['both', undefined, undefined],
    ['pin', undefined, undefined],
    ['one', ['admin'], ['admin']],
    ['two', ['admin', 'writer'], ['admin']],
    ['three', undefined, []],
    ['four', ['admin'], undefined],
    ['status', undefined, undefined],
  ]);
});

for (const type of ['enum, values: [a]', 'string, enum: [a]']) {
  test(`an input ${type} is seen by who sees the field of its name, and sent by who may do it`, () => {
    const { resolved } = read(
      withAccess(roles, {
        fields:
          'margin: { type: enum, values: [a, b], readableBy: [admin, writer], writableBy: [admin] }',
        rest: `endpoints: { order: { actions: { reprice: { input: { margin: { type: ${type} } } } } } }`,
      }),
    );
    const { margin } = resolved.endpoints['order']?.actions['reprice']?.input ?? {};
    assert.deepEqual(margin?.readableBy, ['admin', 'writer']);
    assert.ok(margin !== undefined && !('writableBy' in margin));
  });
}

test('an input is as secret as its field, also where its type is written in another way', () => {
  const { resolved } = read(
    withAccess(roles, {
      fields: 'key: { type: uuid, writeOnly: true }',
      rest: 'endpoints: { order: { actions: { rekey: { input: { key: { type: string, format: uuid } } } } } }',
    }),
  );
  assert.equal(resolved.endpoints['order']?.actions['rekey']?.input['key']?.writeOnly, true);
});

const tokens = "oauth2: { issuer: 'https://id.example', audience: us, scopes: ['orders:read', a] }";

test('every scope that something depends on can be asked for', () => {
  const { authentication } = read(
    withAccess(
      `${roles}\n${tokens}
rules: [{ resource: order, field: tenantId, claim: tenant, unless: ['scope:all', admin] }]
allow: { order: { read: ['scope:orders:read'], submit: ['scope:orders:submit'] } }`,
      {
        mechanisms: 'oauth2',
        fields:
          "margin: { type: decimal, readableBy: ['scope:m:r'], writableBy: ['scope:m:w', admin] }",
      },
    ),
  ).resolved;
  assert.deepEqual(authentication.oauth2?.scopes, [
    'orders:read',
    'a',
    'orders:submit',
    'all',
    'm:r',
    'm:w',
  ]);
});

test('roles are in the claim "roles" as soon as there are any, or in the one that is named', () => {
  const claimOf = (section: string, mechanisms = 'oauth2') => {
    const { oauth2, jwt } = read(withAccess(section, { mechanisms })).resolved.authentication;
    return (oauth2 ?? jwt)?.rolesClaim;
  };
  assert.equal(claimOf(tokens), undefined);
  assert.equal(claimOf(`${roles}\n${tokens}`), 'roles');
  const jwt = "jwt: { issuer: 'https://id.example', audience: us, rolesClaim: groups }";
  assert.equal(claimOf(`${roles}\n${jwt}`, 'jwt'), 'groups');
});

accepts('scopes without any roles', withAccess("allow: { order: { read: ['scope:a'] } }"));
accepts('that nobody may do something', allowed('order: { delete: [] }'));
accepts(
  'fields of one kind behind one claim',
  ruled(
    '{ resource: order, field: tenantId, claim: tenant }, { resource: item, field: tenantId, claim: tenant }',
  ),
);
for (const type of [
  'string',
  'uuid',
  'email',
  'boolean',
  'integer',
  'enum, values: [a]',
  'string, enum: [a]',
]) {
  accepts(
    `a rule about a field of the type ${type}`,
    ruled('{ resource: order, field: one, claim: c }', {
      fields: `one: { type: ${type}, required: true }`,
    }),
  );
}

refuses(
  'a rule about a reference',
  'rule-field',
  ruled('{ resource: order, field: ▸owner, claim: sub }', {
    fields: 'owner: { type: reference, to: person, required: true }',
  }).replace('resources:', 'resources:\n  person: { fields: { name: { type: string } } }'),
);

refuses('no role', 'too-few', withAccess('roles: ▸[]'));
refuses('a role twice', 'duplicate-item', withAccess('roles: [a, ▸a]'));
refuses('a role in another casing', 'wrong-form', withAccess('roles: [▸Sales clerk]'));
refuses('a role that is a scope', 'wrong-form', withAccess("roles: [▸'scope:a']"));
refuses('nothing that is allowed', 'too-few', withAccess(`${roles}\n▸allow: {}`));
refuses('a resource with nothing', 'too-few', allowed('▸order: {}'));
refuses('a rule without a claim', 'missing-key', ruled('▸{ resource: order, field: tenantId }'));
refuses(
  'grants without roles',
  'unknown-role',
  withAccess('allow: { order: { read: [▸reader] } }'),
);
refuses('an empty scope', 'wrong-form', allowed("order: { read: [▸'scope:'] }"));
refuses('a scope of two words', 'wrong-form', allowed("order: { read: [▸'scope:a b'] }"));
refuses(
  'two unknown roles in one list beside a malformed one',
  ['unknown-role', 'wrong-form', 'unknown-role'],
  allowed('order: { read: [▸redaer, ▸A, ▸writr] }'),
);
refuses('an unknown resource', 'unknown-resource', allowed('▸oder: { read: [reader] }'));
refuses(
  'the history of what has none',
  'unknown-resource',
  allowed('▸item-transition: { read: [reader] }'),
);
refuses('writing a history', 'not-offered', allowed('order-transition: { ▸create: [admin] }'));
refuses('reading what is not shown', 'not-offered', allowed('item: { ▸read: [reader] }'));
refuses('a method that is not offered', 'not-offered', allowed('item: { ▸delete: [admin] }'));
refuses('asking for what happens by itself', 'not-offered', allowed('order: { ▸expire: [admin] }'));
refuses('an unknown verb', 'unknown-operation', allowed('order: { ▸sumbit: [admin] }'));
refuses('the verb of HTTP', 'unknown-operation', allowed('order: { ▸patch: [admin] }'));
refuses(
  'methods with a mistake once, and nothing that follows from them',
  'not-allowed',
  allowed('item: { read: [reader], delete: [admin] }', {
    rest: 'endpoints: { item: { methods: [▸reed] } }',
  }),
);
refuses(
  'roles, rules, what they allow and fields where nobody is asked',
  ['contradiction', 'contradiction', 'contradiction', 'contradiction', 'contradiction'],
  `service: { name: shop }
resources:
  order:
    fields:
      tenantId: { type: string, required: true }
      a: { type: string, ▸readableBy: [admin], ▸writableBy: [] }
authentication:
  mechanisms: [none]
  ▸roles: [admin]
  ▸rules: [{ resource: order, field: tenantId, claim: tenant }]
  ▸allow: { order: { read: [admin] } }
`,
);

const rule = (field: string) => ruled(`{ resource: order, field: ▸${field}, claim: tenant }`);
refuses('a rule about nothing', 'unknown-field', rule('tenatId'));
refuses('a rule about the identifier', 'unknown-field', rule('id'));
refuses('a rule about the state', 'rule-field', rule('status'));
refuses('a rule about a field that may be left out', 'rule-field', rule('maybe'));
refuses('a rule about a field that may be null', 'rule-field', rule('both'));
refuses('a rule about a secret', 'rule-field', rule('pin'));
for (const type of [
  'decimal',
  'text',
  'date',
  'uri',
  'json',
  'number',
  'long',
  'string, format: uri',
]) {
  refuses(
    `a rule about a field of the type ${type}`,
    'rule-field',
    ruled('{ resource: order, field: ▸one, claim: c }', {
      fields: `one: { type: ${type}, required: true }`,
    }),
  );
}
for (const claim of ['__proto__', 'constructor', 'a.__proto__', 'toString']) {
  refuses(
    `a claim called ${claim}`,
    'name-reserved',
    ruled(`{ resource: order, field: tenantId, claim: ▸${claim} }`),
  );
}
for (const text of ['"a\\e[31m"', '"a\\u202Eb"', "'${a}'", "'<b>'", "'a b'", "'`'", '"\\n"']) {
  refuses(
    `a role, a grant and a claim of ${text}`,
    ['wrong-form', 'wrong-form', 'wrong-form', 'wrong-form'],
    withAccess(`roles: [a, ▸${text}]
rules: [{ resource: order, field: tenantId, claim: ▸${text}, unless: [▸${text}] }]
allow: { order: { read: [▸${text}] } }`),
  );
}
refuses(
  'a resource and a verb of any text',
  ['unknown-resource', 'unknown-operation'],
  allowed('▸"a\\e[31m": { read: [reader] }, order: { ▸"\\u202E": [reader] }'),
);
test('text of any kind is shown harmlessly where it is refused', () => {
  const odd = '"\\e[31m\\u202E"';
  const text = formatMistakes(
    mistakesIn(
      withAccess(`roles: [${odd}]
rules: [{ resource: ${odd}, field: ${odd}, claim: ${odd}, unless: [${odd}], ${odd}: 1 }]
allow: { ${odd}: { read: [a] }, order: { ${odd}: [a], read: [${odd}] } }`),
    ),
  );
  assert.ok(text.split('\n').length > 6, text);
  assert.doesNotMatch(text, /[^\P{C}\n]/u);
});
refuses(
  'two rules about one field',
  'name-collision',
  ruled(
    '{ resource: order, field: tenantId, claim: tenant }, { resource: order, field: ▸tenantId, claim: sub }',
  ),
);
refuses(
  'one claim for fields of two kinds',
  'claim-type',
  ruled(
    `{ resource: order, field: tenantId, claim: tenant }, { resource: item, field: number, claim: ▸tenant }`,
  ),
);
test('one claim for fields of which one takes more than the other', () => {
  read(
    ruled(
      '{ resource: order, field: tenantId, claim: tenant }, { resource: item, field: short, claim: tenant }',
    ),
  );
});
const byBothNames = (one: string, other: string, mechanisms = 'api-key') =>
  ruled(
    '{ resource: order, field: one, claim: sub }, { resource: order, field: other, claim: ▸client_id, unless: [admin] }',
    {
      fields: `one: { ${one}, required: true }\n      other: { ${other}, required: true }`,
      mechanisms,
    },
  ).replace(
    'roles:',
    mechanisms.includes('jwt')
      ? 'jwt: { issuer: https://id.acme.example, audience: shop }\n  roles:'
      : 'roles:',
  );
for (const [one, other] of [
  ['type: uuid', 'type: integer'],
  ['type: uuid', 'type: enum, values: [web]'],
  ['type: string, format: email', 'type: uuid'],
  ['type: string, maxLength: 10', 'type: uuid'],
  ['type: string, maxLength: 10', 'type: string, minLength: 11'],
  ['type: boolean', 'type: integer'],
  ['type: integer, maximum: 5', 'type: integer, minimum: 6'],
  ['type: integer, enum: [1, 2]', 'type: integer, minimum: 3'],
  ['type: enum, values: [a, b]', "type: string, pattern: '^[c-z]$'"],
] as const) {
  const title = `one name of a client that no field takes: ${one}; ${other}`;
  refuses(title, 'claim-type', byBothNames(one, other));
  accepts(
    `two names of a token: ${one}; ${other}`,
    byBothNames(one, other, 'jwt').replace('▸', ''),
  );
  refuses(
    `one name of a password beside tokens: ${one}; ${other}`,
    'claim-type',
    byBothNames(one, other, 'jwt, basic'),
  );
}
for (const [one, other] of [
  ['type: string', 'type: uuid'],
  ['type: string', 'type: integer'],
  ['type: email', 'type: string, maxLength: 20'],
  ['type: enum, values: [web, mobile]', 'type: string, maxLength: 3'],
  ["type: enum, values: ['true', maybe]", 'type: boolean'],
  ['type: integer, maximum: 5', 'type: integer, minimum: 5'],
  ["type: string, pattern: '^[a-z]+$'", "type: string, pattern: '^[a-c]+$'"],
] as const) {
  accepts(
    `one name of a client that fields may take: ${one}; ${other}`,
    byBothNames(one, other).replace('▸', ''),
  );
}
refuses(
  'a rule with a mistake beside another',
  ['unknown-resource', 'wrong-form', 'unknown-field'],
  ruled(
    '{ resource: ▸odrer, field: a, claim: ▸"c d" }, { resource: order, field: ▸tenant, claim: sub }',
  ),
);
for (const resource of ['order', 'item']) {
  refuses(
    `a PUT that creates an ${resource} where a rule hides rows`,
    'contradiction',
    ruled('{ resource: order, field: tenantId, claim: tenant }', {
      rest: `endpoints: { ${resource}: { ▸createByReplace: true } }`,
    }),
  );
}
accepts(
  'a PUT that creates what only something in it is hidden of',
  ruled('{ resource: item, field: tenantId, claim: tenant }', {
    rest: 'endpoints: { order: { createByReplace: true } }',
  }),
);

const field = (keys: string) => withAccess(roles, { fields: `one: { type: string, ${keys} }` });
refuses('readers of a secret', 'contradiction', field('writeOnly: true, ▸readableBy: [admin]'));
refuses(
  'writers of what nobody sends',
  'contradiction',
  field('readOnly: true, ▸writableBy: [admin]'),
);
accepts('writers of a secret', field('writeOnly: true, writableBy: [admin]'));
accepts('readers of what the service sets', field('readOnly: true, readableBy: [admin]'));
for (const grants of ['writableBy', 'readableBy']) {
  refuses(
    `a unique default with an empty list ${grants}`,
    'contradiction',
    field(`unique: true, ▸default: a, ${grants}: []`),
  );
  accepts(
    `a unique default with a grant in ${grants}`,
    field(`unique: true, default: a, ${grants}: [admin]`),
  );
}
refuses(
  'grants of a member of an object',
  'unknown-key',
  withAccess(roles, {
    fields: 'one: { type: object, fields: { a: { type: string, ▸readableBy: [admin] } } }',
  }),
);

const required = (keys: string, allow: string, rules = '') =>
  withAccess(`${roles}\n${rules}${allow === '' ? '' : `allow: { order: { ${allow} } }`}`, {
    fields: `one: { type: string, required: true, ${keys} }`,
  });
refuses(
  'a required field that not everybody may send',
  'contradiction',
  required('▸writableBy: [admin]', ''),
);
refuses(
  'a required field that some who create may not send',
  'contradiction',
  required('▸readableBy: [admin]', 'create: [admin, writer]'),
);
accepts('a required field for all who create', required('writableBy: [admin]', 'create: [admin]'));
accepts(
  'a required field of what nobody creates',
  required('writableBy: [admin]', 'update: [writer]'),
);
const byTenant = (unless: string) =>
  `rules: [{ resource: order, field: one, claim: tenant, unless: [${unless}] }]\n`;
accepts(
  'a required field that the service fills in for whoever may not send it',
  required('writableBy: [admin]', 'create: [admin, writer]', byTenant('admin')),
);
accepts(
  'a required field that the service fills in for everybody',
  required('writableBy: []', '', byTenant('')),
);
refuses(
  'a required field that somebody beyond the rule may not send',
  'contradiction',
  required('▸writableBy: [admin]', 'create: [admin, writer]', byTenant('writer')),
);
refuses(
  'a required field that somebody beyond the rule may not send, where everybody creates',
  'contradiction',
  required('▸writableBy: [admin]', '', byTenant('writer')),
);
refuses(
  'what is allowed with a mistake once, and nothing that follows from it',
  'wrong-type',
  required('writableBy: [admin]', '', 'allow: ▸all\n'),
);

test('the nearest right spelling is named', () => {
  const meant = (text: string) => mistakesIn(text).map(({ suggestion }) => suggestion);
  assert.deepEqual(meant(allowed('order: { read: [wrtier] }')), ['writer']);
  assert.deepEqual(meant(allowed('order: { read: [Admin] }')), ['admin']);
  assert.deepEqual(meant(allowed("order: { read: ['orders:read'] }")), ['scope:orders:read']);
  assert.deepEqual(meant(allowed("order: { read: ['scopes:orders:read'] }")), [
    'scope:orders:read',
  ]);
  assert.deepEqual(meant(allowed('order: { list: [admin] }')), ['read']);
  assert.deepEqual(meant(allowed('order: { sumbit: [admin] }')), ['submit']);
  assert.deepEqual(meant(withAccess('role: [admin]')), ['roles']);
});

test('a thousand rules and as many roles are checked, and the first hundred mistakes are told', () => {
  const many = Array.from({ length: 1000 }, (_, at) => at);
  const text = withAccess(`roles: [${many.map((at) => `r${at}`).join(', ')}]
rules: [${many.map((at) => `{ resource: order, field: f${at}, claim: c, unless: [x${at}] }`).join(', ')}]
allow: { order: { read: [${many.map((at) => `y${at}`).join(', ')}] } }`);
  const mistakes = mistakesIn(text);
  assert.equal(mistakes.length, 101);
  assert.match(mistakes.at(-1)?.message ?? '', /\b29\d\d more\b/);
});

const withExamples = (second: string) =>
  ruled('{ resource: order, field: tenantId, claim: tenant }', {
    fields: 'label: { type: string, unique: true }',
  }).replace(
    '  item:\n',
    `    examples:
      - { label: A, tenantId: north, both: x, pin: x }
      - { label: A, tenantId: ${second}, both: x, pin: x }
  item:
`,
  );

accepts('a unique value once for each tenant', withExamples('south'));
refuses(
  'a unique value twice for one tenant',
  'not-unique',
  withExamples('north').replace(/(label: )A(, tenantId: north.*\n {2}item)/, '$1▸A$2'),
);
