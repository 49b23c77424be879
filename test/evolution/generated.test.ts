import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { planService } from '../../src/generate.ts';
import { applyPlan } from '../../src/plan/index.ts';
import {
  expectSuccess,
  expectTypes,
  install,
  run,
  temporaryDirectory,
} from '../support/generated.ts';
import { pieces, valuesOf, versionsOf } from './pieces.ts';
import {
  composedVersions,
  contractFiles,
  contractsOf,
  down,
  put,
  resourceOf,
  up,
  type Values,
} from './support.ts';

interface Adapter {
  down(newest: Values): Values;
  create(body: Values): Values;
  replace(body: Values, seen: Values): Values;
}

/** What the service sets, and no piece has. */
const system = {
  id: '019bc0fd-89c0-7000-8000-000000000001',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 1,
};

describe('a service with every operation', () => {
  const service = temporaryDirectory();
  const { versions, steps } = versionsOf(pieces);
  const [first] = composedVersions(versions, steps);
  if (first === undefined) throw new Error('no older version');
  const thing = resourceOf(first, 'thing');
  let adapter: Adapter;

  before(async () => {
    const planned = await planService({
      text: JSON.stringify(versions[2]),
      file: 'service.yaml',
      destination: service,
      pinNode: false,
      contracts: contractsOf(contractFiles(versions.slice(0, 2), steps)),
    });
    if (!planned.ok) throw new Error(JSON.stringify(planned.mistakes, null, 1));
    await applyPlan(planned.plan);
    install(service);
    const file = join(service, 'src', 'versioning', 'v1', 'thing.adapter.ts');
    const module = (await import(pathToFileURL(file).href)) as { thingAdapter: Adapter };
    adapter = module.thingAdapter;
  });

  after(() => {
    rmSync(service, { recursive: true });
  });

  it('is code that the compiler and the linter have nothing to say about', () => {
    expectTypes(service);
    expectSuccess(run(service, 'npx', ['oxlint', '--deny-warnings']));
  });

  it('is the same when it is generated again', async () => {
    const planned = await planService({
      text: JSON.stringify(versions[2]),
      file: 'service.yaml',
      destination: service,
      pinNode: false,
    });
    assert.ok(planned.ok);
    assert.deepEqual(planned.plan.obstacles, []);
    assert.deepEqual(
      planned.plan.files.filter(({ action }) => action === 'create' || action === 'rewrite'),
      [],
    );
  });

  it('shows what the steps say', () => {
    fc.assert(
      fc.property(valuesOf(pieces, 'newest'), (values) => {
        const newest = { ...system, ...values };
        assert.deepEqual(adapter.down(newest), down(thing, newest));
      }),
    );
  });

  it('makes of a new one what the steps say', () => {
    fc.assert(
      fc.property(valuesOf(pieces, 'older'), (older) => {
        assert.deepEqual(adapter.create(older), up(thing, older));
      }),
    );
  });

  it('makes of a replacement what the steps say', () => {
    fc.assert(
      fc.property(valuesOf(pieces, 'older'), valuesOf(pieces, 'newest'), (older, values) => {
        const newest = { ...system, ...values };
        const sent = { ...system, ...older };
        assert.deepEqual(adapter.replace(sent, newest), put(thing, sent, newest));
        assert.deepEqual(adapter.replace(adapter.down(newest), newest), newest);
      }),
    );
  });
});
