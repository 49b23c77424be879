import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatChecksums, parseContracts } from '../../src/evolution/index.ts';
import { operationsOf, without } from '../support/dropping.ts';
import { composed, contractFiles, evolving } from './support.ts';

/** The steps, each with one thing less. */
const withoutOne = evolving.steps.flatMap((text, index) => {
  const file = { path: `${String(index + 1)}-to-${String(index + 2)}.yaml`, text };
  return operationsOf(file).map((operation) => ({
    operation,
    steps: evolving.steps.with(index, without(text, operation)),
  }));
});

describe('steps that do not explain all that differs', () => {
  for (const { operation, steps } of withoutOne) {
    // Of them no specification tells.
    if (operation.kind === 'behaviours') continue;
    it(`${operation.title} is refused`, () => {
      const composition = composed(evolving.versions, steps);
      assert.equal(composition.ok, false);
      for (const { file, message, line } of composition.ok ? [] : composition.mistakes) {
        assert.match(file, /^contracts\/\d-to-\d\.yaml$/);
        assert.ok(message.length > 20 && line >= 1, message);
      }
    });
  }

  it('are refused where lists can be asked for more', () => {
    const older = evolving.versions.map((text) =>
      text.replace('filter: [purchase, carrier]', 'filter: [purchase]'),
    );
    const composition = composed(older, evolving.steps);
    const [mistake] = composition.ok ? [] : composition.mistakes;
    assert.equal(mistake?.code, 'parameter-added');
    assert.match(mistake.message, /can filter by "carrier", and the older one cannot/);
  });
});

