import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrationGuideView } from '../../src/rendering/views/versions/migration-guide.ts';
import { composedVersions } from '../evolution/support.ts';

const versions = { 1: { released: '2024-01-01' }, 2: { released: '2025-06-01' } };
const service = { name: 'desk' };
const older = {
  service,
  resources: {
    order: {
      fields: {
        title: { type: 'string', required: true, maxLength: 60, example: 'Chairs' },
        secret: { type: 'string', writeOnly: true, example: 'knock' },
        count: { type: 'integer', readOnly: true, example: 3 },
      },
    },
  },
  endpoints: { order: { filter: ['title'] } },
  versioning: { versions: { 1: versions[1] } },
};
const newer = {
  service,
  resources: {
    order: {
      fields: {
        name: { type: 'string', required: true, maxLength: 90, example: 'Chairs' },
        secret: { type: 'string', writeOnly: true, example: 'knock' },
        count: { type: 'integer', readOnly: true, example: 3 },
      },
    },
  },
  endpoints: { order: { filter: ['name'], idempotencyKey: 'required' } },
  versioning: { versions },
};
const written = {
  from: '1',
  to: '2',
  resources: { order: { operations: [{ rename: { from: 'title', to: 'name' } }] } },
};

const step = () => {
  const [found] = composedVersions([older, newer], [written])[0]?.steps ?? [];
  assert.ok(found);
  return found;
};

const demanded = {
  what: 'Idempotency-Key required, from optional to required. Requests without the header are refused.',
  clients: 'yes',
};

const longer = {
  place: 'resources.order.fields.title.maxLength',
  what: 'maxLength raised, from 60 to 90. Readers may meet values that were refused before.',
  clients: 'perhaps',
};

test('the guide shows a request and its answer in both versions, each with what can be sent and seen', () => {
  const [resource] = migrationGuideView(step()).resources;
  const system = {
    id: '019bc0fd-89c0-7000-8000-000000000001',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    revision: 1,
  };
  assert.deepEqual(resource?.examples, [
    {
      create: [
        { older: { title: 'Chairs', secret: 'knock' }, newer: { name: 'Chairs', secret: 'knock' } },
      ],
      older: { ...system, title: 'Chairs', count: 3 },
      newer: { ...system, name: 'Chairs', count: 3 },
    },
  ]);
});

test('the guide tells of all that is different, and nothing twice', () => {
  const { resources, changes } = migrationGuideView(step());
  assert.deepEqual(
    resources.flatMap(({ rows }) => rows),
    [{ older: 'title', newer: 'name', what: 'has another name' }],
  );
  assert.deepEqual(changes, [longer, { place: 'endpoints.order.idempotencyKey', ...demanded }]);
});

/** The same two versions with rules about the member that has another name. */
const ruled = (newerRules: readonly object[]) => {
  const authentication = (rules: readonly object[]) => ({
    authentication: { mechanisms: ['api-key'], ...(rules.length > 0 && { rules }) },
  });
  const all = [
    { ...older, ...authentication([{ resource: 'order', field: 'title', claim: 'tenant' }]) },
    { ...newer, ...authentication(newerRules) },
  ];
  const [found] = composedVersions(all, [written])[0]?.steps ?? [];
  assert.ok(found);
  const { changes } = migrationGuideView(found);
  return changes.filter(({ place }) => place.startsWith('authentication'));
};

test('the guide names a renamed member that lost its rule, by the name that its clients know', () => {
  const place = 'authentication.rules.order.title.tenant';
  const was = '(it was []).';
  assert.deepEqual(ruled([]), [
    {
      place,
      what: `Attribute rule (ABAC) loosened ${was} Callers see rows that were kept from them.`,
      clients: 'perhaps',
    },
    {
      place,
      what: `A required field that a claim said has to be sent ${was} Requests that leave it to the claim are refused.`,
      clients: 'yes',
    },
  ]);
});

