import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { asynchronousResources, hasPartialVersions, mechanisms } from '../../contract.ts';
import { jobStore } from '../../../src/runtime/jobs/job-store.ts';
import {
  arrived,
  gathering,
  isPossible,
  type CustomOperationCase,
} from '../support/custom-operations.ts';
import { testClient, type TestAnswer } from '../support/client.ts';
import {
  followed,
  itemsOf,
  linked,
  prefix,
  startConforming,
  testEngines,
  unknownId,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import type { Json } from '../support/sample.ts';
import type { StoredResource } from '../support/stored-resource.ts';

const second = 1000;
const week = 7 * 24 * 60 * 60 * second;

/** An action that goes on after its answer. */
interface Case extends CustomOperationCase {
  readonly store: StoredResource['store'];
}

/** All that clients can bring about. */
const cases: readonly Case[] = asynchronousResources.flatMap(({ sample, store }) =>
  (sample.jobs ?? [])
    .filter((customOperation) => isPossible(sample, customOperation))
    .map((customOperation) => ({ sample, customOperation, store })),
);
/** Those of which there can be several at once. */
const several = gathering(cases, 6);
const deletable = cases.filter(({ sample }) => sample.methods.includes('delete'));
const readable = cases.filter(({ sample }) => sample.methods.includes('read'));
const telling = cases.filter(
  ({ customOperation }) => Object.keys(customOperation.input).length > 0,
);
const demanding = cases.filter(({ customOperation }) => customOperation.required.length > 0);

/** Last segment of the path of a link. */
const idAt = (link: unknown) => followed(String(link)).split('/').at(-1);

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': `"${key}"` });

for (const engine of testEngines()) {
  describe(`part 4b, jobs on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let service: ConformingService;
    const send = (...request: Parameters<ConformingService['request']>) =>
      service.request(...request);

    before(async () => {
      service = await startConforming(engine);
    });
    after(() => service.stop());

    /** Address of a resource that an action can be done with. */
    const resourceFor = (each: Case): Promise<string> => arrived(service, each);

    const ask = (
      { customOperation }: Case,
      resource: string,
      headers: Readonly<Record<string, string>> = {},
    ) =>
      send('POST', `${resource}/${customOperation.name}`, { body: customOperation.input, headers });

    async function accepted(each: Case, resource: string): Promise<TestAnswer> {
      const answer = await ask(each, resource);
      assert.equal(answer.status, 202, answer.text);
      return answer;
    }

    const jobAt = async ({ headers }: TestAnswer): Promise<Json> =>
      (await send('GET', headers.get('location') ?? '')).body;

    async function revisionOf(each: Case, resource: string): Promise<number> {
      const id = resource.slice(resource.lastIndexOf('/') + 1);
      const stored = await each.store(service.database).get(service.database.reader, id);
      assert.ok(stored !== undefined);
      return stored.revision;
    }

    test(
      'C-032 an action that takes its time answers 202 with a job, and the address of it',
      unless(cases, 'server'),
      async () => {
        for (const each of cases) {
          const resource = await resourceFor(each);
          const answer = await accepted(each, resource);
          const { body, headers } = answer;
          assert.match(
            followed(headers.get('location') ?? ''),
            new RegExp(`^${prefix}/jobs/[0-9a-f-]{36}$`),
          );
          assert.deepEqual(
            [body['action'], body['resource'], body['state']],
            [each.customOperation.name, linked(resource), 'pending'],
          );
          assert.ok(!('startedAt' in body) && !('finishedAt' in body) && !('problem' in body));
          const read = await send('GET', headers.get('location') ?? '');
          // A job has no version: what links to a resource of several leads to the version of who reads it.
          const { resource: link } = read.body;
          assert.deepEqual(read.body, hasPartialVersions ? { ...body, resource: link } : body);
          assert.equal(idAt(link), idAt(resource));
          assert.equal(read.headers.get('etag'), headers.get('etag'));
          await service.app.background.run();
        }
      },
    );

    test(
      'C-032 the job tells when it is done, and is done by then',
      unless(cases, 'clock', 'server'),
      async () => {
        for (const each of cases) {
          const resource = await resourceFor(each);
          const before = await revisionOf(each, resource);
          const answer = await accepted(each, resource);
          assert.equal(await revisionOf(each, resource), before);
          service.later(second);
          await service.app.background.run();
          const { state, createdAt, startedAt, finishedAt, problem } = await jobAt(answer);
          const now = service.now.toISOString();
          assert.deepEqual([state, problem], ['succeeded', undefined]);
          assert.deepEqual([startedAt, finishedAt], [now, now]);
          assert.ok(String(createdAt) < now);
          assert.ok((await revisionOf(each, resource)) <= before + 1);
        }
      },
    );

    test(
      'C-032 C-143 what cannot be done is refused at once',
      unless(cases, 'server'),
      async () => {
        for (const each of cases) {
          const resource = await resourceFor(each);
          const collection = resource.slice(0, resource.lastIndexOf('/'));
          assert.equal((await ask(each, `${collection}/${unknownId}`)).status, 404);
          const stale = await ask(each, resource, { 'if-match': '"0-v1-json"' });
          assert.equal(stale.status, 412, stale.text);
          const wrong = await send('POST', `${resource}/${each.customOperation.name}`, {
            body: { 'no-such': 1 },
          });
          assert.equal(wrong.body['code'], 'validation-failed');
          const { status, headers } = await send('GET', `${resource}/${each.customOperation.name}`);
          assert.equal(status, 405);
          assert.equal(headers.get('allow'), 'POST, OPTIONS');
        }
      },
    );

    test(
      'C-032 C-140 what has to be sent along is missed',
      unless(demanding, 'server'),
      async () => {
        for (const each of demanding) {
          const resource = await resourceFor(each);
          const answer = await send('POST', `${resource}/${each.customOperation.name}`, {
            body: {},
          });
          assert.equal(answer.body['code'], 'validation-failed', answer.text);
        }
      },
    );

    test(
      'C-032 C-065 If-Match decides whether it is accepted',
      unless(readable, 'server'),
      async () => {
        for (const each of readable) {
          const resource = await resourceFor(each);
          const etag = (await send('GET', resource)).headers.get('etag') ?? '';
          assert.equal((await ask(each, resource, { 'if-match': etag })).status, 202);
          await service.app.background.run();
        }
      },
    );

    test(
      'C-033 C-057 a repeated request has the same job, and it is done once',
      unless(cases, 'server'),
      async () => {
        for (const each of cases) {
          const resource = await resourceFor(each);
          const before = await revisionOf(each, resource);
          const headers = keyed();
          const made = await ask(each, resource, headers);
          const repeated = await ask(each, resource, headers);
          assert.equal(repeated.status, 202, repeated.text);
          assert.equal(repeated.headers.get('idempotency-replayed'), 'true');
          assert.equal(repeated.headers.get('location'), made.headers.get('location'));
          assert.equal(repeated.text, made.text);
          await service.app.background.run();
          assert.equal((await ask(each, resource, headers)).text, made.text);
          await service.app.background.run();
          assert.ok((await revisionOf(each, resource)) <= before + 1);
        }
      },
    );

    test(
      'C-033 C-097 however many replicas look for work, each job is done once',
      unless(several, 'database', 'server'),
      async () => {
        for (const each of several) {
          const jobs: { readonly resource: string; readonly answer: TestAnswer; before: number }[] =
            [];
          for (let index = 0; index < 6; index += 1) {
            const resource = await resourceFor(each);
            const before = await revisionOf(each, resource);
            jobs.push({ resource, before, answer: await accepted(each, resource) });
          }
          const replicas = [service.app, service.createReplica(), service.createReplica()];
          await Promise.all(replicas.map(({ background }) => background.run()));
          const store = jobStore(service.database);
          for (const { resource, answer, before } of jobs) {
            assert.equal((await jobAt(answer))['state'], 'succeeded');
            const job = await store.get(service.database.reader, String(answer.body['id']));
            assert.equal(job?.attempts, 1);
            assert.ok((await revisionOf(each, resource)) <= before + 1);
          }
        }
      },
    );

    test(
      'C-033 C-097 what a replica has begun and not ended, another one takes over',
      unless(cases, 'clock', 'database', 'server'),
      async () => {
        for (const each of cases) {
          const resource = await resourceFor(each);
          const answer = await accepted(each, resource);
          const until = new Date(service.now.getTime() + 10 * second);
          // As if it had been killed then.
          const begun = await jobStore(service.database).begin(service.now, until);
          assert.equal(begun?.id, answer.body['id']);
          assert.equal((await jobAt(answer))['state'], 'running');
          for (const [passed, state] of [
            [9, 'running'],
            [1, 'succeeded'],
            [1, 'succeeded'],
          ] as const) {
            service.later(passed * second);
            await service.app.background.run();
            assert.equal((await jobAt(answer))['state'], state);
          }
        }
      },
    );

    test(
      'C-032 C-135 a job that cannot be done ends with the problem',
      unless(deletable, 'server'),
      async () => {
        for (const each of deletable) {
          const resource = await resourceFor(each);
          const answer = await accepted(each, resource);
          assert.equal((await send('DELETE', resource)).status, 204);
          await service.app.background.run();
          const { state, problem } = await jobAt(answer);
          const { code, status, traceId } = problem as Json;
          assert.deepEqual([state, code, status], ['failed', 'not-found', 404]);
          assert.equal(traceId, answer.headers.get('x-request-id'));
        }
      },
    );

    test(
      'C-010 what was sent along is kept sealed, and only as long as it is needed',
      unless(telling, 'database', 'server'),
      async () => {
        for (const each of telling) {
          const answer = await accepted(each, await resourceFor(each));
          const store = jobStore(service.database);
          const id = String(answer.body['id']);
          const pending = await store.get(service.database.reader, id);
          assert.ok(pending?.input !== undefined);
          for (const value of Object.values(each.customOperation.input)) {
            const text = typeof value === 'string' ? value : JSON.stringify(value);
            // A few characters may be in any text, and the day of today is in its times.
            if (text.length < 6 || service.now.toISOString().includes(text)) continue;
            assert.ok(
              !JSON.stringify(pending).includes(text),
              'it cannot be read where it is kept',
            );
          }
          await service.app.background.run();
          assert.equal((await store.get(service.database.reader, id))?.input, undefined);
          const shown = (await send('GET', answer.headers.get('location') ?? '')).text;
          assert.ok(!shown.includes('input'));
        }
      },
    );

    test(
      'C-032 jobs are listed, and kept for a week after their end',
      unless(cases, 'clock', 'server'),
      async () => {
        for (const each of cases) {
          const answer = await accepted(each, await resourceFor(each));
          const path = answer.headers.get('location') ?? '';
          const ids = async (query: string) =>
            itemsOf(await send('GET', `${prefix}/jobs?${query}`)).map(({ id }) => id);
          assert.deepEqual(await ids('state=pending'), [answer.body['id']]);
          await service.app.background.run();
          assert.deepEqual(await ids('state=pending'), []);
          assert.ok((await ids('sort=createdAt,desc')).includes(answer.body['id']));
          for (const [passed, status] of [
            [week - second, 200],
            [second, 404],
            [second, 404],
          ] as const) {
            service.later(passed);
            await service.app.background.run();
            assert.equal((await send('GET', path)).status, status);
          }
        }
      },
    );

    test(
      'C-032 C-095 every representation tells of a job, also of one that failed',
      unless(deletable, 'server'),
      async () => {
        for (const each of deletable) {
          const resource = await resourceFor(each);
          const answer = await accepted(each, resource);
          await send('DELETE', resource);
          await service.app.background.run();
          const path = answer.headers.get('location') ?? '';
          for (const accept of service.contract.find('GET', path)?.offers ?? []) {
            for (const address of [path, `${prefix}/jobs`]) {
              // What is JSON is held against the document.
              const { status, text } = await send('GET', address, { headers: { accept } });
              assert.equal(status, 200, text);
              assert.ok(
                text.includes('failed') && text.includes('not-found'),
                `${accept}: ${text}`,
              );
            }
          }
        }
      },
    );

    test(
      'C-032 C-143 only the client that requested a job sees it',
      mechanisms.length === 0
        ? { skip: 'this service asks for no credential' }
        : unless(cases, 'database', 'server'),
      async () => {
        for (const each of cases) {
          const answer = await accepted(each, await resourceFor(each));
          const credential = await service.credentials.of(randomUUID());
          const other = testClient(service.address, credential);
          const path = answer.headers.get('location') ?? '';
          const unknown = await other('GET', `${prefix}/jobs/${unknownId}`);
          const hidden = await other('GET', path);
          assert.deepEqual([hidden.status, hidden.body['code']], [404, unknown.body['code']]);
          assert.deepEqual(itemsOf(await other('GET', `${prefix}/jobs`)), []);
          assert.equal((await service.anonymous('GET', path)).status, 401);
          await service.app.background.run();
        }
      },
    );
  });
}
