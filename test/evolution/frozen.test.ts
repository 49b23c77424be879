import assert from 'node:assert/strict';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { formatChecksums, parseContracts, type ContractFile } from '../../src/evolution/index.ts';
import { planService } from '../../src/generate.ts';
import { contractFiles, evolving } from './support.ts';

interface Frozen {
  readonly resources: { readonly purchase: { fields: Record<string, object> } };
  readonly states: { readonly purchase: { transitions: { cancel: { input: object } } } };
}

const files = contractFiles(evolving.versions.slice(0, -1), evolving.steps);

/** The contracts, where somebody edited the first frozen specification and its checksum. */
function edited(edit: (text: string) => string): ContractFile[] {
  const others = files.filter(({ path }) => path !== 'contracts/SHA256SUMS');
  const all = others.map((file, index) =>
    index === 0 ? { ...file, text: edit(file.text) } : file,
  );
  const frozen = all.filter(({ path }) => path.endsWith('.json'));
  return [...all, { path: 'contracts/SHA256SUMS', text: formatChecksums(frozen) }];
}

function editedValue(edit: (value: Frozen) => void): ContractFile[] {
  return edited((text) => {
    const value = JSON.parse(text) as Frozen;
    edit(value);
    return JSON.stringify(value);
  });
}

function onlyMistake(contracts: readonly ContractFile[]): string {
  const reading = parseContracts(contracts);
  assert.equal(reading.ok, false);
  const mistakes = reading.ok ? [] : reading.mistakes;
  assert.equal(mistakes.length, 1);
  const [{ file, message } = { file: '', message: '' }] = mistakes;
  assert.equal(file, 'contracts/v1/1.0.0/specification.json');
  return message;
}

describe('a frozen specification that somebody broke', () => {
  it('is what it was otherwise', () => {
    assert.ok(parseContracts(edited((text) => text)).ok);
  });

  it('by a pattern: the place and the error are named', () => {
    const message = onlyMistake(
      editedValue(({ resources }) => {
        Object.assign(resources.purchase.fields['reference'] ?? {}, { pattern: '^[A-Z' });
      }),
    );
    assert.match(
      message,
      /^this is no frozen specification: its part \/resources\/purchase\/fields\/reference\/pattern is no regular expression: unterminated character class; restore it \(git restore contracts/,
    );
  });

  it('by a pattern of what is in a list of an input', () => {
    const message = onlyMistake(
      editedValue(({ resources, states }) => {
        const field = resources.purchase.fields['reference'] ?? {};
        const items = { ...field, pattern: '(' };
        const list = {
          ...field,
          type: 'array',
          items,
          minItems: 0,
          maxItems: 1,
          uniqueItems: true,
        };
        Object.assign(states.purchase.transitions.cancel.input, { x: list });
      }),
    );
    assert.match(message, /states\/purchase\/transitions\/cancel\/input\/x\/items\/pattern is no/);
  });

  it('by nesting it without end', () => {
    const deep = `${'{"items":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    assert.match(
      onlyMistake(edited((text) => text.replace('{', `{"deep":${deep},`))),
      /nested more than 100 levels deep/,
    );
  });

  it('in any other way: a mistake that names the contracts, and no crash', async () => {
    const contracts = parseContracts(
      editedValue(({ states }) => {
        states.purchase.transitions.cancel.input = {};
      }),
    );
    assert.ok(contracts.ok);
    const planned = await planService({
      text: evolving.versions.at(-1) ?? '',
      file: 'service.yaml',
      destination: join(tmpdir(), 'nothing-is-written-here'),
      contracts: contracts.contracts,
      isLenient: true,
      pinNode: false,
    });
    assert.ok(!planned.ok);
    const [mistake] = planned.mistakes;
    assert.equal(mistake?.file, 'contracts');
    assert.match(mistake.message, /no "reason" here.*git restore contracts/);
  });
});