test('the guide is silent about the rule of a renamed member that kept it', () => {
  assert.deepEqual(ruled([{ resource: 'order', field: 'name', claim: 'tenant' }]), []);
});

/** Two versions in which an input of a transition and one of an action have other names. */
const sent = (carrier: string, weight: string, versionsOf: object, longest = 40) => ({
  service,
  resources: { order: { fields: { title: { type: 'string' } } } },
  states: {
    order: {
      initial: 'open',
      transitions: {
        ship: {
          from: 'open',
          to: 'sent',
          input: {
            [carrier]: { type: 'string', required: true, maxLength: longest, example: 'Mail' },
          },
        },
      },
    },
  },
  endpoints: {
    order: { actions: { weigh: { input: { [weight]: { type: 'integer', example: 3 } } } } },
  },
  versioning: { versions: versionsOf },
});
const inputs = {
  from: '1',
  to: '2',
  resources: {
    order: {
      actions: [
        { input: { of: 'ship', rename: { from: 'carrier', to: 'forwarder' } } },
        { input: { of: 'weigh', rename: { from: 'grams', to: 'weight' } } },
      ],
    },
  },
};

const inputStep = () => {
  const both = [
    sent('carrier', 'grams', older.versioning.versions),
    sent('forwarder', 'weight', versions, 30),
  ];
  const [found] = composedVersions(both, [inputs])[0]?.steps ?? [];
  assert.ok(found);
  return found;
};

test('a renamed input is one renamed input, with a request before and after', () => {
  const { resources, changes } = migrationGuideView(inputStep());
  const [order] = resources;
  const about = { from: '1', to: '2' };
  assert.deepEqual(order?.inputs, [
    {
      ...about,
      older: 'ship',
      newer: 'ship',
      olderPath: '/orders/{id}/ship',
      newerPath: '/orders/{id}/ship',
      rows: [{ older: 'carrier', newer: 'forwarder', what: 'has another name' }],
      requests: [{ older: { carrier: 'Mail' }, newer: { forwarder: 'Mail' } }],
    },
    {
      ...about,
      older: 'weigh',
      newer: 'weigh',
      olderPath: '/orders/{id}/weigh',
      newerPath: '/orders/{id}/weigh',
      rows: [{ older: 'grams', newer: 'weight', what: 'has another name' }],
      requests: [{ older: { grams: 3 }, newer: { weight: 3 } }],
    },
  ]);
  // The guide names the other difference by the former name. It lists no input as removed or added.
  assert.deepEqual(
    changes.map(({ place }) => place),
    ['states.order.transitions.ship.input.carrier.maxLength'],
  );
});

test('an event and a problem with another name are renamed, and not removed and added', () => {
  const named = (event: string, code: string, version: object) => ({
    ...older,
    states: {
      order: {
        initial: 'open',
        transitions: { finish: { from: 'open', to: 'done' } },
      },
    },
    events: { emit: ['order.created', `order.${event}`], deliver: ['webhook'] },
    errors: { codes: { [code]: { status: 409, title: 'Not now' } } },
    versioning: { versions: version },
  });
  const [version] = composedVersions(
    [named('updated', 'too-early', { 1: versions[1] }), named('done', 'not-yet', versions)],
    [
      {
        from: '1',
        to: '2',
        events: [{ rename: { from: 'order.updated', to: 'order.done' } }],
        errors: [{ rename: { from: 'too-early', to: 'not-yet' } }],
      },
    ],
  );
  const [renaming] = version?.steps ?? [];
  assert.ok(renaming);
  const guide = migrationGuideView(renaming);
  assert.deepEqual(guide.changes, []);
  assert.deepEqual(
    guide.renamed.map(({ place, name }) => [place, name]),
    [
      ['events.emit.order.updated', 'order.done'],
      ['errors.codes.too-early', 'not-yet'],
    ],
  );
});
