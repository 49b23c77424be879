import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hasPartialVersions, limits, origins, selector, versions } from '../../contract.ts';
import { versionValue, type ApiVersion } from '../../../src/runtime/versioning/version.ts';
import type { TestAnswer, TestClient } from '../support/client.ts';
import { linked, testEngines, unless, type ConformingService } from '../support/conformance.ts';
import {
  calledIn,
  has,
  inStates,
  inVersion,
  isSwitchedOff,
  listed,
  nowhere,
  rest,
  second,
  stateOf,
  successorAt,
  switchedOn,
} from '../support/lifecycle.ts';
import { startReplicated, type Replicated } from '../support/replicated.ts';
import { needing } from '../support/target.ts';

const offsets = [-second, 0, second];
const days = [
  'released',
  'maintained',
  'announced',
  'deprecated',
  'sunset',
  'readOnly',
  'closed',
] as const;

/** Every instant at which anything happens to a version. */
function edgesOf(version: ApiVersion): number[] {
  const dates = days.flatMap((name) => version[name] ?? []);
  const { brownouts = [], quota, withdrawn = [] } = version;
  const instants = [
    ...dates,
    ...brownouts.flatMap(({ from, to }) => [from, to]),
    ...(quota === undefined ? [] : [quota.from]),
    ...withdrawn.map(({ from }) => from),
  ];
  return [...new Set(instants.map((instant) => Date.parse(instant)))].toSorted((a, b) => a - b);
}

interface DocumentedOperation {
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
}

const labels = (some: readonly ApiVersion[]) => some.map(({ label }) => label).join(', ');
const released = versions.filter((version) => version.released !== undefined);
const ending = versions.filter(({ deprecated }) => deprecated !== undefined);
/** Those that go on for a while after that. */
const warned = ending.filter(({ deprecated, sunset }) => deprecated !== sunset);
const retired = versions.filter(({ sunset }) => sunset !== undefined);

/** Relations of the Link header, each with its target, without what it tells of single features. */
function linksOf({ headers }: TestAnswer): ReadonlyMap<string, string> {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"/g);
  return new Map(
    [...links]
      .filter(([, target = '']) => !target.includes('/versions/deprecations#'))
      .map(([, target = '', relation = '']) => [relation, target]),
  );
}

