import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ConformanceReport } from '../../templates/scripts/conformance/report.ts';
import {
  bodies,
  collections,
  expectedAt,
  startEvolved,
  success,
  told,
  type Answer,
  type EvolvedService,
} from './evolved-service.ts';
import { allAnswer, allDiffer, evolve, labels, type Variant } from './evolving.ts';
import { expectSuccess, expectTypes, run, temporaryDirectory } from './generated.ts';
import { toldAt } from './subscribers.ts';
import { ways } from './ways.ts';

/** A way in which clients name a version. */
export interface Naming {
  readonly title: string;
  readonly variant: Variant;
  /** Rules about naming versions that hold, of those each of which excludes most others. */
  readonly keeps: readonly string[];
  /** How many random requests and answers each proof of an older version takes. */
  readonly proofRuns: number;
}

/** Holds what is promised of one service in four versions, whose clients name them in one way. */
export function describeFourVersions({ title, variant, keeps, proofRuns }: Naming): void {
  describe(`one service in four versions, ${title}`, () => {
    const directory = join(temporaryDirectory(), 'parcel-desk');
    const { called = (label: string) => label } = variant;
    /** Tests write the version in front of a path, whatever its clients do. */
    const at = (label: string, path = collections[label] ?? '') => `/v${called(label)}${path}`;
    /** As it stands in bodies. */
    const value = (label: string) => (called(label) === label ? Number(label) : called(label));
    let service: EvolvedService;
    let orders = 0;

    before(async () => {
      await evolve(directory, variant);
      service = await startEvolved(directory, allAnswer);
    });
    after(async () => {
      await service.stop();
      rmSync(dirname(directory), { recursive: true });
    });

    function create(
      label: string,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> {
      orders += 1;
      const body = bodies[label]?.(orders);
      return success(service.request('POST', at(label), { body, headers }));
    }

    function read(label: string, id: unknown): Promise<Answer> {
      return success(service.request('GET', `${at(label)}/${String(id)}`));
    }

    testPromises(directory, keeps, proofRuns);

    test('on one day each of the versions is in another state', async () => {
      const { id } = (await create('4')).body;
      service.now = new Date(allDiffer);
      try {
        const answers = new Map<string, Answer>();
        for (const label of labels) {
          const path = `${at(label)}/${String(id)}`;
          answers.set(label, await service.request('GET', path));
        }
        const of = (label: string) => {
          const answer = answers.get(label);
          assert.ok(answer !== undefined);
          const header = (name: string) => answer.headers.get(name) ?? '';
          return { ...answer, header };
        };
        const gone = of('1');
        assert.equal(gone.status, 410, gone.text);
        assert.equal(gone.header('cache-control'), 'no-store');
        assert.deepEqual(gone.body['supportedVersions'], ['2', '3', '4'].map(value));
        assert.equal(gone.body['successor'], value('3'));
        assert.match(gone.header('link'), /rel="?successor-version/);

        assert.equal(of('2').status, 200, of('2').text);
        assert.equal(of('2').header('deprecation'), `@${String(Date.UTC(2025, 8, 1) / 1000)}`);
        assert.equal(of('2').header('sunset'), 'Sat, 01 Mar 2036 00:00:00 GMT');

        assert.equal(of('3').status, 200);
        assert.equal(of('3').header('deprecation'), '');
        assert.match(of('3').header('link'), /rel="?successor-version/);
        assert.equal(of('4').status, 200);
        assert.equal(of('4').header('deprecation'), '');
        assert.equal(
          of('4').header('api-supported-versions'),
          ['2', '3', '4'].map((label) => called(label)).join(', '),
        );
        for (const label of ['2', '3', '4']) {
          assert.equal(of(label).header('x-api-version'), called(label));
        }
      } finally {
        service.now = new Date(allAnswer);
      }
    });

    test('what one version writes all others read, and give back unchanged', async () => {
      for (const writer of labels) {
        const { body: written } = await create(writer);
        for (const reader of labels) {
          const { body: seen } = await read(reader, written['id']);
          // All of them say the same in their own words; only what some cannot say has its declared value.
          assert.deepEqual(
            { ...told(seen), channel: 'web' },
            { ...expectedAt(reader), channel: 'web' },
            `${writer} read by ${reader}`,
          );
          const back = await service.request('PUT', `${at(reader)}/${String(written['id'])}`, {
            body: seen,
          });
          assert.equal(back.status, 200, back.text);
          for (const other of labels) {
            const { body } = await read(other, written['id']);
            assert.deepEqual(
              told(body),
              told(expectedAt(other)),
              `${reader} sent back, ${other} reads`,
            );
          }
        }
      }
    });

    test('entity tags differ, and a condition in one version holds for all', async () => {
      const { id } = (await create('4')).body;
      const tags = new Map<string, string>();
      for (const label of labels)
        tags.set(label, (await read(label, id)).headers.get('etag') ?? '');
      assert.equal(new Set(tags.values()).size, labels.length);
      const one = (label: string) => `${at(label)}/${String(id)}`;
      const unchanged = await service.request('GET', one('2'), {
        headers: { 'if-none-match': tags.get('2') ?? '' },
      });
      assert.equal(unchanged.status, 304);
      const other = await service.request('GET', one('2'), {
        headers: { 'if-none-match': tags.get('4') ?? '' },
      });
      assert.equal(other.status, 200);
      const written = await service.request('PATCH', one('3'), {
        body: { city: 'Rome' },
        headers: { 'if-match': tags.get('3') ?? '' },
      });
      assert.equal(written.status, 200, written.text);
      const late = await service.request('PATCH', one('1'), {
        body: { city: 'Paris' },
        headers: { 'if-match': tags.get('1') ?? '' },
      });
      assert.equal(late.status, 412, late.text);
      assert.equal((await read('4', id)).body['address'], '1 Analytical Way, Rome');
    });

    test('a repeated request is answered once more, in the shape of its version', async () => {
      orders += 1;
      const key = { 'idempotency-key': `"key-${String(orders)}"` };
      const body = bodies['2']?.(orders);
      const first = await success(service.request('POST', at('2'), { body, headers: key }));
      const again = await success(service.request('POST', at('2'), { body, headers: key }));
      assert.deepEqual(again.body, first.body);
      // The same order in the words of another version is the same request.
      const newest = { ...bodies['4']?.(orders) };
      const translated = await service.request('POST', at('4'), {
        body: newest,
        headers: key,
      });
      assert.equal(translated.status, 201, translated.text);
      assert.equal(translated.body['id'], first.body['id']);
      assert.equal(translated.body['address'], '1 Analytical Way, London');
    });

    test('subscribers of two versions are told of one event, each in its own shape', async () => {
      let id = '';
      const make = async () => {
        ({ id } = (await create('3')).body as { id: string });
        return id;
      };
      const versions = ['1', '4'];
      const prefixes = versions.map((label) => `/v${called(label)}`);
      const told = await toldAt(directory, service, prefixes, make);
      for (const [index, label] of versions.entries()) {
        const name = label === '1' ? 'purchase.created' : 'order.created';
        const { body } = await read(label, id);
        for (const event of told[index] ?? []) {
          assert.equal(event.type, `com.acme.${name}.v${called(label)}`);
          assert.deepEqual(event.data.resource, body);
        }
      }
    });
  });
}

/**
 * That a service is sound in its newest version, and keeps what was promised of the older ones.
 *
 * @param keeps rules about naming versions that hold, and those about what is taken away from one before it ends
 * @param proofRuns how many random requests and answers each proof of an older version takes
 */
export function testPromises(directory: string, keeps: readonly string[], proofRuns: number): void {
  test('has types and no lint', () => {
    expectTypes(directory);
    expectSuccess(run(directory, 'npx', ['oxlint', '--deny-warnings']));
  });

  test('keeps every rule in its newest version, and says why the others do not apply', () => {
    const command = ['run', '--silent', 'conformance', '--', '--json'];
    const { stdout, stderr } = run(directory, 'npm', command, { TEST_DATABASE_URL: 'none' });
    assert.notEqual(stdout, '', stderr);
    const { rules, failures, conforms } = JSON.parse(stdout) as ConformanceReport;
    const broken = rules.filter(({ status }) => status === 'fails' || status === 'unproven');
    assert.deepEqual(
      broken.map(({ id, tests }) => [id, tests.flatMap(({ message }) => message ?? [])]),
      [],
    );
    assert.deepEqual(failures, []);
    assert.ok(conforms);
    const others = rules.filter(({ status }) => status === 'does-not-apply');
    for (const { id, reason = '' } of others) assert.notEqual(reason, '', id);
    const ofVersions = others.filter(({ part }) => part === '3' || part === '9');
    assert.deepEqual(
      Object.fromEntries(ofVersions.map(({ id, reason }) => [id, reason])),
      expectedReasons(keeps),
    );
  });

  test('what was promised to clients of the older versions is kept', () => {
    expectSuccess(
      run(directory, 'node', ['--test', '--test-isolation=none', 'test/versioning/*.test.ts'], {
        TEST_DATABASE_URL: 'none',
        PROOF_RUNS: String(proofRuns),
      }),
    );
  });
}

/** Why rules about versions do not apply to the newest of the four. */
function expectedReasons(keeps: readonly string[]): Readonly<Record<string, string>> {
  const others = ways.filter((id) => !keeps.includes(id));
  return {
    ...(keeps.includes('C-023')
      ? {}
      : { 'C-023': 'nothing is taken away from a version before it ends' }),
    'C-026': 'no feature is deprecated on its own',
    ...Object.fromEntries(
      others.map((id) => [id, 'clients of this service name versions in another way']),
    ),
  };
}
