import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { formatChecksums, parseContracts } from '../../src/evolution/index.ts';
import { composed, contractFiles, evolving } from './support.ts';

interface WrittenStep {
  readonly resources?: Record<
    string,
    { operations?: object[]; actions?: object[]; existed?: string[]; renamedFrom?: string }
  >;
  readonly events?: object[];
  readonly errors?: object[];
}

/** The steps, each with one thing less. */
function* withoutOne(): Generator<{ what: string; steps: object[] }> {
  for (const [index, text] of evolving.steps.entries()) {
    const change = (what: string, edit: (step: WrittenStep) => void) => {
      const steps = evolving.steps.map((each) => parse(each) as WrittenStep);
      const step = steps[index];
      if (step !== undefined) edit(step);
      return { what: `step ${String(index + 1)}: ${what}`, steps };
    };
    const { resources = {}, errors = [] } = parse(text) as WrittenStep;
    for (const [name, { operations = [], actions = [], existed, renamedFrom }] of Object.entries(
      resources,
    )) {
      for (const [at, operation] of operations.entries()) {
        const isFree = 'add' in operation && !('fill' in (operation.add as object));
        if (isFree && JSON.stringify(operation).includes('isFragile') === false) continue;
        yield change(`${name} without ${JSON.stringify(operation)}`, (step) => {
          step.resources?.[name]?.operations?.splice(at, 1);
        });
      }
      for (const [at, action] of actions.entries()) {
        // What is sent along under the name of a field changes with the field.
        if ('input' in action) continue;
        yield change(`${name} without ${JSON.stringify(action)}`, (step) => {
          step.resources?.[name]?.actions?.splice(at, 1);
        });
      }
      if (existed !== undefined) {
        yield change(`${name} without existed`, (step) => {
          delete step.resources?.[name]?.existed;
        });
      }
      if (renamedFrom !== undefined) {
        yield change(`${name} without renamedFrom`, (step) => {
          delete step.resources?.[name]?.renamedFrom;
        });
      }
    }
    for (const at of errors.keys()) {
      yield change('without a status', (step) => {
        step.errors?.splice(at, 1);
      });
    }
  }
}

describe('steps that do not explain all that differs', () => {
  for (const { what, steps } of withoutOne()) {
    it(`${what} is refused`, () => {
      const composition = composed(evolving.versions, steps);
      assert.equal(composition.ok, false);
      for (const { file, message, line } of composition.ok ? [] : composition.mistakes) {
        assert.match(file, /^contracts\/\d-to-\d\.yaml$/);
        assert.ok(message.length > 20 && line >= 1, message);
      }
    });
  }
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
