import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { evolve } from '../support/evolving.ts';
import {
  expectSuccess,
  expectTypes,
  repository,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

type Members = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Members;
}

interface Service {
  readonly credentials: {
    of(
      name: string,
      mechanism: string,
      granted: { readonly roles: readonly string[] },
    ): Promise<Headers>;
  };
  anonymous(
    method: string,
    path: string,
    request?: { readonly body?: unknown; readonly headers?: Headers },
  ): Promise<Answer>;
  now: Date;
  work(): Promise<void>;
  stop(): Promise<void>;
}

function itemsOf({ body }: Answer): readonly Members[] {
  return body['items'] as readonly Members[];
}

describe('what a service tells of its own doings has the names of the version that asks', () => {
  const directory = join(temporaryDirectory(), 'ticket-desk');
  let service: Service;
  let customer: Headers;
  let agent: Headers;

  before(async () => {
    await evolve(directory, {
      directory: join(repository, 'test', 'fixtures', 'renaming'),
      labels: ['1', '2'],
    });
    process.env['TEST_DATABASE_URL'] ??= 'none';
    const { startService } = (await import(
      pathToFileURL(join(directory, 'test/runtime/support/service.ts')).href
    )) as { startService(): Promise<Service> };
    service = await startService();
    service.now = new Date('2026-01-01T00:00:00Z');
    customer = await service.credentials.of('customer', 'api-key', { roles: ['customer'] });
    agent = await service.credentials.of('agent', 'api-key', { roles: ['agent'] });
  });
  after(async () => {
    await service.stop();
    rmSync(dirname(directory), { recursive: true });
  });

  function create(headers: Headers, body: Members = { title: 'Nothing works' }): Promise<Answer> {
    return service.anonymous('POST', '/v1/tickets', { body, headers });
  }

  function read(path: string, headers = agent): Promise<Answer> {
    return service.anonymous('GET', path, { headers });
  }

  test('it has types and no lint, and keeps what was promised', () => {
    expectTypes(directory);
    expectSuccess(run(directory, 'npx', ['oxlint', '--deny-warnings']));
    const files = ['test/runtime/conformance/5-member-access.test.ts', 'test/versioning/*.test.ts'];
    expectSuccess(
      run(directory, 'node', ['--test', '--test-isolation=none', ...files], {
        TEST_DATABASE_URL: 'none',
        PROOF_RUNS: '3',
      }),
    );
  });

  test('what a step fills in was set by nobody, so nobody is refused for it', async () => {
    const created = await create(customer);
    assert.equal(created.status, 201, created.text);
    const newest = await read(`/v2/requests/${String(created.body['id'])}`);
    assert.equal(newest.body['cost'], 7);

    const refused = await create(customer, { title: 'Nothing works', points: 3 });
    assert.equal(refused.status, 403, refused.text);
    const errors = refused.body['errors'] as readonly Members[];
    assert.deepEqual(
      errors.map(({ at }) => at),
      ['/points'],
    );
  });

  test('a list says by its own names what it can be sorted by, without what is hidden', async () => {
    const refused = await read('/v1/tickets?sort=points', customer);
    assert.equal(refused.status, 400);
    const [error] = refused.body['errors'] as readonly Members[];
    assert.equal(error?.['at'], 'sort');
    assert.equal(error?.['detail'], 'must name one of title');
    const newest = await read('/v2/requests?sort=weight', customer);
    const [fault] = newest.body['errors'] as readonly Members[];
    assert.equal(fault?.['detail'], 'must name one of subject, cost');
  });

  test('a job names its action and its resource as each version does', async () => {
    const { body } = await create(agent);
    const id = String(body['id']);
    const accepted = await service.anonymous('POST', `/v1/tickets/${id}/recount`, {
      body: { points: 5 },
      headers: agent,
    });
    assert.equal(accepted.status, 202, accepted.text);
    const { action, resource } = accepted.body;
    assert.deepEqual({ action, resource }, { action: 'recount', resource: `/v1/tickets/${id}` });
    await service.work();

    const job = String(accepted.body['id']);
    const [older, newest] = [await read(`/v1/jobs/${job}`), await read(`/v2/jobs/${job}`)];
    assert.deepEqual(
      [older, newest].map((each) => [each.body['action'], each.body['resource']]),
      [
        ['recount', `/v1/tickets/${id}`],
        ['reweigh', `/v2/requests/${id}`],
      ],
    );
    const asked = ['/v1/jobs?action=recount', '/v2/jobs?action=reweigh', '/v1/jobs?action=other'];
    const found = await Promise.all(asked.map((path) => read(path)));
    assert.deepEqual(
      found.map((list) => itemsOf(list).some((each) => each['id'] === job)),
      [true, true, false],
    );
  });

  test('a job says why it failed in the terms of the version that asks', async () => {
    const load = (path: string) => import(pathToFileURL(join(directory, path)).href);
    const { requestRules } = (await load('src/resources/request/request.rules.ts')) as {
      requestRules: { beforeReweigh?: () => void };
    };
    const { Problem } = (await load('src/runtime/errors/problem.ts')) as {
      Problem: new (type: unknown, details: object) => Error;
    };
    const { problems } = (await load('src/errors/catalogue.ts')) as {
      problems: { tooHeavy: unknown };
    };
    const { body } = await create(agent);
    requestRules.beforeReweigh = () => {
      const errors = [{ in: 'body', at: '/weight', code: 'maximum', detail: 'is too much' }];
      throw new Problem(problems.tooHeavy, { errors });
    };
    const accepted = await service.anonymous('POST', `/v1/tickets/${String(body['id'])}/recount`, {
      body: { points: 99 },
      headers: agent,
    });
    await service.work();
    delete requestRules.beforeReweigh;

    const job = String(accepted.body['id']);
    const told = await Promise.all(
      [`/v1/jobs/${job}`, `/v2/jobs/${job}`].map(async (path) => {
        const { state, problem } = (await read(path)).body;
        const { type, code, status, errors } = problem as Members;
        const [error] = errors as readonly Members[];
        return { state, type, code, status, at: error?.['at'] };
      }),
    );
    assert.deepEqual(told, [
      {
        state: 'failed',
        type: 'http://service.test/problems/too-many-points',
        code: 'too-many-points',
        status: 409,
        at: '/points',
      },
      {
        state: 'failed',
        type: 'http://service.test/problems/too-heavy',
        code: 'too-heavy',
        status: 422,
        at: '/weight',
      },
    ]);
  });

  test('a job behaves as the version promised in which it was asked for', async () => {
    const { requestRules } = (await import(
      pathToFileURL(join(directory, 'src/resources/request/request.rules.ts')).href
    )) as {
      requestRules: {
        beforeReweigh?: (...its: readonly { behaves(name: string): boolean }[]) => void;
      };
    };
    const { body } = await create(agent);
    const id = String(body['id']);
    const behaved: boolean[] = [];
    requestRules.beforeReweigh = (...its) => {
      behaved.push(its.at(-1)?.behaves('weighs-strictly') === true);
    };
    for (const [path, sent] of [
      [`/v1/tickets/${id}/recount`, { points: 1 }],
      [`/v2/requests/${id}/reweigh`, { weight: 2 }],
    ] as const) {
      const accepted = await service.anonymous('POST', path, { body: sent, headers: agent });
      assert.equal(accepted.status, 202, accepted.text);
      await service.work();
    }
    delete requestRules.beforeReweigh;
    assert.deepEqual(behaved, [false, true]);
  });

  test('deliveries are found by the names in which they were told', async () => {
    const endpoint = await service.anonymous('POST', '/v1/webhook-endpoints', {
      body: { url: 'http://127.0.0.1:9/events', events: ['ticket.created'] },
      headers: agent,
    });
    const { body } = await create(agent);
    await service.work();
    const deliveries = `/v1/webhook-endpoints/${String(endpoint.body['id'])}/deliveries`;
    const subject = `tickets/${String(body['id'])}`;
    for (const query of ['', '?eventType=ticket.created', `?subject=${subject}`]) {
      const found = itemsOf(await read(deliveries + query));
      const own = found.find((each) => each['subject'] === subject);
      assert.equal(own?.['eventType'], 'ticket.created', query);
    }
    const none = await read(`${deliveries}?eventType=ticket.updated`);
    assert.deepEqual(itemsOf(none), []);
  });

  test('the page of a problem is found by the code of any version', async () => {
    for (const code of ['too-many-points', 'too-heavy']) {
      const page = await read(`/problems/${code}`);
      assert.equal(page.status, 200, code);
      assert.ok(page.text.includes(`<code>${code}</code>`), page.text);
    }
    assert.equal((await read('/problems/nothing-of-that-kind')).status, 404);
  });
});
