import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  allowLines,
  allowTyped,
  grantsProblem,
  withGrants,
} from '../../src/questionnaire/access/allow.ts';
import { ruleLines, ruleProblem, withRuleLine } from '../../src/questionnaire/access/rules.ts';
import {
  withoutField,
  withoutResource,
  withResourceRenamed,
} from '../../src/questionnaire/changes.ts';
import { authentication } from '../../src/questionnaire/chapters/authentication.ts';
import { endpoints } from '../../src/questionnaire/chapters/endpoints.ts';
import { mistakesIn } from '../../src/questionnaire/checking.ts';
import type { Draft } from '../../src/questionnaire/draft.ts';
import { withTyped } from '../../src/questionnaire/fields/loop.ts';
import { readFields } from '../../src/questionnaire/shorthand/read.ts';
import { withLine } from '../../src/questionnaire/states/loop.ts';
import {
  readSpecification,
  resolveSpecification,
  writeSpecification,
  type Specification,
} from '../../src/specification/index.ts';
import { orderDesk, play } from './support/chapters.ts';
import { enter, rest } from './support/scripted-ask.ts';

/** With a state that clients change, one that time changes, and an action. */
const desk: Specification = {
  ...orderDesk,
  states: {
    order: {
      initial: 'draft',
      history: true,
      transitions: {
        submit: { from: 'draft', to: 'submitted' },
        expire: { from: 'draft', to: 'gone', after: 'P1D' },
      },
    },
  },
  endpoints: { item: { methods: ['list', 'create'] } },
};
const roles = ['reader', 'writer', 'admin'];
const start = [
  ['How do clients', enter],
  ['Header', enter],
] as const;

function allowOf(draft: Draft) {
  return resolveSpecification(draft).authentication.allow;
}

function readsBack(draft: Draft): void {
  assert.deepEqual(mistakesIn(draft), []);
  const reading = readSpecification(writeSpecification(draft), 'service.yaml');
  assert.ok(reading.ok);
  assert.deepEqual(reading.specification, draft);
}

test('three answers: roles, by rank, and no rules', async () => {
  const { draft, ask } = await play(authentication, desk, [
    ['Take', false],
    ...start,
    [
      'Roles, the highest last',
      {
        typed: 'reader|writer',
        refused: /separated by commas: reader,\s+writer/,
        next: 'reader, writer, admin',
      },
    ],
    ['Who may do what?', enter],
    ['Rule', enter],
  ]);
  assert.deepEqual(draft.authentication, {
    roles,
    allow: {
      order: {
        read: roles,
        create: ['writer', 'admin'],
        update: ['writer', 'admin'],
        delete: ['admin'],
        submit: ['writer', 'admin'],
      },
      item: { read: roles, create: ['writer', 'admin'] },
    },
  });
  readsBack(draft);
  assert.deepEqual(ask.said.filter((line) => line.startsWith('    ')).slice(0, 3), [
    '    order: read: reader, writer, admin; create, update, submit: writer, admin;',
    '      delete: admin',
    '    item: read: reader, writer, admin; create: writer, admin',
  ]);
  assert.equal(
    ask.understood(),
    '→ an API key in the header X-API-Key; roles reader, writer, admin; only what is allowed',
  );
});

test('where rules are asked, it is said how a credential gets a claim, for each way', async () => {
  const source: Readonly<Record<string, RegExp>> = {
    'api-key': /^ {4}npm run key -- make partner-shop --claim tenant=acme$/m,
    basic: /^ {4}npm run key -- make ada --claim tenant=acme$/m,
    jwt: /A JWT has the claims that its issuer puts into it/,
    oauth2: /An access token has the claims that its issuer puts into it/,
  };
  for (const mechanism of ['api-key', 'basic', 'jwt', 'oauth2'] as const) {
    const isToken = mechanism === 'jwt' || mechanism === 'oauth2';
    const issuer = 'https://id.acme.example';
    const { ask } = await play(authentication, desk, [
      ['Take', false],
      ['How do clients', [mechanism]],
      ...(isToken ? ([['who makes', issuer]] as const) : []),
      ['', rest],
    ]);
    for (const [each, said] of Object.entries(source)) {
      const isSaid = said.test(ask.said.join('\n'));
      assert.equal(isSaid, each === mechanism, `${each} beside ${mechanism}`);
    }
  }
  // Beside keys, names with passwords are made by another word.
  const both = await play(authentication, desk, [
    ['Take', false],
    ['How do clients', ['api-key', 'basic']],
    ['Header', rest],
  ]);
  assert.match(both.ask.said.join('\n'), /npm run key -- user make ada --claim tenant=acme/);
});

