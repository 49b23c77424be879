import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { representations, samples } from '../../contract.ts';
import {
  allGrants,
  changesOf,
  clientWith,
  granting,
  makeRoomFor,
  maySee,
  maySet,
  replaceable,
  sendable,
  type Send,
  isByName,
} from '../support/callers.ts';
import { placesOf, type TestAnswer } from '../support/client.ts';
import {
  leaving,
  startConforming,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { claimsOf, exempt, nameFor, rulesOn } from '../support/row-visibility.ts';
import { makeReferred } from '../support/custom-operations.ts';
import { usual } from '../support/credentials.ts';
import { allItems } from '../support/lists.ts';
import { mayUse } from '../support/permissions.ts';
import type { Json, ResourceSample, MemberAccessSample } from '../support/sample.ts';
import { namesMember } from '../support/named-members.ts';

/** A member, and all grants but those that it takes. */
interface MemberRule extends MemberAccessSample {
  readonly sample: ResourceSample;
}

const memberRules: readonly MemberRule[] = samples.flatMap((sample) =>
  sample.memberAccess.map((each) => ({ ...each, sample })),
);

const offers =
  (...methods: ResourceSample['methods']) =>
  ({ sample }: MemberRule) =>
    methods.every((method) => sample.methods.includes(method));
const without = (grants: readonly string[]) => allGrants.filter((grant) => !grants.includes(grant));
/** What is unique has another value in each row, and none that a test could choose for several. */
const repeatable = memberRules
  .filter(({ sample, member }) => !sample.uniqueKeys.flat().includes(member))
  // A caller can have many tokens with the same name, but not many keys.
  .filter(({ sample }) => usual !== 'api-key' || !rulesOn(sample).some(isByName))
  .filter(offers('read'));
/** Members that no caller may read. */
const closed = repeatable.filter(({ readableBy }) => readableBy?.length === 0);
const open = repeatable.filter((each) => !closed.includes(each));
/** Those that some do not see. */
const hidden = open.filter(
  ({ sample, readableBy }) =>
    readableBy !== undefined && mayUse(sample, 'read', without(readableBy)),
);
/** Those that some do not set, and that a test has a value for. */
const fixed = open.filter(
  ({ writableBy, value }) => writableBy !== undefined && value !== undefined,
);
const jsonPatch = { 'content-type': 'application/json-patch+json' };

/** Whether somebody may do it at all. */
async function isPermitted(send: Send, method: string, path: string): Promise<boolean> {
  return (await send(method, path, { body: { 'no such member': 1 } })).status !== 403;
}

function pick(body: Json, members: readonly string[]): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => members.includes(name)));
}

/** What of a body its sender sets, who lacks these grants. */
function settableWithout(
  grants: readonly string[],
  { memberAccess }: ResourceSample,
  body: Json,
): Json {
  const others = memberAccess.filter(
    ({ writableBy }) => writableBy?.every((grant) => grants.includes(grant)) === true,
  );
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => others.every(({ member }) => member !== name)),
  );
}

function assertRefused(answer: TestAnswer, member: string, what: string): void {
  assert.equal(answer.status, 403, `${what}: ${answer.text}`);
  assert.equal(answer.body['code'], 'forbidden');
  assert.deepEqual(placesOf(answer), [`/${member}`], what);
}

/** What is only written is in no answer. */
function assertShown(
  answer: TestAnswer,
  { writeOnly }: ResourceSample,
  member: string,
  value: unknown,
): void {
  if (writeOnly.includes(member)) assert.ok(!Object.hasOwn(answer.body, member), answer.text);
  else assert.deepEqual(answer.body[member], value);
}

/** What a sentence ends with: `must name one of name, size`. A member may be called as one of its words. */
function membersListedIn({ body }: TestAnswer): readonly (string | undefined)[] {
  const errors = body['errors'] as readonly { readonly detail: string }[];
  return errors.flatMap(({ detail }) => detail.split(', ').map((part) => part.split(' ').at(-1)));
}