describe('what is suggested for a step', () => {
  const text = { type: 'string' };
  const gift = (members: object) => ({ type: 'object', fields: members });
  const desk = (fields: object, versions: object) => ({
    service: { name: 'desk' },
    resources: { order: { fields } },
    versioning: { versions },
  });
  const found = (older: object, newer: object, operations: readonly object[]) =>
    composed(
      [
        desk(older, { 1: { released: '2021-01-01' } }),
        desk(newer, { 1: { released: '2021-01-01' }, 2: {} }),
      ],
      [{ from: '1', to: '2', resources: { order: { operations } } }],
    );

  it('names the way out where a claim would mean the rows of others', () => {
    const ruled = (values: readonly string[], versions: object) => ({
      ...desk({ team: { type: 'enum', values, required: true } }, versions),
      authentication: {
        mechanisms: ['api-key'],
        rules: [{ resource: 'order', field: 'team', claim: 'team' }],
      },
    });
    const values = { first: 'second', second: 'first' };
    const composition = composed(
      [
        ruled(['first', 'second'], { 1: { released: '2021-01-01' } }),
        ruled(['first', 'second'], { 1: { released: '2021-01-01' }, 2: {} }),
      ],
      [
        {
          from: '1',
          to: '2',
          resources: { order: { operations: [{ map: { field: 'team', values } }] } },
        },
      ],
    );
    const [mistake] = composition.ok ? [] : composition.mistakes;
    assert.equal(mistake?.code, 'not-bridgeable');
    assert.match(
      mistake.message,
      /callers with "first" in the claim "team" see the rows that are "second" now/,
    );
  });

  it('names the way out where a field moves into an object that is not there for it alone', () => {
    const street = { type: 'string', required: true };
    const composition = found(
      { city: text, address: gift({ street }) },
      { address: gift({ street, city: text }) },
      [{ move: { from: 'city', to: 'address.city' } }],
    );
    const [mistake] = composition.ok ? [] : composition.mistakes;
    assert.equal(mistake?.code, 'not-bridgeable');
    assert.match(mistake.message, /make "address\.street" optional in the newer version/);
  });

  it('names the way out where one value would be that of every row', () => {
    const needed = { ...text, required: true };
    const unique = { ...needed, unique: true };
    const name = { name: text };
    for (const [older, newer, operations] of [
      [name, { ...name, code: unique }, [{ add: { field: 'code', fill: 'A' } }]],
      [
        name,
        { ...name, code: unique },
        [{ add: { field: 'kind', fill: 'A' } }, { rename: { from: 'kind', to: 'code' } }],
      ],
      [
        name,
        { ...name, code: { ...text, unique: true, default: 'A' } },
        [{ add: { field: 'code' } }],
      ],
      [{ code: { ...text, unique: true } }, { code: unique }, []],
      [
        { code: { ...text, unique: true } },
        { code: unique },
        [{ require: { field: 'code', fill: 'A' } }],
      ],
    ] as const) {
      const composition = found(older, newer, operations);
      const mistakes = composition.ok ? [] : composition.mistakes;
      const mistake = mistakes.find(({ code }) => code === 'not-bridgeable');
      assert.match(
        mistake?.message ?? '',
        /no two rows may have the same.*let rows share it, or retire/,
        JSON.stringify(mistakes),
      );
    }
    const shared = found(name, { ...name, code: needed }, [{ add: { field: 'code', fill: 'A' } }]);
    assert.ok(shared.ok);
    const made = found(name, { ...name, code: unique }, [{ add: { field: 'code', by: 'hook' } }]);
    assert.ok(made.ok, JSON.stringify(made));
  });

  it('names the way out where a resource has another parent, one that is new as well', () => {
    const item = { fields: { name: text } };
    const at = (parent: object, versions: object, others: object = {}) => ({
      service: { name: 'desk' },
      resources: { ...others, item: { ...parent, ...item } },
      versioning: { versions },
    });
    const order = { order: { fields: { name: text } } };
    const released = { 1: { released: '2021-01-01' } };
    for (const [older, newer, operation] of [
      [at({}, released), at({ parent: 'order' }, { ...released, 2: {} }, order), 'add'],
      [at({}, released, order), at({ parent: 'order' }, { ...released, 2: {} }, order), 'add'],
      [at({ parent: 'order' }, released, order), at({}, { ...released, 2: {} }, order), 'remove'],
    ] as const) {
      const field = operation === 'add' ? { field: 'orderId' } : { field: 'orderId', value: null };
      const operations = [{ [operation]: field }];
      const step = { from: '1', to: '2', resources: { item: { operations } } };
      const composition = composed([older, newer], [step]);
      const found = composition.ok
        ? []
        : composition.mistakes.filter(({ code }) => code === 'not-bridgeable');
      assert.equal(found.length, 1, JSON.stringify(composition));
      assert.match(found[0]?.message ?? '', /give what lives in the new place a name of its own/);
    }
  });

  it('is accepted where an operation fills another member of a new object', () => {
    const older = { giftText: text };
    for (const [path, newer] of [
      ['gift.wrapping', { gift: gift({ message: text, wrapping: text }) }],
      ['gift.card.colour', { gift: gift({ message: text, card: gift({ colour: text }) }) }],
    ] as const) {
      const moved = { move: { from: 'giftText', to: 'gift.message' } };
      const composition = found(older, newer, [moved]);
      const [mistake] = composition.ok ? [] : composition.mistakes;
      const [, field = ''] = /^- add: \{ field: ([\w.]+) \}$/.exec(mistake?.suggestion ?? '') ?? [];
      assert.ok(path.startsWith(field) && field.startsWith('gift.'), mistake?.suggestion);
      assert.ok(found(older, newer, [moved, { add: { field } }]).ok, field);
    }
  });

  it('names the former and the present default', () => {
    const field = (initial: string) => ({ a: { ...text, default: initial } });
    const composition = found(field('x'), field('y'), []);
    const [mistake] = composition.ok ? [] : composition.mistakes;
    assert.match(mistake?.message ?? '', /"a" is "x" in the older version.*"y" in the newer one/);
  });
});

