import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  everything,
  hasCustomOperationLinks,
  mechanisms,
  samples,
  selector,
} from '../../contract.ts';
import { authenticationBy } from '../../../src/runtime/authentication/authentication.ts';
import { createIdentification } from '../../../src/runtime/endpoints/identification.ts';
import { anonymous } from '../../../src/runtime/authentication/caller.ts';
import { customOperationCases, bring } from '../support/custom-operations.ts';
import { operation, startBareServer } from '../support/bare-server.ts';
import {
  allGrants,
  changesOf,
  granting,
  makeRoomFor,
  replaceable,
  sendable,
  sending,
  type Send,
  isByName,
} from '../support/callers.ts';
import { placesOf, type TestAnswer } from '../support/client.ts';
import { filled, startConforming, type ConformingService } from '../support/conformance.ts';
import { usual } from '../support/credentials.ts';
import { mayDo, permissions, type Permission } from '../support/permissions.ts';
import type { Json, ResourceSample } from '../support/sample.ts';
import { needing } from '../support/target.ts';

const { selectedBy } = selector;

/** Each grant alone, and none: what somebody with several may do is what any of them permits. */
const grantSets: readonly (readonly string[])[] = [[], ...allGrants.map((grant) => [grant])];
/** What is about the resources of the specification. */
const byResource = new Map(samples.map((sample) => [sample, permissionsFor(sample)]));
const system = permissions.filter((each) => ![...byResource.values()].flat().includes(each));
/** Members that have the name of the client whose row it is. */
const namesIn = ({ attributes }: ResourceSample): readonly string[] =>
  attributes.filter(isByName).map(({ member }) => member);

/** A row that only a client of a certain name sees is of no use to test changes by others. */
const hasNames = samples.some((sample) => namesIn(sample).length > 0);

/** None of these tests can do without callers whose grants they choose. */
const local = needing('database');

