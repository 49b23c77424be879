import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertibleMembers } from '../../src/evolution/proofs/convertible.ts';
import { composedVersions } from './support.ts';

/** The values of `name`, which is split into two, by what the parts can hold. */
function namesOf(first: object, last: object) {
  const desk = (fields: object, versions: object) => ({
    service: { name: 'desk' },
    resources: { order: { fields } },
    versioning: { versions },
  });
  const released = { 1: { released: '2024-01-01' } };
  const name = { type: 'string', maxLength: 120, required: true };
  const split = { field: 'name', into: ['first', 'last'], separator: ' ' };
  const [version] = composedVersions(
    [desk({ name }, released), desk({ first, last }, { ...released, 2: {} })],
    [{ from: '1', to: '2', resources: { order: { operations: [{ split }] } } }],
  );
  const order = version?.resources.find(({ newest }) => newest === 'order');
  assert.ok(version && order);
  return convertibleMembers(version, order)['name'];
}

const text = { type: 'string', maxLength: 120, required: true };

test('a text of which a part is too long is refused, whichever part it is', () => {
  for (const [first, last] of [
    [{ ...text, maxLength: 80 }, text],
    [
      { ...text, maxLength: 80 },
      { ...text, maxLength: 60 },
    ],
  ] as const) {
    const found = namesOf(first, last);
    assert.equal(found?.refused, 'x'.repeat(120));
    assert.ok(found.taken.includes('First 1 Last 1'), JSON.stringify(found.taken));
  }
});

test('parts that are as long as the text hold all of it', () => {
  assert.equal(namesOf(text, text), undefined);
});
