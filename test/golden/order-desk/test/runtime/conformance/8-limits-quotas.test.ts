import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { limits, mechanisms, policies, selector } from '../../contract.ts';
import { clientAddress } from '../../../src/runtime/limits/client-address.ts';
import { memoryStore } from '../../../src/runtime/limits/memory-store.ts';
import type { Policy, QuotaStore } from '../../../src/runtime/limits/policy.ts';
import { healthRoutes } from '../../../src/runtime/service/health.ts';
import { trustedProxies } from '../../../src/runtime/service/proxies.ts';
import { operation, startBareServer } from '../support/bare-server.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  filled,
  prefix,
  startConforming,
  unknownLabel,
  type ConformingService,
} from '../support/conformance.ts';
import { countedStore } from '../support/counted-store.ts';
import { head } from '../support/raw.ts';
import { isRemote, needing, type Need } from '../support/target.ts';

const hasClients = mechanisms.length > 0;
/** Skips a test of clients in a service without authentication. */
const ofClients = (...needs: readonly Need[]) =>
  hasClients ? needing(...needs) : { skip: 'this service asks for no credential' };

const { unknownVersionStatus } = selector;

/** What a header of structured fields says (RFC 9651), of the kind that is used here: strings with whole numbers. */
function parsed(
  header: string | null,
): { name: string; parameters: Record<string, number | string> }[] {
  assert.ok(header !== null);
  return header.split(', ').map((item) => {
    const [, name = '', rest = ''] =
      /^"([a-z-]+)"((?:;[a-z]+=(?:\d{1,15}|"[a-z-]+"))*)$/.exec(item) ?? [];
    assert.notEqual(name, '', `${item} is a string with parameters`);
    const pairs = rest
      .split(';')
      .slice(1)
      .map((pair) => pair.split('='));
    const parameters = pairs.map(([key = '', value = '']) => [
      key,
      value.startsWith('"') ? value.slice(1, -1) : Number(value),
    ]);
    return { name, parameters: Object.fromEntries(parameters) };
  });
}

const left = ({ headers }: TestAnswer) => {
  const [item, ...more] = parsed(headers.get('ratelimit'));
  assert.deepEqual(more, []);
  const { r, t, a, w } = item?.parameters ?? {};
  return { name: item?.name, r: Number(r ?? a), t: Number(t ?? w) };
};

/** How many requests can come at once, each of which counts for so many. */
const atOnce = (list: readonly Policy[], cost = 1) => {
  const most = Math.min(...list.map(({ burst }) => burst));
  return Math.floor(most / Math.min(cost, most));
};
const clients = policies.client;
const strangers = policies.anonymous ?? policies.client;