for (const engine of testEngines()) {
  describe(
    `part 3, versions, on two replicas with ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let replicated: Replicated;
      let service: ConformingService;
      let clients: readonly TestClient[] = [];

      before(async () => {
        replicated = await startReplicated(engine);
        ({ service, clients } = replicated);
      });
      after(() => replicated.stop());

      function assertTells(answer: TestAnswer, version: ApiVersion, what: string): void {
        const { headers } = answer;
        const { now } = service;
        const { deprecated, sunset, announced = deprecated ?? sunset } = version;
        const isEnding = has(announced, now);
        const seconds = Date.parse(deprecated ?? '') / 1000;
        assert.equal(headers.get('x-api-version'), version.label, what);
        if (released.some((each) => has(each.released, now))) {
          assert.equal(
            headers.get('api-supported-versions'),
            labels(inStates(now, 'active', 'maintained', 'deprecated')),
            what,
          );
        }
        const outdated = labels(inStates(now, 'deprecated'));
        assert.equal(
          headers.get('api-deprecated-versions'),
          outdated === '' ? null : outdated,
          what,
        );
        // Where a request uses several deprecated features, the field has the earliest day.
        if (headers.get('api-deprecated-features') === null) {
          assert.equal(
            headers.get('deprecation'),
            isEnding && deprecated !== undefined ? `@${String(seconds)}` : null,
            what,
          );
          assert.equal(
            headers.get('sunset'),
            isEnding && sunset !== undefined ? new Date(sunset).toUTCString() : null,
            what,
          );
        }
        const links = linksOf(answer);
        assert.equal(links.has('deprecation'), isEnding && deprecated !== undefined, what);
        assert.equal(links.has('sunset'), isEnding && sunset !== undefined, what);
      }

      test(
        'C-013 C-016 C-018 C-019 C-024 every version is what its dates say, one second before, at and after each',
        needing('clock'),
        async () => {
          const edges = versions.flatMap(edgesOf);
          for (const time of edges.flatMap((edge) => offsets.map((offset) => edge + offset))) {
            service.now = new Date(time);
            for (const client of clients) {
              const { body } = await client('GET', '/versions');
              const shown = body['versions'] as readonly {
                readonly version: number | string;
                readonly state: string;
              }[];
              assert.deepEqual(
                shown.map(({ version, state }) => [version, state]),
                versions.map((version) => [versionValue(version), stateOf(version, service.now)]),
              );
              for (const version of versions) {
                const answer = await client('GET', inVersion(version));
                const what = `${version.label} at ${service.now.toISOString()}`;
                assertTells(answer, version, what);
                const isGone = stateOf(version, service.now) === 'sunset';
                const isWithdrawn = answer.body['code'] === 'operation-withdrawn';
                assert.equal(answer.status === 410 && !isWithdrawn, isGone, what);
                assert.equal(
                  answer.status === 503,
                  !isGone && isSwitchedOff(version, service.now),
                  what,
                );
              }
            }
          }
        },
      );

      /** An address of the tests as answers in another version show it. */
      function shownAt(address: string): string {
        return selector.selectedBy === 'host'
          ? selector.absolute(service.baseUrl, address)
          : linked(address);
      }

      test(
        'C-014 C-015 an older version leads to the same place in the next and in the latest',
        released.length > 1 ? needing('clock') : { skip: 'there is one version' },
        async () => {
          const newest = released.at(-1);
          assert.ok(newest !== undefined);
          service.now = new Date(newest.released ?? '');
          for (const client of clients) {
            for (const version of versions) {
              const links = linksOf(await client('GET', inVersion(version, `${rest}/%3Ca%3E"b`)));
              const usable = inStates(service.now, 'active', 'maintained', 'deprecated');
              const isNewest = !usable.some(
                (each) => versions.indexOf(each) > versions.indexOf(version),
              );
              const next = successorAt(version, service.now);
              const latest: ApiVersion | undefined = isNewest ? undefined : newest;
              const place = `${rest}/%3Ca%3E%22b`;
              assert.equal(
                links.get('successor-version'),
                next && shownAt(inVersion(next, place)),
                version.label,
              );
              assert.equal(
                links.get('latest-version'),
                latest && shownAt(inVersion(latest, place)),
                version.label,
              );
            }
          }
        },
      );

      test(
        'C-014 C-015 a Link header that is too long for clients is left out',
        released.length > 1 && limits.uri > 1200
          ? needing('clock')
          : { skip: 'there is one version, or no address is that long' },
        async () => {
          service.now = new Date(released.at(-1)?.released ?? '');
          const place = `${rest}/${'"'.repeat(1000)}`;
          for (const version of versions) {
            const answer = await service.request('GET', inVersion(version, place));
            const links = linksOf(answer);
            assert.ok(
              !links.has('successor-version') && !links.has('latest-version'),
              version.label,
            );
            // A feature may end before its version does.
            if (answer.headers.has('api-deprecated-features')) continue;
            assert.equal(links.has('sunset'), answer.headers.has('sunset'), version.label);
          }
        },
      );

      test(
        'C-021 C-025 answers and documents of a version say when it ends, from the announcement on',
        ending.length > 0 ? needing('clock') : { skip: 'no version is deprecated' },
        async () => {
          for (const version of ending) {
            const { label, announced, deprecated, sunset } = version;
            assert.ok(sunset === undefined || sunset >= (deprecated ?? ''));
            service.now = new Date(announced ?? deprecated ?? '');
            if (stateOf(version, service.now) === 'sunset') continue;
            const answer = await service.anonymous('GET', `/openapi/v${label}.json`);
            const { info, paths } = answer.body as {
              info: Record<string, unknown>;
              paths: Record<string, Record<string, DocumentedOperation>>;
            };
            assert.equal(info['x-deprecated'], deprecated);
            assert.equal(info['x-sunset'], sunset);
            const operations = Object.entries(paths).flatMap(([path, item]) =>
              Object.values(item).map((operation) => ({ path, ...operation })),
            );
            for (const {
              operationId,
              deprecated: isDeprecated,
              tags,
              path,
              ...says
            } of operations) {
              const hasVersion = !hasPartialVersions || path.split('/')[2] === `v${label}`;
              // What has no version may be deprecated on its own.
              if (!hasVersion && says.description?.includes('Deprecated as of ')) continue;
              if (operationId !== undefined)
                assert.equal(
                  isDeprecated ?? false,
                  tags?.[0] !== 'Service' && hasVersion,
                  operationId,
                );
            }
            const links = linksOf(await service.anonymous('GET', inVersion(version)));
            assert.equal(links.get('deprecation'), version.migrationGuide ?? linked('/versions'));
          }
        },
      );

      test(
        'C-022 every answer of a deprecated version warns, whatever its status is',
        warned.length > 0
          ? unless(listed, 'clock')
          : { skip: 'no version is deprecated before it ends' },
        async () => {
          for (const version of warned) {
            service.now = new Date(switchedOn(version, Date.parse(version.deprecated ?? '')));
            if (stateOf(version, service.now) === 'sunset') continue;
            const path = inVersion(version, calledIn(version));
            const found = await service.request('GET', path);
            const etag = found.headers.get('etag');
            const answers = [
              found,
              await service.anonymous('GET', path),
              await service.request('HEAD', path),
              await service.request('OPTIONS', path),
              await service.request('DELETE', path),
              await service.request('GET', `${path}?nothing=1`),
              await service.request('GET', `${path}/nothing/at/all`),
              await service.request('GET', `${path}/%zz`),
              await service.request('GET', `${path}//`),
              await service.request('POST', path, { body: '{' }),
              ...(etag === null
                ? []
                : [await service.request('GET', path, { headers: { 'if-none-match': etag } })]),
            ];
            for (const answer of answers) assertTells(answer, version, String(answer.status));
            assert.ok(new Set(answers.map(({ status }) => status)).size > 3);
          }
        },
      );

      test(
        'C-017 C-151 a version that is gone answers 410 to everything, and leads on',
        retired.length > 0 ? needing('clock') : { skip: 'no version ends' },
        async () => {
          for (const version of retired) {
            const { label, sunset = '', migrationGuide } = version;
            service.now = new Date(sunset);
            const usable = inStates(service.now, 'active', 'maintained', 'deprecated');
            for (const client of clients) {
              for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
                for (const path of [rest, `${rest}/nothing`, nowhere, `${rest}//`, `${rest}/%zz`]) {
                  const headers = { authorization: 'Bearer wrong' };
                  const answer = await client(method, inVersion(version, path), { headers });
                  const what = `${method} ${path}`;
                  assert.equal(answer.status, 410, what);
                  assert.equal(answer.headers.get('cache-control'), 'no-store', what);
                  assertTells(answer, version, what);
                  if (method === 'HEAD') continue;
                  const {
                    code,
                    version: named,
                    sunset: since,
                    supportedVersions,
                    migrationGuide: guide,
                    successor,
                  } = answer.body;
                  assert.deepEqual(
                    [code, named, since, supportedVersions, guide],
                    [
                      'version-retired',
                      versionValue(version),
                      sunset,
                      usable.map(versionValue),
                      migrationGuide,
                    ],
                  );
                  const next = successorAt(version, service.now);
                  assert.equal(successor, next && versionValue(next));
                  assert.equal(linksOf(answer).has('successor-version'), next !== undefined);
                }
              }
              const catalog = await client('GET', '/.well-known/api-catalog');
              assert.ok(!catalog.text.includes(`/openapi/v${label}.json`));
              assert.equal((await client('GET', `/openapi/v${label}.json`)).status, 410);
              // A preflight needs an address that exists, which a service without lists may not have.
              const origin = listed.length > 0 ? origins[0] : undefined;
              if (origin === undefined) continue;
              const asked = { origin, 'access-control-request-method': 'GET' };
              const preflight = await client('OPTIONS', inVersion(version), { headers: asked });
              assert.equal(preflight.status, 200);
              assert.equal(preflight.headers.get('access-control-allow-origin'), asked.origin);
              const methods = (preflight.headers.get('access-control-allow-methods') ?? '').split(
                ', ',
              );
              assert.ok(methods.includes('GET') && !methods.includes('TRACE'), methods.join(', '));
            }
          }
        },
      );

      test(
        'C-027 the metrics count requests by version and client',
        unless(listed, 'server'),
        async () => {
          const [version] = versions.slice(-1);
          assert.ok(version !== undefined);
          await service.anonymous('GET', inVersion(version));
          const text = await service.app.metrics.text();
          assert.match(text, /^# TYPE api_requests_total counter$/m);
          assert.match(
            text,
            new RegExp(
              `^api_requests_total\\{version="${version.label}",client="anonymous",state="\\w+"\\} [1-9]`,
              'm',
            ),
          );
        },
      );
    },
  );
}