/** Whether its first value stays, or claims of the caller say which one it has. */
function isDecided({ immutable, attributes }: ResourceSample, member: string): boolean {
  return immutable.includes(member) || attributes.some((rule) => rule.member === member);
}

describe('part 5, members that are not for everybody', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  let names = 0;

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  /** Rows may belong to any named caller. */
  const owner = usual === 'api-key' ? undefined : nameFor('own');
  const callerWith = (
    grants: readonly string[],
    name = `granted ${String((names += 1))}`,
  ): Promise<Send> =>
    clientWith(service, owner ?? name, { ...granting(grants), claims: claimsOf('own') });

  /** Somebody with every grant but those. */
  const callerWithout = (grants: readonly string[]): Promise<Send> => callerWith(without(grants));

  /** Of one name there is one user: what it is granted is said with each request. */
  const seeing: Send = async (...request) =>
    usual === 'basic' && owner !== undefined
      ? (await callerWith(allGrants))(...request)
      : service.request(...request);

  interface Kept {
    readonly id: string;
    readonly collection: string;
    readonly path: string;
  }

  async function kept({ sample, member, value }: MemberRule): Promise<Kept> {
    const collection = await make.collection(sample);
    const body = {
      ...(await make.body(sample)),
      ...(value === undefined ? {} : { [member]: value }),
    };
    const { id } = await make.insert(sample, collection, body);
    return { id, collection, path: `${collection}/${id}` };
  }

  async function valueAt(path: string, member: string): Promise<unknown> {
    return (await seeing('GET', path)).body[member];
  }

  test(
    'C-114 it is in no representation, of one or of many',
    unless([...hidden, ...closed], 'database'),
    async () => {
      for (const restriction of [...hidden, ...closed]) {
        const { sample, member, readableBy = [], value } = restriction;
        const { path, collection } = await kept(restriction);
        const blind = await callerWithout(readableBy);
        for (const address of sample.methods.includes('list') ? [path, collection] : [path]) {
          const { offers: types = [] } = service.contract.find('GET', address) ?? {};
          for (const accept of types) {
            const what = `${member} at ${address} as ${accept}`;
            const headers = { accept };
            const seen = await seeing('GET', address, { headers });
            assert.equal(seen.status, 200, what);
            if (readableBy.length === 0)
              assert.ok(!namesMember(seen, member), `${what}: ${seen.text}`);
            else if (value !== undefined)
              assert.ok(namesMember(seen, member), `${what}: ${seen.text}`);
            const shown = await blind('GET', address, { headers });
            assert.equal(shown.status, 200, what);
            assert.ok(!namesMember(shown, member), `${what}: ${shown.text}`);
          }
        }
      }
    },
  );

  const given = hidden.filter(({ value }) => value !== undefined);

  test('C-114 it is shown to each that it is for', unless(given, 'database'), async () => {
    for (const restriction of given) {
      const { member, readableBy = [] } = restriction;
      const { path } = await kept(restriction);
      for (const grant of readableBy) {
        const others = [...without(readableBy), grant];
        const { status, body } = await (await callerWith(others))('GET', path);
        assert.equal(status, 200);
        assert.ok(Object.hasOwn(body, member), grant);
      }
    }
  });

  test('C-114 it is in no answer to a change', unless(hidden, 'database'), async () => {
    for (const restriction of hidden) {
      const { sample, member, readableBy = [] } = restriction;
      const { path, collection } = await kept(restriction);
      const blind = await callerWithout(readableBy);
      const { body: shown } = await blind('GET', path);
      const changes = changesOf(sample, without(readableBy));
      const grants = without(readableBy);
      const requests: [method: string, path: string, body: unknown][] = [
        ['PATCH', path, changes],
        [
          'PUT',
          path,
          {
            ...replaceable(sample, await make.body(sample), grants),
            ...pick(shown, [...sample.immutable, ...Object.keys(sample.unique)]),
          },
        ],
        ['POST', collection, sendable(sample, await make.body(sample), grants)],
      ];
      for (const customOperation of sample.customOperations ?? []) {
        await makeReferred({ make }, customOperation);
        requests.push(['POST', `${path}/${customOperation.name}`, customOperation.input]);
      }
      for (const [method, address, body] of requests) {
        if (service.contract.find(method, address) === undefined) continue;
        const headers = { 'idempotency-key': `"${randomUUID()}"` };
        for (let repetition = 0; repetition < 2; repetition += 1) {
          const answer = await blind(method, address, { body, headers });
          assert.ok(!namesMember(answer, member), `${method} ${address}: ${answer.text}`);
        }
      }
    }
  });

  const made = given.filter(offers('create')).filter(({ writableBy }) => writableBy?.length !== 0);

  test(
    'C-057 C-114 a repetition shows what its sender may see now',
    unless(made, 'database'),
    async () => {
      for (const { sample, member, value, readableBy = [] } of made) {
        const collection = await make.collection(sample);
        const name = `loses its grants ${sample.collection} ${member}`;
        const first = await callerWith(allGrants, name);
        const second = await callerWith(without(readableBy), name);
        if (!(await isPermitted(second, 'POST', collection))) continue;
        const body = { ...(await make.body(sample)), [member]: value };
        const headers = { 'idempotency-key': `"${randomUUID()}"` };
        const answer = await first('POST', collection, { body, headers });
        assert.equal(answer.status, 201, answer.text);
        assert.ok(namesMember(answer, member));
        const again = await second('POST', collection, { body, headers });
        // A problem has members of its own, such as `type`.
        if (again.status < 300) assert.ok(!Object.hasOwn(again.body, member), again.text);
        // Where more exists for one who has a grant, a repetition without it is a request of its own.
        const isAnother = readableBy.some((grant) => exempt.includes(grant));
        assert.equal(again.body['id'] !== answer.body['id'], isAnother, again.text);
      }
    },
  );

  const filtered = leaving(
    hidden.filter(offers('list')).filter(({ sought }) => sought !== undefined),
    'no list is filtered by a member that some do not see and that tests have a value of',
  );
  const sorted = hidden
    .filter(offers('list'))
    .filter(({ sample, member }) => sample.sort.includes(member));

  test(
    'C-045 C-114 a caller cannot filter by a member that it may not read',
    unless(filtered, 'database'),
    async () => {
      for (const restriction of filtered) {
        const { member, sought, readableBy = [] } = restriction;
        const { collection } = await kept(restriction);
        const blind = await callerWithout(readableBy);
        const text = encodeURIComponent(String(sought));
        const { parameters = [] } = service.contract.find('GET', collection) ?? {};
        const own = parameters.filter((name) => name === member || name.startsWith(`${member}[`));
        assert.ok(own.length > 0);
        for (const name of own) {
          const query = `${encodeURIComponent(name)}=${text}`;
          assert.equal((await seeing('GET', `${collection}?${query}`)).status, 200, name);
          const refused = await blind('GET', `${collection}?${query}`);
          assert.equal(refused.status, 400, name);
          assert.equal(refused.body['code'], 'unknown-parameter', refused.text);
          // The response is that of an unknown name, so that it does not reveal the name of a hidden member.
          const unknown = await blind('GET', `${collection}?noSuchParameter=${text}`);
          assert.deepEqual(refused.body['allowed'], unknown.body['allowed']);
          assert.ok(!(unknown.body['allowed'] as readonly string[]).includes(name), unknown.text);
        }
      }
    },
  );

  test(
    'C-046 C-114 a caller cannot sort by a member that it may not read',
    unless(sorted, 'database'),
    async () => {
      for (const restriction of sorted) {
        const { member, readableBy = [] } = restriction;
        const { collection } = await kept(restriction);
        const blind = await callerWithout(readableBy);
        for (const direction of ['', ',asc', ',desc']) {
          const path = `${collection}?sort=${member}${direction}`;
          assert.equal((await seeing('GET', path)).status, 200, path);
          const refused = await blind('GET', path);
          const unknown = await blind('GET', `${collection}?sort=noSuchMember${direction}`);
          assert.deepEqual(
            [refused.status, refused.body['code']],
            [unknown.status, unknown.body['code']],
          );
          assert.deepEqual(placesOf(refused), placesOf(unknown));
          for (const each of [refused, unknown])
            assert.ok(!membersListedIn(each).includes(member), each.text);
        }
      }
    },
  );

  test(
    'C-092 C-114 nor by the names of JSON:API',
    representations.includes('json-api')
      ? unless([...filtered, ...sorted], 'database')
      : { skip: 'the service does not speak JSON:API' },
    async () => {
      const headers = { accept: 'application/vnd.api+json' };
      for (const restriction of new Set([...filtered, ...sorted])) {
        const { sample, member, sought, readableBy = [] } = restriction;
        const { collection } = await kept(restriction);
        const blind = await callerWithout(readableBy);
        const queries = [
          ...(sought === undefined
            ? []
            : [`filter[${member}]=${encodeURIComponent(String(sought))}`]),
          ...(sample.sort.includes(member) ? [`sort=${member}`, `sort=-${member}`] : []),
        ];
        for (const query of queries) {
          assert.equal(
            (await seeing('GET', `${collection}?${query}`, { headers })).status,
            200,
            query,
          );
          const refused = await blind('GET', `${collection}?${query}`, { headers });
          const isUnknown = query.startsWith('filter');
          assert.equal(refused.status, isUnknown ? 400 : validationStatus, query);
        }
      }
    },
  );

  const patched = given.filter(offers('update'));

  test(
    'C-063 C-114 no patch finds out what it is, or moves it to where it is seen',
    unless(patched, 'database'),
    async () => {
      for (const restriction of patched) {
        const { sample, member, value, readableBy = [] } = restriction;
        const { path } = await kept(restriction);
        const blind = await callerWithout(readableBy);
        if (!(await isPermitted(blind, 'PATCH', path))) continue;
        const [target = 'nothing'] = Object.keys(changesOf(sample, without(readableBy)));
        const pointer = `/${member}`;
        for (const operations of [
          [{ op: 'test', path: pointer, value }],
          [{ op: 'test', path: pointer, value: null }],
          [{ op: 'copy', from: pointer, path: `/${target}` }],
          [{ op: 'move', from: pointer, path: `/${target}` }],
          [{ op: 'remove', path: pointer }],
          [{ op: 'replace', path: pointer, value }],
        ]) {
          const answer = await blind('PATCH', path, { body: operations, headers: jsonPatch });
          const named = JSON.parse(
            JSON.stringify(operations).replaceAll(`"${pointer}"`, '"/noSuchMember"'),
          ) as unknown;
          const expected = await blind('PATCH', path, { body: named, headers: jsonPatch });
          assert.equal(answer.status, 409, `${JSON.stringify(operations)}: ${answer.text}`);
          assert.deepEqual(
            [answer.status, answer.body['detail']],
            [expected.status, expected.body['detail']],
          );
          assert.deepEqual(await valueAt(path, member), value);
        }
      }
    },
  );

  test(
    'C-058 C-063 C-114 a change without it leaves it as it is',
    unless(given, 'database'),
    async () => {
      for (const restriction of given) {
        const { sample, member, value, isNullable, readableBy = [] } = restriction;
        const { path } = await kept(restriction);
        const grants = without(readableBy);
        const blind = await callerWithout(readableBy);
        const { [member]: _, ...changes } = changesOf(sample, grants);
        for (const [method, bodyOf] of [
          ['PATCH', () => changes],
          // A caller that may write but not read it removes it.
          ...(isNullable || maySet(sample, member, grants)
            ? []
            : [['PATCH', () => ({ [member]: null })] as const]),
          ['PUT', (shown: Json) => sendable(sample, shown, grants)],
          ['PUT', (shown: Json) => ({ ...sendable(sample, shown, grants), ...changes })],
        ] as const) {
          if (
            service.contract.find(method, path) === undefined ||
            !(await isPermitted(blind, method, path))
          )
            continue;
          const { body: shown } = await blind('GET', path);
          const answer = await blind(method, path, { body: bodyOf(shown) });
          assert.ok(answer.status === 200, `${method}: ${answer.text}`);
          assert.deepEqual(await valueAt(path, member), value, method);
        }
      }
    },
  );

  test(
    'C-095 C-114 who sees more has another entity tag, and both are of one state',
    unless(hidden, 'database'),
    async () => {
      for (const restriction of hidden) {
        const { sample, readableBy = [] } = restriction;
        const { path } = await kept(restriction);
        const grants = without(readableBy);
        const blind = await callerWithout(readableBy);
        const { offers: types = [] } = service.contract.find('GET', path) ?? {};
        for (const accept of types) {
          const tagOf = async (send: Send) =>
            (await send('GET', path, { headers: { accept } })).headers.get('etag') ?? '';
          const tags = { all: await tagOf(seeing), less: await tagOf(blind) };
          assert.notEqual(tags.all, tags.less, accept);
          for (const [send, tag, status] of [
            [seeing, tags.all, 304],
            [seeing, tags.less, 200],
            [blind, tags.less, 304],
            [blind, tags.all, 200],
          ] as const) {
            const answer = await send('GET', path, { headers: { accept, 'if-none-match': tag } });
            assert.equal(answer.status, status, `${accept} ${tag}`);
          }
        }
        if (!sample.methods.includes('update') || !(await isPermitted(blind, 'PATCH', path)))
          continue;
        for (const send of [seeing, blind]) {
          const etag = (await send('GET', path)).headers.get('etag') ?? '';
          const answer = await blind('PATCH', path, {
            body: changesOf(sample, grants),
            headers: { 'if-match': etag },
          });
          assert.equal(answer.status, 200, answer.text);
        }
        const stale = await blind('PATCH', path, {
          body: {},
          headers: { 'if-match': '"99.v1.json"' },
        });
        assert.equal(stale.status, 412);
      }
    },
  );

  /** Callers that may do everything but set it: those who see it, and those who do not. */
  async function* refused(
    list: readonly MemberRule[],
    method: string,
    addressOf: (kept: Kept) => string,
  ) {
    for (const restriction of list) {
      const { readableBy = [], writableBy = [] } = restriction;
      for (const grants of [writableBy, [...writableBy, ...readableBy]]) {
        const where = await kept(restriction);
        const send = await callerWithout(grants);
        const address = addressOf(where);
        if (
          service.contract.find(method, address) === undefined ||
          !(await isPermitted(send, method, address))
        )
          continue;
        yield { ...restriction, ...where, send, grants };
      }
    }
  }

  /** The view of the sender, and the status of a successful change. A sender that may not read it sends the values that it would see. */
  async function shownTo(
    send: Send,
    grants: readonly string[],
    { sample }: MemberRule,
    path: string,
  ) {
    const read = await send('GET', path);
    if (read.status !== 403) return { shown: read.body, success: 200 };
    const { body } = await seeing('GET', path);
    const seen = Object.entries(body).filter(([name]) => maySee(sample, name, without(grants)));
    return { shown: Object.fromEntries(seen), success: 204 };
  }

  test(
    'C-113 C-114 C-142 it is set by those alone whom it is for: POST',
    unless(fixed.filter(offers('create')), 'database'),
    async () => {
      for await (const { sample, member, value, writableBy, collection, send, grants } of refused(
        fixed,
        'POST',
        (where) => where.collection,
      )) {
        const count = async () =>
          sample.methods.includes('list') ? (await allItems(seeing, sample, collection)).length : 0;
        const body = settableWithout(grants, sample, await make.body(sample));
        const before = await count();
        assertRefused(
          await send('POST', collection, { body: { ...body, [member]: value } }),
          member,
          sample.path,
        );
        assert.equal(await count(), before);
        const { [member]: _, ...others } = body;
        await makeRoomFor(service, sample, others);
        assert.equal((await send('POST', collection, { body: others })).status, 201, sample.path);
        if (writableBy?.length === 0) continue;
        const set = await seeing('POST', collection, {
          body: { ...(await make.body(sample)), [member]: value },
        });
        assert.equal(set.status, 201, set.text);
        assertShown(set, sample, member, value);
      }
    },
  );

  test(
    'C-113 C-114 C-142 it is set by those alone whom it is for: PATCH',
    unless(fixed.filter(offers('update')), 'database'),
    async () => {
      for await (const each of refused(fixed, 'PATCH', (where) => where.path)) {
        const { sample, member, value, other, writableBy, path, send, grants } = each;
        const before = (await seeing('GET', path)).body;
        // What has one value can be changed to no other.
        if (other !== undefined) {
          assertRefused(
            await send('PATCH', path, { body: { [member]: other } }),
            member,
            sample.path,
          );
          const operations = [{ op: 'add', path: `/${member}`, value: other }];
          assertRefused(
            await send('PATCH', path, { body: operations, headers: jsonPatch }),
            member,
            sample.path,
          );
          assert.deepEqual((await seeing('GET', path)).body, before);
        }
        const { shown, success } = await shownTo(send, grants, each, path);
        const same = await send('PATCH', path, { body: { [member]: value } });
        if (Object.hasOwn(shown, member)) assert.equal(same.status, success, same.text);
        // The answer must not tell that a guess was right.
        else assertRefused(same, member, sample.path);
        if (other === undefined || isDecided(sample, member) || writableBy?.length === 0) continue;
        const set = await seeing('PATCH', path, { body: { [member]: other } });
        assert.equal(set.status, 200, set.text);
        assertShown(set, sample, member, other);
      }
    },
  );

  test(
    'C-113 C-114 C-142 it is set by those alone whom it is for: PUT',
    unless(fixed.filter(offers('replace')), 'database'),
    async () => {
      for await (const each of refused(fixed, 'PUT', (where) => where.path)) {
        const { sample, member, value, other, path, send, grants } = each;
        const before = (await seeing('GET', path)).body;
        const { shown, success } = await shownTo(send, grants, each, path);
        if (other !== undefined)
          assertRefused(
            await send('PUT', path, { body: { ...shown, [member]: other } }),
            member,
            sample.path,
          );
        const same = await send('PUT', path, { body: { ...shown, [member]: value } });
        if (Object.hasOwn(shown, member)) assert.equal(same.status, success, same.text);
        else assertRefused(same, member, sample.path);
        const { [member]: _, ...others } = shown;
        assert.equal((await send('PUT', path, { body: others })).status, success, sample.path);
        assert.deepEqual((await seeing('GET', path)).body, before);
      }
    },
  );

  // What no method sends or shows is not in the document.
  const writing: ResourceSample['methods'] = ['create', 'replace', 'update'];
  const described = memberRules.filter(({ sample, member }) => {
    const telling = sample.writeOnly.includes(member)
      ? writing
      : [...writing, 'list' as const, 'read' as const];
    return sample.methods.some((method) => telling.includes(method));
  });
  test('C-114 the document says whom it is for', unless(described), () => {
    const { document } = service.contract;
    const { schemas = {} } = (document['components'] ?? {}) as {
      schemas?: Readonly<Record<string, object>>;
    };
    for (const { member, readableBy, writableBy } of described) {
      const shown = Object.values(schemas).filter((schema) => {
        const { properties = {} } = schema as { properties?: Readonly<Record<string, Json>> };
        const { [member]: property } = properties;
        const flags = [property?.['x-readableBy'], property?.['x-writableBy']];
        return JSON.stringify(flags) === JSON.stringify([readableBy, writableBy]);
      });
      assert.ok(shown.length > 0, member);
      for (const schema of shown) {
        const { required = [], properties = {} } = schema as {
          required?: string[];
          properties?: Readonly<Record<string, Json>>;
        };
        // It may be required in a new resource, even if the caller may not read it.
        if (readableBy !== undefined && Object.hasOwn(properties, 'id'))
          assert.ok(!required.includes(member), member);
        const description = String(properties[member]?.['description']);
        for (const grant of [...(readableBy ?? []), ...(writableBy ?? [])])
          assert.ok(description.includes(`\`${grant}\``), description);
      }
    }
  });
});