describe('part 8, limits for each client', () => {
  let service: ConformingService;
  /** What counts for as few requests as anything that asks who sends it. */
  let method: string;
  let path: string;
  /** For how many. */
  let price = 1;
  let address = 0;
  let store: QuotaStore = memoryStore();
  const counted = countedStore(() => store);
  const { repeat } = counted;

  before(async () => {
    service = await startConforming(undefined, undefined, () => counted);
    if (isRemote()) return;
    const { operations } = service.contract;
    const costs = new Map(
      service.app.routes.versions
        .flatMap(({ routes }) => routes)
        .flatMap((route) =>
          Object.values(route.operations).map(({ id, cost = 1 }) => [id, cost] as const),
        ),
    );
    const [plain] = operations
      .filter(
        ({ id, isPublic, path: each }) =>
          costs.has(id) && each.startsWith(prefix) && !(isPublic && hasClients),
      )
      .map((each) => ({ ...each, cost: costs.get(each.id) ?? 1 }))
      .toSorted(
        (one, other) =>
          one.cost - other.cost || Number(other.method === 'GET') - Number(one.method === 'GET'),
      );
    assert.ok(plain !== undefined);
    method = plain.method;
    path = filled(plain.path);
    price = plain.cost;
  });
  after(() => service.stop());

  /** Resets all counts. */
  function rest(): void {
    store = memoryStore();
  }

  /** An unused address. */
  function newAddress(): Record<string, string> {
    address += 1;
    return { 'x-forwarded-for': `198.51.100.${String(address)}` };
  }

  /** What cannot be read, where there has to be something: it counts like any other request. */
  const sent = () => (method === 'GET' || method === 'DELETE' ? {} : { body: '{' });
  const ask = (headers: Record<string, string> = {}) =>
    service.request(method, path, { ...sent(), headers });
  const askAsStranger = (headers: Record<string, string>) =>
    service.anonymous('GET', '/', { headers });

  test(
    'C-155 C-156 every answer tells the policies, and the one that leaves the slowest pace',
    needing('clock'),
    async () => {
      rest();
      const answer = await ask();
      const shown = parsed(answer.headers.get('ratelimit-policy'));
      assert.deepEqual(
        shown,
        clients.map(({ name, requests, per }) => ({
          name,
          parameters: { q: requests, w: per / 1000 },
        })),
      );
      // Where nothing is left, the pace is the slower the longer that lasts.
      const pace = ({ burst, per, requests }: Policy) =>
        burst > price ? (burst - price) / per : -Math.ceil(per / requests);
      const [slowest] = clients.toSorted((a, b) => pace(a) - pace(b));
      assert.ok(slowest !== undefined);
      const { name, r, t } = left(answer);
      assert.equal(name, slowest.name);
      assert.equal(r, slowest.burst - price);
      if (r > 0) assert.equal(t, slowest.per / 1000);
    },
  );

  test(
    'C-155 who does not say who it is has another, and its own for each address',
    needing('clock'),
    async () => {
      rest();
      const [here, there] = [newAddress(), newAddress()];
      const answer = await askAsStranger(here);
      assert.deepEqual(
        parsed(answer.headers.get('ratelimit-policy')).map(({ name }) => name),
        strangers.map(({ name }) => name),
      );
      assert.equal(left(answer).r, left(await askAsStranger(there)).r);
      const [, second] = await repeat(2, () => askAsStranger(here));
      assert.ok(second !== undefined);
      if (left(answer).r === 0) assert.equal(second.status, 429);
      else assert.ok(left(second).r < left(answer).r);
    },
  );

  test(
    'C-154 C-157 one request too many answers 429, tells which policy, and when to come back',
    needing('clock'),
    async () => {
      rest();
      const headers = newAddress();
      const answers = await repeat(atOnce(strangers), () => askAsStranger(headers));
      assert.ok(answers.every(({ status }) => status === 200));
      const last = answers.at(-1);
      assert.ok(last !== undefined);
      assert.equal(left(last).r, 0);
      const refused = await askAsStranger(headers);
      assert.equal(refused.status, 429);
      assert.equal(refused.body['code'], 'quota-exceeded');
      assert.equal(
        refused.body['type'],
        'https://iana.org/assignments/http-problem-types#quota-exceeded',
      );
      const violated = strangers.filter(({ burst }) => burst === atOnce(strangers));
      assert.deepEqual(
        refused.body['violated-policies'],
        violated.map(({ name }) => name),
      );
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.equal(refused.headers.get('cache-control'), 'no-store');
      const { name, r, t } = left(refused);
      assert.equal(r, 0);
      assert.ok(t >= 1 && Number(refused.headers.get('retry-after')) >= t);
      assert.ok(violated.some((policy) => policy.name === name));
      // Further requests do not make the wait longer.
      await repeat(50, () => askAsStranger(headers));
      service.later(Number(refused.headers.get('retry-after')) * 1000);
      assert.equal((await askAsStranger(headers)).status, 200);
    },
  );

  test(
    'C-154 a client has one quota, wherever it asks from, and another client another',
    ofClients('clock', 'database'),
    async () => {
      rest();
      const other = await service.credentials.of('another client');
      const most = atOnce(clients, price);
      const answers = await repeat(most, () => ask(newAddress()));
      assert.ok(answers.every(({ status }) => status !== 429));
      assert.equal((await ask(newAddress())).status, 429);
      assert.notEqual((await ask(other)).status, 429);
      assert.equal((await askAsStranger(newAddress())).status, 200);
    },
  );

  test(
    'C-117 C-160 credentials that are not valid count for their address, and never for a client',
    ofClients('clock', 'database'),
    async () => {
      rest();
      const [[header = '', value = ''] = []] = Object.entries(service.credential);
      const attacker = newAddress();
      // It names the client, and ends otherwise.
      const [scheme = '', pair = ''] = value.split(' ');
      const guessed =
        scheme === 'Basic'
          ? `Basic ${Buffer.from(`${atob(pair).slice(0, -6)}wrong.`).toString('base64')}`
          : `${value.slice(0, -12)}${'A'.repeat(12)}`;
      const guess = () =>
        service.anonymous(method, path, { ...sent(), headers: { ...attacker, [header]: guessed } });
      const fresh = left(await ask(newAddress())).r;
      rest();
      const list = policies.failedAuthentication ?? [];
      const answers = await repeat(atOnce(list), guess);
      assert.ok(answers.every(({ status }) => status === 401));
      const refused = await guess();
      assert.equal(refused.status, 429);
      assert.deepEqual(
        refused.body['violated-policies'],
        list.map(({ name }) => name),
      );
      // A correct guess is refused too, so that guesses reveal nothing.
      assert.equal((await ask(attacker)).status, 429);
      const victim = await ask(newAddress());
      assert.notEqual(victim.status, 429);
      assert.equal(left(victim).r, fresh, 'nothing was counted for it');
      assert.equal(
        (await askAsStranger(attacker)).status,
        200,
        'a request without a credential is no guess',
      );
      service.later(Number(refused.headers.get('retry-after')) * 1000);
      assert.equal((await guess()).status, 401);
    },
  );

  test(
    'C-160 a request without a credential is counted before it is refused, and as no guess',
    ofClients('clock'),
    async () => {
      rest();
      const headers = newAddress();
      const send = () => service.anonymous(method, path, { ...sent(), headers });
      const answers = await repeat(atOnce(strangers, price), send);
      assert.ok(answers.every(({ status }) => status === 401));
      const refused = await send();
      assert.equal(refused.status, 429);
      assert.deepEqual(
        parsed(refused.headers.get('ratelimit-policy')).map(({ name }) => name),
        strangers.map(({ name }) => name),
      );
    },
  );

  test(
    'C-160 what leads nowhere is counted for the address, whatever is sent along',
    needing('clock'),
    async () => {
      for (const send of [
        (headers: Record<string, string>) =>
          service.request('GET', `${prefix}/nothing`, { headers }),
        (headers: Record<string, string>) =>
          service.request('GET', `/v${unknownLabel}/x`, { headers }),
        (headers: Record<string, string>) => service.request('DELETE', '/', { headers }),
        (headers: Record<string, string>) => service.request('GET', `${path}/`, { headers }),
      ]) {
        rest();
        const headers = newAddress();
        const answers = await repeat(atOnce(strangers), () => send(headers));
        assert.ok(answers.every(({ status }) => [404, 405, unknownVersionStatus].includes(status)));
        assert.equal((await send(headers)).status, 429);
      }
    },
  );

  test('C-073 C-160 OPTIONS and health are not counted', needing('clock'), async () => {
    rest();
    const headers = newAddress();
    await repeat(atOnce(strangers), () => askAsStranger(headers));
    assert.equal((await askAsStranger(headers)).status, 429);
    for (const [method, url, status] of [
      ['OPTIONS', path, 200],
      ['OPTIONS', '/', 200],
      ['GET', '/health', 200],
      ['HEAD', '/health', 200],
      ['GET', '/health/ready', 200],
    ] as const) {
      const answer = await service.anonymous(method, url, { headers });
      assert.equal(answer.status, status, `${method} ${url}`);
      assert.equal(answer.headers.get('ratelimit'), null);
    }
  });

  test('C-069 C-160 HEAD is counted once, like GET, and so is 304', needing('clock'), async () => {
    rest();
    const headers = newAddress();
    const home = await askAsStranger(newAddress());
    const head = await service.anonymous('HEAD', '/', { headers: newAddress() });
    assert.equal(left(head).r, left(home).r);
    const etag = home.headers.get('etag');
    if (etag === null) await askAsStranger(headers);
    else {
      const unchanged = await service.anonymous('GET', '/', {
        headers: { ...headers, 'if-none-match': etag },
      });
      assert.equal(unchanged.status, 304);
      // It would become part of a stored answer.
      assert.deepEqual(
        [...unchanged.headers.keys()].filter((name) => name.includes('ratelimit')),
        [],
      );
    }
    const next = await askAsStranger(headers);
    assert.equal(next.status, left(home).r === 0 ? 429 : 200);
    // The second request may leave another policy the slowest pace.
    const { name, r } = left(next);
    const policy = strangers.find((one) => one.name === name);
    assert.ok(policy !== undefined);
    assert.equal(r, Math.max(0, policy.burst - 2));
  });

  test('C-155 an operation counts for what the specification says', needing('clock'), async () => {
    for (const route of service.app.routes.versions.at(-1)?.routes ?? []) {
      for (const [each, { cost = 1, isPublic = false }] of Object.entries(route.operations)) {
        if (isPublic) continue;
        rest();
        const what = `${each} ${route.path}`;
        const answer = await service.request(each, filled(prefix + route.path), {
          headers: newAddress(),
          ...(each === 'GET' || each === 'DELETE' ? {} : { body: '{' }),
        });
        assert.notEqual(answer.status, 429, what);
        const { name, r } = left(answer);
        const policy = clients.find((one) => one.name === name);
        assert.ok(policy !== undefined, what);
        assert.equal(r, policy.burst - cost, what);
      }
    }
  });

  test(
    'C-165 the fields of old are there where the specification says so alone',
    needing('clock'),
    async () => {
      rest();
      const answer = await askAsStranger(newAddress());
      assert.ok(!JSON.stringify(service.contract.document).includes('X-RateLimit'));
      const shown = [...answer.headers].filter(([name]) => name.startsWith('x-ratelimit-'));
      if (!limits.quotaFields.isLegacy) {
        assert.deepEqual(shown, []);
        return;
      }
      // They say the same as the newer one, of one policy.
      const { name, r, t } = left(answer);
      const limit = strangers.find((policy) => policy.name === name)?.requests;
      assert.deepEqual(Object.fromEntries(shown), {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(r),
        'x-ratelimit-reset': String(t),
      });
    },
  );

  test(
    'C-166 the parameters are spelled as the draft says that the specification names',
    needing('clock'),
    async () => {
      rest();
      const [item] = parsed((await askAsStranger(newAddress())).headers.get('ratelimit'));
      const { draft } = limits.quotaFields;
      const names = [
        ...(draft === 'next' ? [] : ['r', 't']),
        ...(draft === 'current' ? [] : ['a', 'w', 'c']),
      ];
      assert.deepEqual(Object.keys(item?.parameters ?? {}), names);
    },
  );

  test('C-156 C-157 the document tells the fields, and 429 of everything that is counted', async () => {
    for (const { method, path: url, statuses } of service.contract.operations) {
      assert.equal(statuses.includes(429), !url.startsWith('/health'), `${method} ${url}`);
    }
    const { headers = {} } = service.contract.schema('/components/responses/Problem429') as {
      headers?: object;
    };
    for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After']) {
      assert.ok(Object.hasOwn(headers, name), name);
    }
  });
});

