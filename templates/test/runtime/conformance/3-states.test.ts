import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { currentVersion } from '../../contract.ts';
import { documentPath, startConforming, type ConformingService } from '../support/conformance.ts';
import { needing } from '../support/target.ts';

describe('part 3, states and transitions', () => {
  let service: ConformingService;

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  /** State of the version as the home document and the OpenAPI document show it. */
  async function shown(): Promise<unknown[]> {
    const home = await service.anonymous('GET', '/');
    const version = (home.body['versions'] as readonly { readonly state: string }[]).at(-1);
    const document = await service.anonymous('GET', documentPath);
    const info = document.body['info'] as Readonly<Record<string, unknown>>;
    for (const { headers } of [home, document]) {
      assert.equal(headers.get('deprecation'), null);
      assert.equal(headers.get('sunset'), null);
    }
    return [version?.state, info['x-state']];
  }

  const { released, maintained, deprecated, sunset } = currentVersion;
  const neverInForce =
    (released === undefined && 'this version is not released') ||
    (sunset === released && 'this version ends on the day of its release');
  // Its specification may say more of the day of its release.
  const begins =
    deprecated === released ? 'deprecated' : maintained === released ? 'maintained' : 'active';
  test(
    'C-013 C-019 the version is in force from the instant of its release',
    neverInForce === false ? needing('clock') : { skip: neverInForce },
    async () => {
      const instant = new Date(`${String(released)}T00:00:00Z`).getTime();
      service.now = new Date(instant - 1);
      assert.deepEqual(await shown(), ['draft', 'draft']);
      service.now = new Date(instant);
      assert.deepEqual(await shown(), [begins, begins]);
    },
  );

  test(
    'C-013 a version without a day of release stays a draft',
    released === undefined ? needing('clock') : { skip: 'this version is released' },
    async () => {
      service.now = new Date('2999-01-01T00:00:00Z');
      assert.deepEqual(await shown(), ['draft', 'draft']);
    },
  );
});