function permissionsFor({ path, idParameter }: ResourceSample): Permission[] {
  const one = `${path}/{${idParameter}}`;
  const isCustomOperation = (each: string) =>
    each.startsWith(`${one}/`) && /^[^/{]+$/.test(each.slice(one.length + 1));
  const children = new Set(samples.map((sample) => sample.path));
  return permissions.filter(
    (each) =>
      each.path === path ||
      each.path === one ||
      (isCustomOperation(each.path) && !children.has(each.path)),
  );
}

/** Starts a service for what is done, so that there are values enough for all unique members. */
async function withService(use: (service: ConformingService) => Promise<void>): Promise<void> {
  const service = await startConforming();
  try {
    await use(service);
  } finally {
    await service.stop();
  }
}

/** Every row of every resource. */
async function rowsOf({ database }: ConformingService): Promise<unknown[]> {
  const kept: unknown[] = [];
  for (const { rows } of samples) kept.push(await rows(database));
  return kept;
}

/** Somebody with these grants, and all that claims can say. */
async function callerWith(service: ConformingService, grants: readonly string[]): Promise<Send> {
  // A name with a password has no colon (RFC 7617, section 2).
  const name =
    grants.length === 0 ? 'granted nothing' : `granted ${grants.join(' ').replaceAll(':', ' ')}`;
  const granted = { ...granting(grants), claims: everything.claims };
  return sending(service, await service.credentials.of(name, usual, granted));
}

function assertForbidden({ status, body }: TestAnswer, method: string, what: string): void {
  assert.equal(status, 403, what);
  if (method !== 'HEAD') assert.equal(body['code'], 'forbidden', what);
}

interface Attempt {
  readonly path: string;
  readonly body?: Json;
  /** Whether what is asked for can be done to what is there. */
  readonly isPossible: boolean;
}

/** Makes what a request of somebody with these grants is about. */
async function prepare(
  service: ConformingService,
  sample: ResourceSample,
  { method, path }: Permission,
  grants: readonly string[],
): Promise<Attempt> {
  const { make, request } = service;
  const collection = await make.collection(sample);
  if (path === sample.path) {
    if (method !== 'POST') return { path: collection, isPossible: true };
    const body = sendable(sample, await make.body(sample), grants);
    await makeRoomFor(service, sample, body);
    // What is required may be for others to set.
    const isPossible = sample.memberAccess.every(
      ({ isRequired, member }) => !isRequired || member in body,
    );
    return { path: collection, body, isPossible };
  }
  const customOperation = customOperationCases.find(
    (each) => each.sample === sample && path.endsWith(`}/${each.customOperation.name}`),
  );
  if (customOperation !== undefined) {
    const brought = await bring(service, customOperation);
    return { path: brought.target, body: customOperation.customOperation.input, isPossible: true };
  }
  const stored = await make.body(sample);
  const { id } = await make.insert(sample, collection, stored);
  const address = `${collection}/${id}`;
  if (!path.endsWith('}'))
    return {
      path: `${address}/${path.slice(path.lastIndexOf('/') + 1)}`,
      body: {},
      isPossible: false,
    };
  const changes = changesOf(sample, grants);
  if (method === 'PATCH') return { path: address, body: changes, isPossible: true };
  if (method !== 'PUT') return { path: address, isPossible: true };
  const body = sample.methods.includes('read') ? (await request('GET', address)).body : stored;
  return {
    path: address,
    body: { ...replaceable(sample, body, grants), ...changes },
    isPossible: true,
  };
}

/** Callers with each set of grants; the same set is the same caller. */
async function callersOf(
  service: ConformingService,
): Promise<ReadonlyMap<readonly string[], Send>> {
  const callers = new Map<readonly string[], Send>();
  for (const grants of grantSets) callers.set(grants, await callerWith(service, grants));
  return callers;
}

/** Names that somebody could take for these. */
const alike = (names: readonly string[]) =>
  names
    .flatMap((name) => [`${name}s`, name.slice(0, -1), name.toUpperCase(), `${name}:all`])
    .filter((name) => name !== '' && !names.includes(name));

const titleOf = ({ method, path }: Permission, grants: readonly string[]) =>
  `${method} ${path} with ${grants.join() || 'nothing'}`;

describe('part 5, who may do what', () => {
  for (const [sample, own] of byResource) {
    test(
      `C-111 C-142 each grant permits what the specification says, and nothing else, ${sample.collection}`,
      local,
      () =>
        withService(async (service) => {
          const callers = await callersOf(service);
          const reading = own.find(({ method, path }) => method === 'GET' && path.endsWith('}'));
          for (const permission of own) {
            const { method } = permission;
            const spare = await prepare(service, sample, permission, allGrants);
            const before = await rowsOf(service);
            const stranger = await service.anonymous(method, spare.path, { body: spare.body });
            assert.equal(stranger.status, 401, titleOf(permission, []));
            for (const [grants, send] of callers) {
              if (mayDo(permission, grants)) continue;
              const answer = await send(method, spare.path, { body: spare.body });
              assertForbidden(answer, method, titleOf(permission, grants));
            }
            assert.deepEqual(await rowsOf(service), before, titleOf(permission, []));

            for (const [grants, send] of callers) {
              if (!mayDo(permission, grants)) continue;
              const { path, body, isPossible } = await prepare(service, sample, permission, grants);
              const answer = await send(method, path, { body });
              const what = `${titleOf(permission, grants)}: ${String(answer.status)} ${answer.text}`;
              // If a row belongs to a named caller, other callers cannot create it, and the problem names the member.
              // If the body leaves the member out, it gets the name of the caller, which may be no value of it.
              const creates = method === 'POST' && permission.path === sample.path;
              const isNamedAfter =
                creates && namesIn(sample).some((member) => !(member in (body ?? {})));
              const isOfAnother = isNamedAfter || (hasNames && placesOf(answer).length > 0);
              assert.ok(
                answer.status !== 401 && (isOfAnother || answer.body['code'] !== 'forbidden'),
                what,
              );
              if (isPossible && !hasNames) assert.ok(answer.status < 300, what);
              // What it would be shown is what it may not read.
              const shows = answer.status < 300 && answer.status !== 202;
              if (reading !== undefined && !mayDo(reading, grants) && shows)
                assert.equal(answer.text, '', what);
            }
          }
        }),
    );
  }

  test(
    'C-111 C-142 the same is so of what the service itself offers',
    { skip: local.skip || (system.length === 0 && 'it offers nothing of the kind') },
    () =>
      withService(async (service) => {
        const callers = await callersOf(service);
        for (const permission of system) {
          const { method } = permission;
          const path = filled(permission.path);
          const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? {} : undefined;
          assert.equal((await service.anonymous(method, path, { body })).status, 401, path);
          for (const [grants, send] of callers) {
            const answer = await send(method, path, { body });
            const what = titleOf(permission, grants);
            if (mayDo(permission, grants))
              assert.ok(![401, 403, 405].includes(answer.status), what);
            else assertForbidden(answer, method, what);
          }
        }
      }),
  );

  const creating = [...byResource].flatMap(([sample, own]) => {
    const find = (method: string, path: string) =>
      own.find((each) => each.method === method && each.path === path);
    const replace = find('PUT', `${sample.path}/{${sample.idParameter}}`);
    const { path, grantsToCreate: allowed = [] } = sample;
    const create = find('POST', path) ?? { method: 'POST', path, allowed };
    return sample.createByReplace && replace !== undefined ? [{ sample, replace, create }] : [];
  });
  const noneCreates = creating.length === 0 && 'no resource of this service is created by PUT';

  test('C-111 PUT that would create needs both grants', { skip: local.skip || noneCreates }, () =>
    withService(async (service) => {
      const { make, newId } = service;
      const callers = await callersOf(service);
      for (const { sample, replace, create } of creating) {
        const collection = await make.collection(sample);
        const body = await make.body(sample);
        const before = await rowsOf(service);
        for (const [grants, send] of callers) {
          if (mayDo(replace, grants) && mayDo(create, grants)) continue;
          for (const headers of [{}, { 'if-none-match': '*' }, { 'if-match': '"1.v1.json"' }]) {
            const answer = await send('PUT', `${collection}/${newId()}`, { body, headers });
            assertForbidden(answer, 'PUT', titleOf(replace, grants));
          }
        }
        assert.deepEqual(await rowsOf(service), before);
        for (const [grants, send] of callers) {
          if (!mayDo(replace, grants) || !mayDo(create, grants)) continue;
          const own = sendable(sample, await make.body(sample), grants);
          await makeRoomFor(service, sample, own);
          const answer = await send('PUT', `${collection}/${newId()}`, {
            body: own,
            headers: { 'if-none-match': '*' },
          });
          assert.equal(answer.status, 201, `${titleOf(replace, grants)}: ${answer.text}`);
        }
      }
    }),
  );

  test('C-111 C-113 a missing permission is 403 before anything else is checked', local, () =>
    withService(async (service) => {
      const send = await callerWith(service, []);
      for (const permission of permissions) {
        const { method, allowed } = permission;
        if (allowed === 'authenticated') continue;
        const path = filled(permission.path);
        const type = { 'content-type': 'application/json' };
        const requests: readonly (readonly [path: string, request: Parameters<Send>[2]])[] = [
          [path, {}],
          [filled(permission.path, randomUUID()), {}],
          [filled(permission.path, 'no-identifier'), {}],
          [`${path}?no-such-parameter=1`, {}],
          // Where types name the version, this one asks for none, which comes before everything else.
          ...(selectedBy === 'type'
            ? []
            : ([[path, { headers: { accept: 'image/png' } }]] as const)),
          [path, { headers: { 'if-match': '"1.v1.json"', 'if-none-match': '"1.v1.json"' } }],
          [path, { headers: { 'if-match': 'none' } }],
          [path, { headers: { 'idempotency-key': '' } }],
          ...(method === 'GET' || method === 'HEAD'
            ? []
            : ([
                [path, { body: '{', headers: type }],
                [path, { body: { 'no~such/member': 1 }, headers: type }],
                [path, { body: 'text', headers: { 'content-type': 'text/plain' } }],
              ] as const)),
        ];
        for (const [address, request] of requests) {
          const answer = await send(method, address, request);
          assertForbidden(answer, method, `${method} ${address} ${JSON.stringify(request)}`);
        }
        assert.equal((await service.anonymous('OPTIONS', path)).status, 200, path);
      }
    }),
  );

  test('C-111 C-144 every caller gets 405 for a method that is not offered', local, () =>
    withService(async (service) => {
      const send = await callerWith(service, []);
      for (const path of new Set(permissions.map((each) => each.path))) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          if (service.contract.find(method, filled(path)) !== undefined) continue;
          assert.equal((await send(method, filled(path))).status, 405, `${method} ${path}`);
        }
      }
    }),
  );

  test('C-111 a grant is a whole word, and roles are no scopes', local, () =>
    withService(async (service) => {
      const { roles, scopes, claims } = everything;
      const lookalikes = [
        { roles: alike(roles), scopes: alike(scopes) },
        { roles: scopes, scopes: roles },
        {
          roles: scopes.map((name) => `scope:${name}`),
          scopes: roles.map((name) => `role:${name}`),
        },
      ];
      for (const [index, granted] of lookalikes.entries()) {
        const name = `looks alike ${String(index)}`;
        const send = sending(
          service,
          await service.credentials.of(name, usual, { ...granted, claims }),
        );
        for (const permission of permissions) {
          const { method, path, allowed } = permission;
          if (allowed === 'authenticated') continue;
          assertForbidden(
            await send(method, filled(path)),
            method,
            `${titleOf(permission, [])} ${JSON.stringify(granted)}`,
          );
        }
      }
    }),
  );

  test(
    'C-102 C-142 a challenge is sent where another scope would do, and nowhere else',
    local,
    () =>
      withService(async (service) => {
        for (const mechanism of mechanisms) {
          const credential = await service.credentials.of('granted nothing', mechanism, {
            claims: everything.claims,
          });
          const send = sending(service, credential);
          for (const permission of permissions) {
            const { method, path, allowed } = permission;
            if (allowed === 'authenticated') continue;
            const answer = await send(method, filled(path));
            const what = `${titleOf(permission, [])} by ${mechanism}`;
            assertForbidden(answer, method, what);
            const [scope] = granting(allowed).scopes;
            const challenge = answer.headers.get('www-authenticate');
            const isBearer = mechanism === 'jwt' || mechanism === 'oauth2';
            if (!isBearer || scope === undefined) assert.equal(challenge, null, what);
            else {
              const [start, ...rest] = (challenge ?? '').split(', ');
              assert.match(start ?? '', /^Bearer realm="[^"]*"$/, what);
              assert.deepEqual(
                rest.slice(0, 2),
                ['error="insufficient_scope"', `scope="${scope}"`],
                what,
              );
            }
          }
        }
      }),
  );

  test('C-111 an operation without grants is forbidden for every caller', async () => {
    const caller = {
      ...anonymous,
      roles: new Set(everything.roles),
      scopes: new Set(everything.scopes),
    };
    const routes = [undefined, [], 'authenticated' as const].map((allowed, index) => ({
      path: `/docs/test-${String(index)}`,
      operations: {
        GET: {
          ...operation,
          ...(allowed === undefined ? {} : { allowed }),
          handle: () => ({ status: 200, body: {} }),
        },
      },
    }));
    const authentication = {
      ...authenticationBy([]),
      authenticate: () => Promise.resolve(caller),
    };
    const server = await startBareServer([], {
      unversioned: routes,
      access: {
        authentication,
        identify: createIdentification(authentication, { addressOf: () => 'test' }),
      },
    });
    try {
      const statuses: number[] = [];
      for (const { path } of routes) statuses.push((await server.request('GET', path)).status);
      assert.deepEqual(statuses, [403, 403, 200]);
    } finally {
      await server.stop();
    }
  });

  test('C-111 C-142 the document says what is permitted to whom', async () => {
    await withService(({ contract }) => {
      for (const { method, path, allowed } of permissions) {
        if (method === 'HEAD') continue;
        const found = contract.find(method, filled(path));
        assert.ok(
          found !== undefined &&
            !found.isPublic &&
            (allowed === 'authenticated' || found.statuses.includes(403)),
          `${method} ${path}`,
        );
        const { description } = contract.schema(
          `/paths/${found.path.replaceAll('/', '~1')}/${method.toLowerCase()}`,
        );
        const words = allowed === 'authenticated' ? ['everybody'] : allowed;
        for (const word of words)
          assert.ok(
            String(description).includes(word),
            `${method} ${path}: ${String(description)}`,
          );
      }
      return Promise.resolve();
    });
  });

  test(
    'C-111 addresses are shown of what their reader may do',
    hasCustomOperationLinks
      ? local
      : { skip: 'no representation of this service shows what can be done' },
    () =>
      withService(async (service) => {
        const callers = await callersOf(service);
        for (const sample of new Set(customOperationCases.map((each) => each.sample))) {
          const own = byResource.get(sample) ?? [];
          const collection = await service.make.collection(sample);
          const path = `${collection}/${(await service.make.insert(sample, collection)).id}`;
          const { offers = [] } = service.contract.find('GET', path) ?? {};
          // A row of a rule by name is there for the caller of that name alone.
          const readers: [readonly string[], Send][] = [];
          for (const [grants, send] of callers)
            if ((await send('GET', path)).status === 200) readers.push([grants, send]);
          for (const address of [path, collection]) {
            for (const accept of offers) {
              const shown = async (send: Send) => {
                const { status, text } = await send('GET', address, { headers: { accept } });
                const customOperations = (sample.customOperations ?? []).map(({ name }) => name);
                return status === 200
                  ? customOperations.filter((name) => text.includes(`${path}/${name}`))
                  : undefined;
              };
              const all = (await shown(service.request)) ?? [];
              for (const [grants, send] of readers) {
                const seen = await shown(send);
                if (seen === undefined) continue;
                const permitted = all.filter((name) =>
                  own.some((each) => each.path.endsWith(`}/${name}`) && mayDo(each, grants)),
                );
                assert.deepEqual(seen, permitted, `${address} as ${accept} with ${String(grants)}`);
              }
            }
          }
        }
      }),
  );
});
