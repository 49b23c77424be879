import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changelog, versions } from '../../contract.ts';
import { linked, startConforming, type ConformingService } from '../support/conformance.ts';

const path = '/versions/changelog';

describe('part 3, what each release changed', () => {
  let service: ConformingService;

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  test('C-207 the changelog has every release of every version, the newest first', async () => {
    const { status, body } = await service.anonymous('GET', path);
    assert.equal(status, 200);
    const { body: list } = await service.anonymous('GET', '/versions');
    const listed = list['versions'] as readonly { readonly version: number | string }[];
    const served = new Set(listed.map(({ version }) => String(version)));
    const { releases, links } = body as {
      releases: readonly { version: number | string; release: string; changes: unknown }[];
      links: object;
    };
    assert.deepEqual(
      releases.map(({ version, release, changes }) => [String(version), release, changes]),
      changelog
        .filter(({ label }) => served.has(label))
        .map(({ label, release, changes }) => [label, release, changes]),
    );
    const order = releases.map(({ version }) => String(version));
    const known = versions.map(({ label }) => label).toReversed();
    assert.deepEqual(
      order,
      known.flatMap((label) => order.filter((each) => each === label)),
    );
    assert.deepEqual(links, { self: linked(path), versions: linked('/versions') });
  });

  test('C-207 the list of versions leads to the changelog, and so does the document', async () => {
    const { body } = await service.anonymous('GET', '/versions');
    assert.equal((body['links'] as { readonly changelog?: string }).changelog, linked(path));
    const page = await service.anonymous('GET', path, { headers: { accept: 'text/html' } });
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    for (const { label, release } of changelog) {
      if (versions.every((version) => version.label !== label)) continue;
      assert.ok(page.text.includes(release), release);
    }
  });
});
