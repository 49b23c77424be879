import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { attributeRules } from '../../../templates/src/runtime/authentication/attribute-rules.ts';
import type { Principal } from '../../../templates/src/runtime/authentication/grants.ts';
import type { StoredEvent } from '../../../templates/src/runtime/events/event.ts';
import { visibleEvents } from '../../../templates/src/runtime/events/visible.ts';
import {
  hiddenFrom,
  withMemberAccess,
} from '../../../templates/src/runtime/resources/member-access.ts';
import { schemasOf } from '../../../templates/src/runtime/resources/schemas.ts';

const members = Type.Object({
  tenant: Type.String(),
  margin: Type.Optional(Type.String({ 'x-readableBy': ['admin'] })),
});
const schemas = withMemberAccess(
  schemasOf('Order', members, { description: 'An order.' }),
  members,
);
const rule = { member: 'tenant', claim: 'tenant', unless: ['admin'] };
const eventFor = visibleEvents({
  order: {
    readBy: ['reader', 'admin'],
    rules: { order: attributeRules([rule], schemas.shown, 'jwt') },
    hiddenFrom: (each) => hiddenFrom(schemas, each),
  },
  item: {
    readBy: ['reader'],
    rules: { order: attributeRules([rule], schemas.shown, 'jwt') },
    hiddenFrom: (each) => hiddenFrom(schemas, each),
  },
});

function reader(role: string, tenant = 'north'): Principal {
  return {
    mechanism: 'jwt',
    subject: 'x',
    clientId: 'x',
    roles: new Set([role]),
    scopes: new Set(),
    claims: { tenant },
  };
}

const event: StoredEvent = {
  id: 'e',
  position: 1,
  type: 'order.updated',
  resource: 'order',
  rowId: 'r',
  path: '/orders/r',
  time: '2026-01-01T00:00:00.000Z',
  data: {
    id: 'r',
    revision: 2,
    resource: { tenant: 'north', margin: '1' },
    changed: ['margin', 'tenant'],
  },
  deciding: { order: { tenant: 'north' } },
};

describe('what there is of an event for a reader', () => {
  test('C-130 two who see the same get one and the same object, so that it is written once', () => {
    const seen = eventFor(reader('reader'), event);
    assert.notEqual(seen, event);
    assert.equal(eventFor(reader('reader'), event), seen);
    assert.deepEqual(seen?.data, {
      ...event.data,
      resource: { tenant: 'north' },
      changed: ['tenant'],
    });
    // Of what hides nothing there is nothing else.
    assert.equal(eventFor(reader('admin', 'south'), event), event);
    const thin = { ...event, data: { id: 'r', revision: 2 } };
    assert.equal(eventFor(reader('reader'), thin), thin);
  });

  test('C-112 C-130 without a grant, without the value, and of what is no kind any more there is nothing', () => {
    assert.equal(eventFor(reader('writer'), event), undefined);
    assert.equal(eventFor(reader('reader', 'south'), event), undefined);
    assert.equal(eventFor(reader('admin'), { ...event, resource: 'item' }), undefined);
    assert.equal(eventFor(reader('admin'), { ...event, resource: 'parcel' }), undefined);
    const { deciding: _, ...unknown } = event;
    assert.equal(eventFor(reader('reader'), unknown), undefined);
    assert.equal(eventFor(reader('admin'), unknown), unknown);
  });

  test('C-112 what lives in something exists for whom that did', () => {
    const item = { ...event, resource: 'item', data: { id: 'i', revision: 1 } };
    assert.equal(eventFor(reader('reader'), item), item);
    assert.equal(eventFor(reader('reader', 'south'), item), undefined);
  });
});
