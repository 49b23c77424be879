import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { everything, mechanisms, versions } from '../../contract.ts';
import type { ApiVersion } from '../../../src/runtime/versioning/version.ts';
import { testClient, type TestClient } from '../support/client.ts';
import { testEngines, unless, type ConformingService } from '../support/conformance.ts';
import { usual } from '../support/credentials.ts';
import { inVersion, listed, rest, second, switchedOn } from '../support/lifecycle.ts';
import { startReplicated, type Replicated } from '../support/replicated.ts';
import { needing } from '../support/target.ts';

for (const engine of testEngines()) {
  describe(
    `part 3, what is taken from versions before they end, on two replicas with ${engine.name}`,
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

      /** The routes of a version, with the methods that are not withdrawn at an instant. */
      function offeredIn(version: ApiVersion, time: number) {
        const { versions: routed } = service.app.routes;
        const { routes = [] } = routed.find((each) => each.version === version) ?? {};
        const withdrawn = new Set(
          (version.withdrawn ?? [])
            .filter(({ from }) => Date.parse(from) <= time)
            .map(({ operation }) => operation),
        );
        return routes.map(({ path, operations }) => ({
          path: inVersion(version, path.replaceAll(/\{\w+\}/g, 'x')),
          methods: Object.entries(operations)
            .filter(([, { id }]) => !withdrawn.has(id))
            .map(([method]) => method),
        }));
      }

      /** What a version changes, and still offers at an instant. */
      function changesIn(version: ApiVersion, time: number) {
        return offeredIn(version, time).flatMap(({ path, methods }) =>
          methods
            .filter((method) => method !== 'GET')
            .map((method) => ({ method, path, isRead: methods.includes('GET') })),
        );
      }

      test(
        'C-023 a brownout says when it is over',
        versions.some(({ brownouts = [] }) => brownouts.length > 0)
          ? needing('clock')
          : { skip: 'no version is switched off for a while' },
        async () => {
          for (const version of versions) {
            for (const { from } of version.brownouts ?? []) {
              service.now = new Date(Date.parse(from) + second);
              // One may go on with another.
              const end = switchedOn(version, service.now.getTime());
              for (const client of clients) {
                const answer = await client('POST', inVersion(version, `${rest}/a/b`));
                assert.equal(answer.status, 503);
                assert.equal(answer.body['code'], 'version-switched-off');
                assert.equal(Date.parse(String(answer.body['until'])), end);
                assert.equal(
                  Number(answer.headers.get('retry-after')),
                  (end - Date.parse(from)) / second - 1,
                );
                assert.equal((await client('GET', '/health')).status, 200);
              }
            }
          }
        },
      );

      test(
        'C-023 a version that is read-only refuses changes alone, and says what it still offers',
        needing('clock', 'server'),
        async (t) => {
          let proved = 0;
          for (const version of versions) {
            const { readOnly, sunset = '' } = version;
            if (readOnly === undefined) continue;
            const begun = switchedOn(version, Date.parse(readOnly));
            if (Date.parse(sunset) <= begun) continue;
            for (const { method, path, isRead } of changesIn(version, begun)) {
              proved += 1;
              const what = `${method} ${path}`;
              service.now = new Date(Date.parse(readOnly) - second);
              assert.notEqual(
                (await service.anonymous(method, path)).body['code'],
                'version-read-only',
                what,
              );
              service.now = new Date(begun);
              for (const client of clients) {
                const { headers } = await client('OPTIONS', path);
                assert.doesNotMatch(headers.get('allow') ?? '', /POST|PUT|PATCH|DELETE/, what);
                const refused = await client(method, path);
                assert.equal(refused.status, 405, what);
                assert.equal(refused.body['code'], 'version-read-only', what);
                assert.equal(refused.headers.get('allow'), headers.get('allow'), what);
                if (isRead) assert.notEqual((await client('GET', path)).status, 405, path);
              }
            }
          }
          if (proved === 0) t.skip('no version is read-only while it offers changes');
        },
      );

      test(
        'C-023 an operation that is withdrawn answers 410, and the others do not',
        versions.some(({ withdrawn = [] }) => withdrawn.length > 0)
          ? needing('clock', 'server')
          : { skip: 'no operation is withdrawn from a version' },
        async () => {
          const { versions: routed } = service.app.routes;
          for (const version of versions) {
            const routes = routed.find((each) => each.version === version)?.routes ?? [];
            for (const { operation, from } of version.withdrawn ?? []) {
              const route = routes.find(({ operations }) =>
                Object.values(operations).some(({ id }) => id === operation),
              );
              const method =
                Object.entries(route?.operations ?? {}).find(
                  ([, { id }]) => id === operation,
                )?.[0] ?? '';
              const path = inVersion(version, (route?.path ?? '').replaceAll(/\{\w+\}/g, 'x'));
              service.now = new Date(Date.parse(from) - second);
              assert.notEqual((await service.anonymous(method, path)).status, 410, operation);
              service.now = new Date(switchedOn(version, Date.parse(from)));
              for (const client of clients) {
                const answer = await client(method, path);
                assert.equal(answer.status, 410, operation);
                assert.equal(answer.body['code'], 'operation-withdrawn');
                const { headers } = await client('OPTIONS', path);
                assert.ok(!(headers.get('allow') ?? '').split(', ').includes(method));
              }
            }
          }
        },
      );

      test(
        'C-023 an exempt client is not restricted until its exemption ends',
        mechanisms.length > 0
          ? needing('clock', 'database', 'server')
          : { skip: 'the service has no authentication' },
        async (t) => {
          let proved = 0;
          for (const version of versions) {
            const { readOnly = '', sunset = '' } = version;
            for (const { client, until } of version.exemptions ?? []) {
              const end = switchedOn(version, Date.parse(until));
              // Before that day no client is restricted; from the sunset on all are refused.
              if (!(Date.parse(readOnly) < Date.parse(until)) || Date.parse(sunset) <= end)
                continue;
              const [change] = changesIn(version, end);
              if (change === undefined) continue;
              proved += 1;
              // An exemption is about the client, and tokens of tests have another subject than client.
              const isToken = usual === 'jwt' || usual === 'oauth2';
              const claims = isToken
                ? { ...everything.claims, client_id: client }
                : everything.claims;
              const credential = await service.credentials.of(client, usual, {
                ...everything,
                claims,
              });
              const send = () =>
                testClient(service.address, credential)(change.method, change.path, {
                  body: { 'no such member': 1 },
                });
              service.now = new Date(Date.parse(until) - second);
              assert.notEqual((await send()).body['code'], 'version-read-only');
              service.now = new Date(end);
              assert.equal((await send()).body['code'], 'version-read-only');
            }
          }
          if (proved === 0) t.skip('no exemption is from a version that is read-only by then');
        },
      );

      test(
        'C-023 a closed version accepts only clients that have used it before',
        mechanisms.length > 0
          ? unless(listed, 'clock', 'database')
          : { skip: 'the service has no authentication' },
        async (t) => {
          let proved = 0;
          for (const version of versions) {
            const { closed } = version;
            if (closed === undefined) continue;
            const path = inVersion(version);
            const since = switchedOn(version, Date.parse(closed));
            service.now = new Date(since);
            if ((await service.anonymous('GET', path)).status === 410) continue;
            proved += 1;
            const known = await service.credentials.of(`old-${version.label}`);
            const unknown = await service.credentials.of(`new-${version.label}`);
            const send = (credential: Readonly<Record<string, string>>) =>
              Promise.all(
                replicated.origins.map((address) => testClient(address, credential)('GET', path)),
              );
            service.now = new Date(switchedOn(version, Date.parse(closed) - second, 'earlier'));
            for (const { status } of await send(known)) assert.equal(status, 200);
            service.now = new Date(since);
            for (const { status } of await send(known)) assert.equal(status, 200);
            for (const { status, body } of await send(unknown)) {
              assert.equal(status, 403);
              assert.equal(body['code'], 'version-closed');
            }
            if (needing('server').skip !== false) continue;
            // One that starts later has not seen who came before.
            const later = service.createReplica();
            try {
              const address = await later.server.listen({ host: '127.0.0.1', port: 0 });
              assert.equal((await testClient(address, known)('GET', path)).status, 200);
            } finally {
              await later.server.close();
            }
          }
          if (proved === 0)
            t.skip('a version that is closed is gone by then, or lists nothing any more');
        },
      );
    },
  );
}
