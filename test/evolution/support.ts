import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  composeService,
  formatChecksums,
  freezeSpecification,
  parseContracts,
  type Composition,
  type ContractFile,
  type Contracts,
} from '../../src/evolution/index.ts';
import type { ComposedResource, ComposedVersion } from '../../src/evolution/compose/chain.ts';
import { evaluateAll, type Roots } from '../../src/evolution/compose/evaluate.ts';
import { replacementOf } from '../../src/evolution/compose/replacement.ts';
import { readSpecification, type ResolvedSpecification } from '../../src/specification/index.ts';
import { repository } from '../support/generated.ts';

export type Values = Record<string, unknown>;

/** An order of the evolving fixture as its newest version has it, without its parcels and its state. */
export const newestOrder: Values = {
  id: '019bc0fd-89c0-7000-8000-000000000001',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 3,
  reference: 'AC-000017',
  firstName: 'Ada',
  lastName: 'Lovelace',
  customerEmail: 'ada@example.com',
  total: '129.90',
  currency: 'USD',
  priority: 'critical',
  address: '1 Analytical Way, London',
  gift: { message: 'With love', wrapping: 'paper' },
  note: null,
  dueAt: '2026-05-01T12:00:00.000Z',
};

/** A specification as text of YAML, or as data. */
export function resolved(text: string | object): ResolvedSpecification {
  const source = typeof text === 'string' ? text : JSON.stringify(text);
  const reading = readSpecification(source, 'service.yaml');
  if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes, null, 1));
  return reading.resolved;
}

/** The contracts of versions 1, 2, …, all released but the last, and the steps between them. */
export function contractFiles(
  older: readonly (string | object)[],
  steps: readonly (string | object)[],
): ContractFile[] {
  const releases = older.map((text, index): ContractFile => {
    const label = String(index + 1);
    return {
      path: `contracts/v${label}/${label}.0.0/specification.json`,
      text: freezeSpecification(resolved(text)),
    };
  });
  const written = steps.map((step, index): ContractFile => {
    const name = `${String(index + 1)}-to-${String(index + 2)}`;
    return {
      path: `contracts/${name}.yaml`,
      text: typeof step === 'string' ? step : JSON.stringify(step),
    };
  });
  return [
    ...releases,
    ...written,
    { path: 'contracts/SHA256SUMS', text: formatChecksums(releases) },
  ];
}

export function contractsOf(files: readonly ContractFile[]): Contracts {
  const reading = parseContracts(files);
  if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes, null, 1));
  return reading.contracts;
}

/** What the versions are of the newest one. */
export function composed(
  versions: readonly (string | object)[],
  steps: readonly (string | object)[],
): Composition {
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error('no version');
  return composeService(resolved(newest), contractsOf(contractFiles(versions.slice(0, -1), steps)));
}

/** The same where nothing is wrong with it. */
export function composedVersions(
  versions: readonly (string | object)[],
  steps: readonly (string | object)[],
): readonly ComposedVersion[] {
  const composition = composed(versions, steps);
  if (!composition.ok) throw new Error(JSON.stringify(composition.mistakes, null, 1));
  return composition.older;
}

export function resourceOf({ resources }: ComposedVersion, name: string): ComposedResource {
  const found = resources.find(({ newest }) => newest === name);
  if (found === undefined) throw new Error(`no resource ${name}`);
  return found;
}

type Hook = NonNullable<Roots['hook']>;

/** A resource of the older version, as it is shown. */
export function down({ down: members }: ComposedResource, newest: Values, hook?: Hook): Values {
  return evaluateAll(members, { newest: [newest], ...(hook === undefined ? {} : { hook }) });
}

/** What a new resource of the older version is now. */
export function up({ up: members }: ComposedResource, older: Values, hook?: Hook): Values {
  return evaluateAll(members, { older: [older], ...(hook === undefined ? {} : { hook }) });
}

/** What a replacement by the older version makes of what is stored. */
export function put(resource: ComposedResource, older: Values, newest: Values): Values {
  const roots = { older: [older], newest: [newest], shown: [down(resource, newest)] };
  return evaluateAll(replacementOf(resource.up, resource.down), roots);
}

const folder = join(repository, 'test', 'fixtures', 'evolving');

/** The service whose interface changes three times. */
export const evolving = {
  versions: [1, 2, 3, 4].map((label) =>
    readFileSync(join(folder, `v${String(label)}.yaml`), 'utf8'),
  ),
  steps: [1, 2, 3].map((label) =>
    readFileSync(
      join(folder, 'contracts', `${String(label)}-to-${String(label + 1)}.yaml`),
      'utf8',
    ),
  ),
};