describe('mistakes in a step', () => {
  const [older = ''] = evolving.versions;
  const newer = older.replace(
    'versions:\n    1: { released: 2021-03-01 }',
    'versions:\n    1: { released: 2021-03-01, maintained: 2022-03-01 }\n    2: { released: 2022-03-01 }',
  );
  const mistakesOf = (operations: string) => {
    const step = `from: '1'\nto: '2'\nresources:\n  purchase:\n    operations:\n      - ${operations}\n`;
    const composition = composed([older, newer], [step]);
    assert.equal(composition.ok, false);
    return composition.ok ? [] : composition.mistakes;
  };

  it('name the field that is not there, with those that are', () => {
    const [mistake] = mistakesOf('rename: { from: nothing, to: total }');
    assert.equal(mistake?.code, 'unknown-field');
    assert.equal(mistake.line, 6);
    assert.ok(mistake.allowed?.includes('reference'));
  });

  it('name the converters that would fit', () => {
    const [mistake] = mistakesOf('retype: { field: total, by: seconds-to-duration }');
    assert.equal(mistake?.code, 'wrong-converter');
    assert.ok(mistake.allowed?.includes('hook'));
  });

  it('name values that a version does not know', () => {
    const unknown = (operation: string) => {
      const [mistake] = mistakesOf(operation);
      return [
        mistake?.code,
        /the (\w+) version has no value "(\w+)"/.exec(mistake?.message ?? '')?.slice(1),
      ];
    };
    assert.deepEqual(unknown('map: { field: channel, values: {}, others: nowhere }'), [
      'unknown-value',
      ['older', 'nowhere'],
    ]);
    assert.deepEqual(unknown('map: { field: channel, values: { nowhere: web } }'), [
      'unknown-value',
      ['older', 'nowhere'],
    ]);
    assert.deepEqual(unknown('map: { field: channel, values: { web: nowhere } }'), [
      'unknown-value',
      ['newer', 'nowhere'],
    ]);
  });

  it('say what belongs elsewhere', () => {
    assert.equal(mistakesOf('rename: { from: total, to: other.total }')[0]?.code, 'other-object');
    assert.equal(mistakesOf("move: { from: 'parcels[].code', to: code }")[0]?.code, 'in-list');
    assert.equal(mistakesOf('split: { field: total, into: [a, b] }')[0]?.code, 'missing-key');
  });

  it('of its structure are found when it is read', () => {
    const text =
      "from: '1'\nto: '2'\nresources:\n  a:\n    operations:\n      - polish: { field: b }\n";
    const reading = parseContracts([{ path: 'contracts/1-to-2.yaml', text }]);
    const [mistake] = reading.ok ? [] : reading.mistakes;
    assert.deepEqual([mistake?.code, mistake?.line], ['unknown-key', 6]);
  });
});

describe('contracts', () => {
  const files = contractFiles(evolving.versions.slice(0, 3), evolving.steps);
  const codes = (changed: typeof files) => {
    const reading = parseContracts(changed);
    return reading.ok ? [] : reading.mistakes.map(({ code, file }) => [code, file]);
  };
  const path = 'contracts/v1/1.0.0/specification.json';

  it('are read as they were written', () => {
    const reading = parseContracts(files);
    assert.ok(reading.ok);
    assert.deepEqual(
      reading.contracts.releases.map(({ label }) => label),
      ['1', '2', '3'],
    );
    assert.deepEqual(
      reading.contracts.steps.map(({ step }) => step.from),
      ['1', '2', '3'],
    );
  });

  it('that were changed stop everything', () => {
    const changed = files.map((file) =>
      file.path === path ? { ...file, text: `${file.text} ` } : file,
    );
    assert.deepEqual(codes(changed), [['frozen-changed', path]]);
  });

  it('that are missing, or that nobody froze, stop everything', () => {
    assert.deepEqual(codes(files.filter((file) => file.path !== path)), [
      ['frozen-missing', 'contracts/SHA256SUMS'],
    ]);
    const more = { path: 'contracts/v1/1.1.0/specification.json', text: '{}' };
    assert.ok(codes([...files, more]).some(([code]) => code === 'not-frozen'));
  });

  it('that are something else stop everything', () => {
    const sums = (text: string) => [
      { path, text },
      { path: 'contracts/SHA256SUMS', text: formatChecksums([{ path, text }]) },
    ];
    for (const text of ['', '{', '[]', '{"format":2}', '{"format":1}']) {
      assert.deepEqual(codes(sums(text)), [['no-frozen-specification', path]], text);
    }
    assert.deepEqual(codes([{ path: 'contracts/notes.txt', text: '' }]), [
      ['unknown-file', 'contracts/notes.txt'],
    ]);
    assert.deepEqual(codes([{ path: 'contracts/1-to-2.yaml', text: "from: '2'\nto: '3'\n" }]), [
      ['wrong-name', 'contracts/1-to-2.yaml'],
    ]);
  });
});