const from = (
  remoteAddress: string,
  headers: Record<string, string> = {},
  proxies = '10.0.0.0/8, ::1',
  header: 'forwarded' | 'x-forwarded-for' = 'x-forwarded-for',
) => clientAddress(trustedProxies(proxies), header)({ headers, socket: { remoteAddress } });
const through = (value: string) => from('10.0.0.1', { 'x-forwarded-for': value });
const forwarded = (value: string) =>
  from('10.0.0.1', { forwarded: value }, '10.0.0.0/8', 'forwarded');

describe('part 8, where requests come from', () => {
  test('C-154 only proxies that are trusted say for whom they ask', needing('server'), () => {
    assert.equal(from('192.0.2.1'), '192.0.2.1');
    assert.equal(from('192.0.2.1', { 'x-forwarded-for': '198.51.100.1' }), '192.0.2.1');
    assert.equal(from('10.0.0.1', { 'x-forwarded-for': '198.51.100.1' }, ''), '10.0.0.1');
    assert.equal(through('198.51.100.1'), '198.51.100.1');
    assert.equal(from('::ffff:10.0.0.1', { 'x-forwarded-for': '198.51.100.1' }), '198.51.100.1');
    assert.equal(from('::1', { 'x-forwarded-for': '198.51.100.1' }), '198.51.100.1');
  });

  test('C-154 what a client writes itself is not believed', needing('server'), () => {
    assert.equal(through('203.0.113.9, 198.51.100.1'), '198.51.100.1');
    assert.equal(through('203.0.113.9, 198.51.100.1, 10.9.9.9'), '198.51.100.1');
    assert.equal(through('203.0.113.9, nonsense'), '10.0.0.1');
    assert.equal(through('198.51.100.1, nonsense, 10.0.0.2'), '10.0.0.2');
    assert.equal(through(''), '10.0.0.1');
    assert.equal(from('10.0.0.1', { forwarded: 'for=203.0.113.9' }), '10.0.0.1');
    assert.equal(through('198.51.100.1:4711'), '198.51.100.1');
  });

  test('C-154 Forwarded is read as RFC 7239 writes it', needing('server'), () => {
    assert.equal(forwarded('for=198.51.100.1;proto=https'), '198.51.100.1');
    assert.equal(forwarded('For="198.51.100.1:4711"'), '198.51.100.1');
    assert.equal(
      forwarded('proto=https; for=203.0.113.9, for=198.51.100.1;by=10.0.0.3'),
      '198.51.100.1',
    );
    assert.equal(forwarded('for="[2001:db8:1:2:3::4]:80"'), '2001:db8:1:2::/64');
    assert.equal(forwarded('for=unknown'), '10.0.0.1');
    assert.equal(forwarded('for=203.0.113.9, for=_hidden'), '10.0.0.1');
  });

  test(
    'C-154 an IPv6 address counts as its network, however it is written',
    needing('server'),
    () => {
      const network = '2001:db8:1:2::/64';
      for (const address of [
        '2001:db8:1:2:3:4:5:6',
        '2001:DB8:1:2::',
        '2001:0db8:0001:0002::6',
        '2001:db8:1:2:ffff::192.0.2.1',
        '2001:db8:1:2::1%eth0',
      ]) {
        assert.equal(from(address), network, address);
      }
      assert.equal(from('2001:db8::1'), '2001:db8:0:0::/64');
      assert.equal(from('::2'), '0:0:0:0::/64');
      assert.notEqual(from('2001:db8:1:3::1'), network);
    },
  );

  test('C-154 a list of proxies with a mistake is refused at the start', needing('server'), () => {
    for (const list of ['10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8', '::1/129', '10.0.0.1/x']) {
      assert.throws(() => trustedProxies(list), /TRUSTED_PROXIES/, list);
    }
  });
});

