import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import {
  challengesOf,
  credentialHeaders,
  credentialParameters,
  expectedSchemes,
  mechanisms,
  samples,
  selector,
} from '../../contract.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  apart,
  filled,
  first,
  itemsOf,
  offering,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { protectedOperation, type ProtectedOperation } from '../support/protected-operation.ts';
import { requestFor } from '../support/selected.ts';
import { needing } from '../support/target.ts';

const { selectedBy } = selector;

describe('part 5, authentication and access', () => {
  let service: ConformingService;
  let door: ProtectedOperation;
  let challenges: readonly string[];

  before(async () => {
    service = await startConforming();
    door = protectedOperation(service.contract, filled);
    challenges = challengesOf(service.baseUrl);
  });
  after(() => service.stop());

  const asStranger = (headers: Readonly<Record<string, string>>, path = door.path) =>
    service.anonymous(door.method, path, { headers });

  /** Values of WWW-Authenticate, each as it was sent. */
  function challengeLines({ method, path }: ProtectedOperation): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      const { target, headers } = requestFor(path);
      const sent = request(service.address + target, { method, headers }, (response) => {
        response.resume();
        resolve(response.headersDistinct['www-authenticate'] ?? []);
      });
      sent.on('error', reject).end();
    });
  }

  test('C-099 C-141 without a credential the answer names every scheme, and no error', async () => {
    const answer = await asStranger({});
    assert.equal(answer.status, 401);
    assert.equal(answer.body['code'], 'unauthenticated');
    assert.equal(answer.headers.get('www-authenticate'), challenges.join(', '));
    for (const name of credentialHeaders) {
      assert.ok(String(answer.body['detail']).includes(name), answer.text);
    }
  });

  test('C-118 each scheme has a field line of its own', needing('server'), async () => {
    assert.deepEqual(await challengeLines(door), challenges);
  });

  test('C-099 what is no credential of any scheme is none', async () => {
    const values = [
      '',
      'x',
      'Negotiate YWJj',
      'Bearerx',
      'Basic-x y',
      'ApiKey x',
      'Digest username="a"',
    ];
    for (const authorization of values) {
      const answer = await asStranger({ authorization });
      assert.equal(answer.status, 401, authorization);
      assert.equal(answer.headers.get('www-authenticate'), challenges.join(', '), authorization);
    }
  });

  test('C-116 each mechanism is enough, and says who it is', needing('database'), async () => {
    const answers = [await service.request(door.method, door.path)];
    for (const mechanism of mechanisms) {
      answers.push(await asStranger(await service.credentials.of(`by ${mechanism}`, mechanism)));
    }
    for (const answer of answers) assert.ok(door.admits(answer), answer.text);
  });

  test('C-103 a credential sent twice is none', async () => {
    const [[name, value] = ['', '']] = Object.entries(service.credential);
    for (const other of [value, 'x', `${value.slice(0, 7)}x`]) {
      const line = `${door.method} ${door.path} HTTP/1.1`;
      const repeated = service.head(line, `${name}: ${other}`, 'Connection: close');
      const [answer] = await service.exchange(repeated);
      assert.equal(answer?.status, 400, other);
      assert.equal(answer.body['code'], 'ambiguous-credentials');
    }
  });

  test('C-103 credentials of two mechanisms are none', needing('database'), async (context) => {
    const sent = new Map<string, Readonly<Record<string, string>>>();
    for (const mechanism of mechanisms) {
      const headers = await service.credentials.of(`one of two, ${mechanism}`, mechanism);
      sent.set(Object.keys(headers).join(), headers);
    }
    // Those of one header field cannot be sent together.
    if (sent.size < 2) {
      context.skip('there is one field for credentials');
      return;
    }
    const answer = await asStranger(Object.assign({}, ...sent.values()));
    assert.equal(answer.status, 400);
    assert.equal(answer.body['code'], 'ambiguous-credentials');
    assertRequestRefused(answer);
  });

  test('C-103 a credential in the address is refused, whatever else is sent', async () => {
    for (const name of credentialParameters) {
      for (const headers of [{}, service.credential]) {
        const answer = await asStranger(headers, `${door.path}?page=1&${name}=x`);
        assert.equal(answer.status, 400, name);
        assert.equal(answer.body['code'], 'credential-in-address');
        assertRequestRefused(answer);
      }
    }
    // One that is known by no name is looked at as little as any other parameter.
    assert.equal((await asStranger({}, `${door.path}?token=x`)).status, 401);
  });

  /** RFC 6750, section 3.1. */
  function assertRequestRefused({ headers }: TestAnswer): void {
    const expected = challenges
      .join(', ')
      .replace(/(Bearer realm="[^"]*")/, '$1, error="invalid_request"');
    assert.equal(headers.get('www-authenticate'), expected);
  }

  test('C-111 without a credential nothing is permitted, by any method, whatever else is wrong', async () => {
    for (const { method, path, isPublic } of service.contract.operations) {
      const isOfResource = samples.some((sample) => path.startsWith(sample.path));
      assert.ok(!isPublic || !isOfResource, `${method} ${path} is for those who are known`);
      if (isPublic) continue;
      const url = filled(path);
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{"broken' };
      const requests = [
        body,
        { ...body, headers: { 'content-type': 'text/plain' } },
        // Where types name the version, this one asks for none, which comes before everything else.
        ...(selectedBy === 'type' ? [] : [{ ...body, headers: { accept: 'image/png' } }]),
      ];
      for (const request of requests) {
        assert.equal(
          (await service.anonymous(method, url, request)).status,
          401,
          `${method} ${path}`,
        );
      }
      assert.equal((await service.anonymous(method, `${url}?no=1`, body)).status, 401);
      assert.equal((await service.anonymous(method, filled(path, 'x'), body)).status, 401);
      if (method !== 'GET') continue;
      const answer = await service.anonymous('HEAD', url);
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get('www-authenticate'), challenges.join(', '));
    }
  });

  test(
    'C-111 what is refused has changed nothing',
    unless(apart(offering('create', 'list'))),
    async () => {
      const sample = first(apart(offering('create', 'list')));
      const collection = await service.make.collection(sample);
      const before = itemsOf(await service.request('GET', collection)).length;
      const body = await service.make.body(sample);
      assert.equal((await service.anonymous('POST', collection, { body })).status, 401);
      assert.equal(itemsOf(await service.request('GET', collection)).length, before);
    },
  );

  test('C-116 the document says who has to identify themselves, and how', async () => {
    const { document, operations } = service.contract;
    const { securitySchemes } = document['components'] as {
      securitySchemes: Readonly<Record<string, object>>;
    };
    const expected = expectedSchemes;
    assert.deepEqual(Object.keys(securitySchemes).toSorted(), Object.keys(expected).toSorted());
    assert.partialDeepStrictEqual(securitySchemes, expected);
    // One requirement for each: any of them is enough.
    const names = Object.keys(securitySchemes);
    assert.deepEqual(
      document['security'],
      names.map((name) => ({ [name]: [] })),
    );
    for (const { method, path, isPublic, statuses } of operations) {
      assert.equal(statuses.includes(401), !isPublic, `${method} ${path}`);
      if (!isPublic || method !== 'GET') continue;
      assert.notEqual((await service.anonymous(method, filled(path))).status, 401, path);
    }
  });
});