test('one role does everything', async () => {
  const { draft } = await play(authentication, desk, [
    ['Take', false],
    ...start,
    ['Roles', 'clerk'],
    ['Who may do what?', 'rank'],
    ['Rule', enter],
  ]);
  assert.deepEqual(draft.authentication?.allow?.['item'], { read: ['clerk'], create: ['clerk'] });
});

test('a line for each resource, for all of them, and for fields', async () => {
  const { draft, ask } = await play(authentication, desk, [
    ['Take', false],
    ...start,
    ['Roles', 'reader writer admin'],
    ['Who may do what?', 'lines'],
    ['Who may', '?'],
    ['Who may', { typed: 'order', refused: /a line is resource: verb: roles/, next: enter }],
    ['Rule', enter],
  ]);
  assert.ok(ask.said.includes('    order.margin: read: admin; write: admin'));
  readsBack(draft);
  const refusals: [string, RegExp][] = [
    ['order: read: reader|admin', /separated by commas: reader, admin/],
    ['order: read: redaer', /no role "redaer".*did you mean "reader"/s],
    ['order: read: Admin', /did you mean "admin"/],
    ['order: read: orders:read', /did you mean "scope:orders:read"/],
    ['order: sumbit: admin', /did you mean "submit"/],
    ['order: expire: admin', /happens by the clock/],
    ['order: list: admin', /read stands for list/],
    ['item: delete: admin', /does not offer delete/],
    ['ordr: read: admin', /no resource "ordr"; did you mean "order"/],
    ['order: read', /not verb: roles/],
    ['order: read:', /who may read\? For nobody, type nobody/],
    ['all: fly: admin', /No resource offers fly/],
    ['order.totl: read: admin', /no field order\.totl/],
    ['order.total: see: admin', /read or write, and not see/],
    ['order.total: read: admin', /"total" is required, and writer may create "order"/],
    ['-shop', /Nothing is allowed for shop/],
    ['__proto__: read: admin', /not allowed anywhere/],
    ['order: __proto__: admin', /not allowed anywhere/],
  ];
  for (const [line, refused] of refusals) {
    assert.match(grantsProblem(draft, line) ?? '', refused, line);
  }
  const typed = [
    'all: read: *; write: writer, admin; delete: nobody',
    'order: submit: scope:orders:submit, admin',
    'order-transition: read: admin',
    'order.note: read: admin writer; write: admin',
    'order.currency: write: nobody',
    '-item',
  ].reduce((sofar, line) => {
    assert.equal(grantsProblem(sofar, line), undefined, line);
    const changed = withGrants(sofar, line);
    assert.ok(typeof changed !== 'string');
    return changed;
  }, draft);
  assert.deepEqual(allowTyped(typed), [
    'order: read: reader, writer, admin; create, update: writer, admin; delete: nobody; submit: scope:orders:submit, admin',
    'item: read, create: nobody',
    'order-transition: read: admin',
    'order.note: read: admin, writer; write: admin',
    'order.currency: write: nobody',
  ]);
  assert.deepEqual(typed.authentication?.allow, {
    order: {
      read: roles,
      create: ['writer', 'admin'],
      update: ['writer', 'admin'],
      delete: [],
      submit: ['scope:orders:submit', 'admin'],
    },
    'order-transition': { read: ['admin'] },
  });
  readsBack(typed);
  const lifted = withGrants(typed, '-order.note');
  assert.ok(typeof lifted !== 'string');
  assert.deepEqual(lifted.resources['order']?.fields['note'], { type: 'text', nullable: true });
});

test('without roles only scopes can be granted, and nothing is until it is said', async () => {
  const { draft } = await play(authentication, desk, [
    ['Take', false],
    ...start,
    ['Roles', enter],
    ['Who may do what?', 'lines'],
    ['Who may', { typed: 'all: read: *', refused: /no roles that \*/, next: enter }],
    ['Rule', enter],
  ]);
  assert.deepEqual(draft.authentication, { allow: { order: { read: [] } } });
  assert.match(grantsProblem(draft, 'all: read: admin') ?? '', /names none yet/);
  assert.equal(grantsProblem(draft, 'all: read: scope:read'), undefined);
});

