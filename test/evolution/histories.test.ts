import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildModel } from '../../src/model/build.ts';
import { render } from '../../src/rendering/render.ts';
import { composedVersions, down, resolved, resourceOf } from './support.ts';

const released = { released: '2023-01-01' };
const next = { released: '2025-01-01' };

/** Each version calls what is sent along with "ship" otherwise; the last one also calls the transition otherwise. */
function version(transition: string, input: object, versions: object) {
  return {
    service: { name: 'desk' },
    resources: { order: { fields: { note: { type: 'string' } } } },
    states: {
      order: {
        initial: 'placed',
        history: true,
        transitions: { [transition]: { from: ['placed'], to: 'sent', input } },
      },
    },
    versioning: { versions },
  };
}

const text = { type: 'string' };
const step = (from: string, actions: readonly object[]) => ({
  from,
  to: String(Number(from) + 1),
  resources: { order: { actions } },
});

const [first] = composedVersions(
  [
    version('ship', { tracking: text, weight: { type: 'integer' } }, { 1: released }),
    version(
      'ship',
      { trackingCode: text, weight: { type: 'integer' } },
      { 1: released, 2: { released: '2024-01-01' } },
    ),
    version(
      'dispatch',
      { trackingLink: text, weight: { type: 'string' }, carrier: text },
      { 1: released, 2: { released: '2024-01-01' }, 3: next },
    ),
  ],
  [
    step('1', [{ input: { of: 'ship', rename: { from: 'tracking', to: 'trackingCode' } } }]),
    step('2', [
      { rename: { from: 'ship', to: 'dispatch' } },
      { input: { of: 'dispatch', rename: { from: 'trackingCode', to: 'trackingLink' } } },
      { input: { of: 'dispatch', retype: { field: 'weight', by: 'integer-to-string' } } },
      { input: { of: 'dispatch', add: { field: 'carrier' } } },
    ]),
  ],
);

describe('what an older version shows of a history', () => {
  assert.ok(first !== undefined);
  const history = resourceOf(first, 'order-transition');
  const shown = (transition: string, input: unknown) => down(history, { transition, input });

  it('has its own names for what was sent along, and nothing that came later', () => {
    assert.deepEqual(shown('dispatch', { trackingLink: 'T-1', weight: '7', carrier: 'post' }), {
      transition: 'ship',
      input: { tracking: 'T-1', weight: 7 },
    });
  });

  it('is null where nothing was sent along', () => {
    assert.deepEqual(shown('dispatch', null), { transition: 'ship', input: null });
  });

  it('keeps what was sent before the next version, which has the older names already', () => {
    assert.deepEqual(shown('dispatch', { tracking: 'T-2', weight: 3 }), {
      transition: 'ship',
      input: { tracking: 'T-2', weight: 3 },
    });
  });
});

describe('a history whose states are called otherwise', () => {
  it('has an adapter of its own, although its shape is the same, and nothing in it writes', async () => {
    const named = (to: string, versions: object) => {
      const { states, ...rest } = version('ship', { weight: text }, versions);
      const { ship } = states.order.transitions;
      return {
        ...rest,
        states: { order: { ...states.order, transitions: { ship: { ...ship, to } } } },
      };
    };
    const newest = named('gone', { 1: released, 2: { released: '2024-01-01' } });
    const map = { field: 'status', values: { sent: 'gone' } };
    const between = { from: '1', to: '2', resources: { order: { operations: [{ map }] } } };
    const older = composedVersions([named('sent', { 1: released }), newest], [between]);
    const options = {
      runtime: { pinNode: false },
      isFormatted: false,
      within: 'src/versioning/v1/',
    };
    const files = await render(buildModel(resolved(newest), older), options);
    const adapter = files.find(({ path }) => path.endsWith('/order-transition.adapter.ts'));
    assert.match(adapter?.text ?? '', /to: renamed\(newest\.to|newest\.to === "gone" \? "sent"/);
    assert.doesNotMatch(adapter?.text ?? '', /function (?:create|replace)/);
  });
});