/** An operation that waits for the test before it runs, and counts how often it ran. */
function held() {
  const { promise: waiting, resolve: release } = Promise.withResolvers<void>();
  const counted = { begun: 0 };
  const slow = {
    ...operation,
    handle: async () => {
      counted.begun += 1;
      await waiting;
      return { status: 200, body: {} };
    },
  };
  return { slow, counted, release };
}

/** Waits until something holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

describe('part 8, limits of what is worked on', () => {
  test(
    'C-161 beyond it the answer is 503 at once, health checks answer, and it recovers',
    needing('server'),
    async () => {
      const { promise: waiting, resolve: release } = Promise.withResolvers<void>();
      const { promise: allBegun, resolve: tellBegun } = Promise.withResolvers<void>();
      let begun = 0;
      const slow = {
        ...operation,
        handle: async () => {
          begun += 1;
          if (begun === 3) tellBegun();
          // One too many must not be waited for.
          if (begun > 3) release();
          await waiting;
          return { status: 200, body: {} };
        },
      };
      const server = await startBareServer([{ path: '/slow', operations: { GET: slow } }], {
        limits: { concurrency: 3 },
        unversioned: healthRoutes(async () => {}),
      });
      const ask = () => server.request('GET', `${prefix}/slow`);
      try {
        const first = [ask(), ask(), ask()];
        await allBegun;
        const refused = await Promise.all([ask(), ask()]);
        for (const answer of refused) {
          assert.equal(answer.status, 503);
          assert.equal(answer.body['code'], 'temporary-reduced-capacity');
          assert.equal(
            answer.body['type'],
            'https://iana.org/assignments/http-problem-types#temporary-reduced-capacity',
          );
          assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
          assert.equal(
            answer.headers.get('ratelimit-policy'),
            '"concurrency";q=3;qu="concurrent-requests"',
          );
        }
        assert.equal(begun, 3, 'nothing was done for them');
        assert.equal((await server.request('GET', '/health')).status, 200);
        assert.equal((await server.request('GET', '/health/ready')).status, 200);
        assert.equal((await server.request('OPTIONS', `${prefix}/slow`)).status, 200);
        release();
        assert.deepEqual(
          (await Promise.all(first)).map(({ status }) => status),
          [200, 200, 200],
        );
        assert.deepEqual(
          (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status),
          [200, 200, 200],
        );
      } finally {
        release();
        await server.stop();
      }
    },
  );

  test('C-161 one client does not take the places of all', needing('server'), async () => {
    const { slow, counted, release } = held();
    const server = await startBareServer([{ path: '/slow', operations: { GET: slow } }], {
      limits: { concurrency: 10, clientConcurrency: 2 },
    });
    const ask = (client: string) =>
      server.request('GET', `${prefix}/slow`, { headers: { 'x-forwarded-for': client } });
    try {
      const first = [ask('greedy'), ask('greedy')];
      await until(() => counted.begun === 2);
      const refused = await ask('greedy');
      assert.equal(refused.status, 429);
      assert.equal(refused.body['code'], 'quota-exceeded');
      assert.deepEqual(refused.body['violated-policies'], ['client-concurrency']);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      const policy = refused.headers.get('ratelimit-policy');
      assert.equal(policy, '"client-concurrency";q=2;qu="concurrent-requests"');
      assert.equal(left(refused).r, 0);
      const others = [ask('modest'), ask('other')];
      await until(() => counted.begun === 4);
      release();
      assert.deepEqual(
        (await Promise.all([...first, ...others])).map(({ status }) => status),
        [200, 200, 200, 200],
      );
      assert.deepEqual(
        (await Promise.all([ask('greedy'), ask('greedy')])).map(({ status }) => status),
        [200, 200],
      );
    } finally {
      release();
      await server.stop();
    }
  });

  test(
    'C-161 C-164 a body that is still on its way takes no place',
    needing('server'),
    async () => {
      const { slow, counted, release } = held();
      const body = {
        schemas: { 'application/json': Type.Object({}) },
        parse: (value: unknown) => value,
      };
      const server = await startBareServer(
        [
          {
            path: '/slow',
            operations: {
              GET: { ...operation, handle: () => ({ status: 200, body: {} }) },
              POST: { ...slow, id: 'post', body },
            },
          },
        ],
        { limits: { concurrency: 2, clientConcurrency: 2 } },
      );
      const arrived = { heads: 0 };
      server.server.on('request', () => (arrived.heads += 1));
      const { hostname, port } = new URL(server.address);
      const senders = Array.from({ length: 5 }, () => {
        const socket = connect(Number(port), hostname);
        socket.write(
          head(
            `POST ${prefix}/slow HTTP/1.1`,
            'Host: a',
            'Content-Type: application/json',
            'Content-Length: 2',
            'Connection: close',
          ) + '{',
        );
        return { socket, answer: textOf(socket) };
      });
      const ask = () => server.request('GET', `${prefix}/slow`);
      try {
        // The rest of their bodies never comes, as far as anybody knows.
        await until(() => arrived.heads === senders.length);
        assert.deepEqual(
          (await Promise.all([ask(), ask()])).map(({ status }) => status),
          [200, 200],
        );
        const [first, second, ...late] = senders;
        first?.socket.write('}');
        second?.socket.write('}');
        await until(() => counted.begun === 2);
        // Work is what counts: these come when there is no place.
        for (const { socket } of late) socket.write('}');
        for (const { answer } of late) assert.match(await answer, /^HTTP\/1.1 503 /);
        assert.equal((await ask()).status, 503);
        assert.equal(counted.begun, 2, 'nothing was done for them');
        release();
        for (const sender of [first, second])
          assert.match((await sender?.answer) ?? '', /^HTTP\/1.1 200 /);
        assert.equal((await ask()).status, 200);
      } finally {
        release();
        for (const { socket } of senders) socket.destroy();
        await server.stop();
      }
    },
  );
});