test('rules are typed one on a line, and checked as in the file', async () => {
  const { draft, ask } = await play(authentication, desk, [
    ['Take', false],
    ...start,
    ['Roles', 'admin'],
    ['Who may do what?', 'everybody'],
    [
      'Rule',
      {
        typed: 'order = tenant',
        refused: /A rule is resource\.field = claim/,
        next: {
          typed: 'order.refrence = tenant',
          refused: /did you mean "reference"/,
          next: {
            typed: 'order.note = tenant',
            refused: /of the type "text".*not\s+required.*nullable/s,
            next: 'order.reference = tenant unless admin',
          },
        },
      },
    ],
    [
      'Rule',
      {
        typed: 'item.sku = tenant unless amdin',
        refused: /no role "amdin".*did you mean "admin"/s,
        next: 'item.sku = tenant',
      },
    ],
    ['Rule', { typed: '-order.total', refused: /no rule about order\.total/, next: '-item.sku' }],
    ['Rule', 'order.reference = sub'],
    ['Rule', enter],
  ]);
  assert.deepEqual(draft.authentication, {
    roles: ['admin'],
    rules: [{ resource: 'order', field: 'reference', claim: 'sub' }],
  });
  assert.ok(ask.said.includes('  Fields that a rule can compare: order.reference, item.sku'));
  assert.ok(ask.said.includes('    order.reference = tenant unless admin'));
  assert.match(ask.understood(), /roles admin; 1 rule$/);
  readsBack(draft);
});

test('where no field can tell whose a row is, no rules are asked for', async () => {
  const one: Specification = {
    service: { name: 'shop' },
    resources: { order: { fields: { note: { type: 'text', required: true } } } },
  };
  const { draft } = await play(authentication, one, [
    ['Take', false],
    ...start,
    ['Roles', enter],
    ['Who may', enter],
  ]);
  assert.deepEqual(draft, one);
});

const full: Specification = {
  ...desk,
  resources: {
    ...desk.resources,
    order: {
      fields: {
        ...desk.resources['order']?.fields,
        margin: { type: 'decimal', readableBy: ['writer', 'admin'], writableBy: ['admin'] },
      },
    },
  },
  authentication: {
    roles,
    rules: [{ resource: 'order', field: 'reference', claim: 'tenant', unless: ['writer'] }],
    allow: {
      order: { read: ['writer', 'scope:a'], delete: ['admin'], submit: ['admin'] },
      'order-transition': { read: ['admin'] },
      item: { create: ['admin'] },
    },
  },
};

test('what is there already stays where nothing else is typed', async () => {
  readsBack(full);
  const { draft } = await play(
    authentication,
    full,
    [...start, ['Roles', enter], ['Who may do what?', enter], ['Who may', enter], ['Rule', enter]],
    { again: true },
  );
  assert.deepEqual(draft, full);
});

test('a role that is taken away is granted nothing any more', async () => {
  const { draft } = await play(
    authentication,
    full,
    [
      ...start,
      ['Roles', 'reader, admin'],
      ['Who may do what?', 'lines'],
      ['Who may', enter],
      ['Rule', enter],
    ],
    { again: true },
  );
  readsBack(draft);
  assert.deepEqual(draft.authentication?.allow?.['order']?.['read'], ['scope:a']);
  assert.deepEqual(draft.authentication?.rules?.[0]?.unless, []);
  assert.deepEqual(draft.resources['order']?.fields['margin'], {
    type: 'decimal',
    readableBy: ['admin'],
    writableBy: ['admin'],
  });
});

test('where nobody is asked who they are, nothing depends on it', async () => {
  const { draft } = await play(authentication, full, [['How do clients', ['none']]], {
    again: true,
  });
  assert.deepEqual(draft.authentication, { mechanisms: ['none'] });
  assert.deepEqual(draft.resources['order']?.fields['margin'], { type: 'decimal' });
  readsBack(draft);
});

test('what is allowed follows the resource that gets another name', () => {
  const draft = withResourceRenamed(full, 'order', 'purchase');
  readsBack(draft);
  assert.deepEqual(Object.keys(draft.authentication?.allow ?? {}), [
    'purchase',
    'purchase-transition',
    'item',
  ]);
  assert.equal(draft.authentication?.rules?.[0]?.resource, 'purchase');
});

test('what is gone is no longer allowed, and nothing else becomes so', () => {
  const gone = withoutResource(full, 'order');
  readsBack(gone);
  assert.deepEqual(gone.authentication, { roles, allow: { item: { create: ['admin'] } } });
  const fieldless = withoutField(full, 'order', 'reference');
  assert.equal(fieldless.authentication?.rules, undefined);
  const stateless = ['-submit', '-expire'].reduce(
    (sofar, line) => withLine(sofar, 'order', line),
    full,
  );
  readsBack(stateless);
  assert.deepEqual(stateless.authentication?.allow, {
    order: { read: ['writer', 'scope:a'], delete: ['admin'] },
    item: { create: ['admin'] },
  });
});

test('when the last thing that was allowed goes, nobody may do anything', async () => {
  const start: Specification = {
    ...orderDesk,
    authentication: { roles, allow: { order: { delete: ['admin'] } } },
  };
  const { draft } = await play(
    endpoints,
    start,
    [
      ['Representations', enter],
      ['Languages', enter],
      ['Origins', enter],
      ['Endpoints of', 'order'],
      ['What may', ['list', 'read']],
      ['Most resources on', enter],
      ['Resources on a page', enter],
      ['Report the total', enter],
      ['Offer pages by cursor', enter],
      ['Filter by', enter],
      ['Sort by', enter],
      ['Actions of', enter],
      ['Endpoints of', enter],
    ],
    { again: true },
  );
  readsBack(draft);
  const allow = allowOf(draft);
  assert.ok(allow !== undefined);
  assert.deepEqual(
    Object.values(allow).flatMap((verbs) => Object.values(verbs).flat()),
    [],
  );
});

test('a field that is typed again is seen by the same callers', () => {
  const draft = readFields('margin:decimal(12,4)?').reduce(
    (sofar, each) => withTyped(sofar, 'order', each),
    full as Draft,
  );
  assert.deepEqual(draft.resources['order']?.fields['margin'], {
    type: 'decimal',
    precision: 12,
    scale: 4,
    nullable: true,
    readableBy: ['writer', 'admin'],
    writableBy: ['admin'],
  });
});

const word = fc.constantFrom(
  'order',
  'item',
  'all',
  'order.note',
  'order.reference',
  'order-transition',
  '__proto__',
  'constructor',
  'read',
  'create',
  'write',
  'submit',
  'replace',
  'admin',
  'reader',
  'nobody',
  '*',
  'scope:a',
  'Scope',
  '-order',
  '-item.sku',
  ':',
  ';',
  ',',
  '=',
  'unless',
  '\u{9b}31m',
  '\u{202E}',
  '"',
  "'",
  '#',
);
const anyLine = fc.array(word, { maxLength: 10 }).map((words) => words.join(' '));
const likelyLine = fc
  .tuple(
    fc.constantFrom('order', 'item', 'all', 'order.note', 'order.reference', 'order-transition'),
    fc.array(
      fc.tuple(
        fc.constantFrom('read', 'write', 'create, update', 'submit', 'replace', 'delete', 'expire'),
        fc.constantFrom('admin', '*', 'nobody', 'reader, admin', 'scope:a:b', 'admn', 'scope:'),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([of, parts]) => `${of}: ${parts.map(([verbs, who]) => `${verbs}: ${who}`).join('; ')}`);

test('any line of grants is refused with reasons, or makes a specification that reads back', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(anyLine, { weight: 3, arbitrary: likelyLine }), (line) => {
      const problem = grantsProblem(full, line);
      assert.notEqual(problem, '');
      assert.doesNotMatch(problem ?? '', /[^\P{C}\n]/u);
      if (problem !== undefined || line === '') return;
      accepted += 1;
      const draft = withGrants(full, line);
      assert.ok(typeof draft !== 'string');
      readsBack(draft);
      for (const shown of allowLines(draft)) assert.doesNotMatch(shown, /\p{Cc}/u);
      for (const shown of allowTyped(draft)) {
        const again = withGrants(draft, shown);
        assert.ok(typeof again !== 'string', again as string);
        assert.deepEqual(allowOf(again), allowOf(draft));
        assert.deepEqual(again.resources, draft.resources);
      }
    }),
    { numRuns: 600 },
  );
  assert.ok(accepted > 50, String(accepted));
});

test('any line of rules is refused with reasons, or makes a rule that reads back', () => {
  let accepted = 0;
  const likely = fc
    .tuple(
      fc.constantFrom('order.reference', 'item.sku', 'order.total', '-order.reference'),
      fc.constantFrom('', ' = sub', ' = tenant', '=tenant', ' = https://acme.example/t', ' = a"b'),
      fc.constantFrom('', ' unless admin', ' unless admin, scope:x', ' unless nobdy'),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(anyLine, { weight: 3, arbitrary: likely }), (line) => {
      const problem = ruleProblem(full, line);
      assert.notEqual(problem, '');
      assert.doesNotMatch(problem ?? '', /[^\P{C}\n]/u);
      if (problem !== undefined || line === '') return;
      accepted += 1;
      const draft = withRuleLine(full, line);
      readsBack(draft);
      for (const shown of ruleLines(draft)) {
        assert.deepEqual(withRuleLine(draft, shown.trim()), draft);
      }
    }),
    { numRuns: 400 },
  );
  assert.ok(accepted > 20, String(accepted));
});
