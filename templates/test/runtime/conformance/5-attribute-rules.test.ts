import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { mechanisms, samples } from '../../contract.ts';
import {
  allGrants,
  changesOf,
  granting,
  makeRoomFor,
  maySee,
  maySet,
  sendable,
  sending,
  type Send,
  isByName,
} from '../support/callers.ts';
import { placesOf, type TestAnswer } from '../support/client.ts';
import {
  colliding,
  holding,
  itemsOf,
  leaving,
  madeAt,
  startConforming,
  testEngines,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import {
  assertAlike,
  bodyAt,
  claimsOf,
  collectionOf,
  rowFiltered,
  divides,
  holdingBoth,
  mayPlainly,
  nameFor,
  noRoomForBoth,
  placed,
  plainGrants,
  rulesOn,
  someone,
  type Side,
} from '../support/row-visibility.ts';
import { usual } from '../support/credentials.ts';
import { allItems } from '../support/lists.ts';
import { replacementOf } from '../support/replacement.ts';
import type { Json, ResourceSample } from '../support/sample.ts';
import { needing } from '../support/target.ts';

/** Whether it offers all of these, to somebody for whom rules count. */
const offers =
  (...methods: ResourceSample['methods']) =>
  (sample: ResourceSample) =>
    methods.every((method) => sample.methods.includes(method) && mayPlainly(sample, method));
const listed = holdingBoth(rowFiltered.filter(offers('list')), { own: 2, other: 1 });
const ruled = samples.filter(
  ({ attributes, methods }) => attributes.length > 0 && methods.length > 0,
);
/** Those whose claims are no names: a caller can claim anything. */
const ruledByClaims = ruled.filter((sample) => !rulesOn(sample).some(isByName));
/** Those that have a value of their own in something that a caller can claim. */
const divided = ruledByClaims.filter(({ attributes }) => attributes.some(divides));

function isRefused({ status }: TestAnswer): boolean {
  return status === 400 || status === validationStatus;
}

/** A body that says nothing of what claims say. */
function without(body: Json, { attributes }: ResourceSample): Json {
  const ruling = new Set(attributes.map(({ member }) => member));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ruling.has(name)));
}

/** Whether two rows can refer to something, where they may not refer to the same. */
function hasAnother(
  { room }: ResourceSample,
  { uniqueKeys }: ResourceSample,
  member: string,
): boolean {
  return room !== 1 || !uniqueKeys.flat().includes(member);
}

for (const engine of testEngines()) {
  describe(
    `part 5, whose rows are whose, on ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;
      let make: ConformingService['make'];
      let own: Send;
      let other: Send;

      before(async () => {
        service = await startConforming(engine);
        make = service.make;
        // Tests cannot make up callers for a remote service.
        if (needing('database').skip) return;
        [own, other] = await Promise.all([callerOf('own'), callerOf('other')]);
      });
      after(() => service.stop());

      async function callerOf(side: Side): Promise<Send> {
        const name = nameFor(side);
        return someone(service, claimsOf(side), name === undefined ? {} : { name });
      }

      /** A body that a caller without a way round the rules may send, of a resource at its side. */
      async function bodyOf(sample: ResourceSample, side: Side): Promise<Json> {
        const body = sendable(sample, await bodyAt(service, sample, side), plainGrants);
        await makeRoomFor(service, sample, body);
        return body;
      }

      /** The stored row, without a row filter. */
      async function rowOf({ table }: ResourceSample, id: string): Promise<unknown> {
        const query = sql`select * from ${sql.table(table)} where id = ${id}`;
        const { rows } = await query.execute(service.database.reader);
        assert.equal(rows.length, 1, table);
        return rows[0];
      }

      test(
        'C-112 a list shows, counts and sorts nothing of others',
        unless(listed, 'database'),
        async () => {
          for (const sample of listed) {
            const mine = await placed(service, sample, 'own');
            const { collection } = mine;
            // With one alone nothing needs to be counted.
            await placed(service, sample, 'own', { within: collection });
            const theirs = await placed(service, sample, 'other');
            const all = await allItems(own, sample, collection);
            const ids = all.map(({ id }) => id);
            assert.ok(ids.includes(mine.id) && !ids.includes(theirs.id), sample.path);
            for (const { member, own: value } of sample.attributes.filter((rule) =>
              maySee(sample, rule.member, plainGrants),
            )) {
              for (const item of all) assert.deepEqual(item[member], value, member);
            }
            const first = await own('GET', `${collection}?size=1`);
            const { page } = first.body as { page?: { totalItems?: number; totalPages?: number } };
            if (sample.hasTotal)
              assert.deepEqual([page?.totalItems, page?.totalPages], [ids.length, ids.length]);
            for (const name of sample.sort.filter((each) => maySee(sample, each, plainGrants))) {
              for (const direction of ['asc', 'desc']) {
                const sorted = await allItems(
                  own,
                  sample,
                  `${collection}?sort=${name},${direction}`,
                );
                assert.deepEqual(
                  sorted.map(({ id }) => id).toSorted(),
                  ids.toSorted(),
                  `${sample.path} by ${name}`,
                );
              }
            }
            for (const name of sample.filter.filter((each) => maySee(sample, each, plainGrants))) {
              const value = { ...theirs.body, id: theirs.id }[name];
              if (value === undefined || value === null || typeof value === 'object') continue;
              const query = `${collection}?${name}=${encodeURIComponent(String(value))}`;
              const filtered = await own('GET', query);
              if (isRefused(filtered)) continue;
              const found = await allItems(own, sample, query);
              assert.ok(
                found.every(({ id }) => ids.includes(id)),
                `${sample.path} where ${name} is ${String(value)}`,
              );
              const { page: counted } = filtered.body as { page?: { totalItems?: number } };
              if (sample.hasTotal) assert.equal(counted?.totalItems, found.length);
              const isRule = sample.attributes
                .filter(divides)
                .some(({ member }) => member === name);
              if (isRule) assert.deepEqual(found, [], name);
            }
            const { offers: types = [] } = service.contract.find('GET', collection) ?? {};
            for (const accept of types) {
              const { status, text } = await own('GET', collection, { headers: { accept } });
              assert.equal(status, 200, accept);
              // A page may be as small as one item.
              assert.ok(
                ids.some((id) => text.includes(String(id))) && !text.includes(theirs.id),
                accept,
              );
            }
            if (sample.parent === undefined) {
              const seen = new Set((await allItems(other, sample, collection)).map(({ id }) => id));
              assert.ok(seen.has(theirs.id) && !seen.has(mine.id));
              // Right after the rows of the first caller were counted, by the same query.
              await own('GET', `${collection}?size=1`);
              const beyond = await other('GET', `${collection}?size=1&page=${seen.size + 1}`);
              const { page: counted } = beyond.body as { page?: { totalItems?: number } };
              if (sample.hasTotal) assert.equal(counted?.totalItems, seen.size);
            }
          }
        },
      );

      const turned = holding(
        holdingBoth(
          rowFiltered.filter(offers('list', 'read')).filter(({ hasCursor }) => hasCursor),
          { own: 1, other: 1 },
        ),
        3,
      );

      test(
        'C-042 C-112 a cursor of somebody else leads to nothing of it',
        unless(turned, 'database'),
        async () => {
          for (const sample of turned) {
            const sides: readonly Side[] = ['own', 'other'];
            const [mine, theirs] = await Promise.all(
              sides.map((side) => collectionOf(service, sample, side)),
            );
            for (const [index, within] of [mine, theirs, mine, theirs, mine, theirs].entries()) {
              await placed(service, sample, sides[index % 2] ?? 'own', { within: within ?? '' });
            }
            const start = await other('GET', `${theirs ?? ''}?size=1`);
            assert.equal(start.status, 200, start.text);
            const { links } = start.body as { links?: { next?: string } };
            const next = new URL(links?.next ?? '', service.baseUrl);
            assert.ok(next.searchParams.has('cursor'), start.text);
            const answer = await own('GET', `${mine ?? ''}${next.search}`);
            if (isRefused(answer)) continue;
            assert.equal(answer.status, 200, answer.text);
            for (const { id } of itemsOf(answer))
              assert.equal((await own('GET', `${mine ?? ''}/${String(id)}`)).status, 200);
          }
        },
      );

      test(
        'C-112 C-113 what is of others is answered as what there is not',
        unless(rowFiltered, 'database'),
        async () => {
          for (const sample of rowFiltered) {
            // Where there is room for few, a body of the one side takes the place of a row of the other.
            const body = await bodyOf(sample, 'own');
            const theirs = await placed(service, sample, 'other');
            const before = await rowOf(sample, theirs.id);
            const { headers: known } = await other('GET', theirs.path);
            const etag = known.get('etag') ?? '"1.v1.json"';
            const changes = changesOf(sample, plainGrants);
            const isBelowNothing =
              sample.parent !== undefined && rulesOn(sample.parent).some(divides);
            // Each identifier on the way to it, in whose place there could be one of nothing.
            for (const [, id = ''] of theirs.path.matchAll(/\/([0-9a-f-]{36})/g)) {
              const nothing = service.newId();
              const requests: [method: string, path: string, body?: unknown][] = [
                ['GET', theirs.path],
                ['HEAD', theirs.path],
                ['PUT', theirs.path, body],
                ['PATCH', theirs.path, changes],
                ['DELETE', theirs.path],
                ...(sample.customOperations ?? []).map(
                  (customOperation): [string, string, unknown] => [
                    'POST',
                    `${theirs.path}/${customOperation.name}`,
                    customOperation.input,
                  ],
                ),
              ];
              if (isBelowNothing && theirs.collection.includes(id)) {
                requests.push(
                  ['GET', theirs.collection],
                  ['HEAD', theirs.collection],
                  ['POST', theirs.collection, body],
                );
              }
              for (const child of samples.filter(({ parent }) => parent === sample)) {
                const collection = `${theirs.path}/${child.path.slice(child.path.lastIndexOf('/') + 1)}`;
                requests.push(
                  ['GET', collection],
                  ['POST', collection, await bodyOf(child, 'own')],
                );
              }
              const { offers: types = [] } = service.contract.find('GET', theirs.path) ?? {};
              const variants: readonly Readonly<Record<string, string>>[] = [
                {},
                ...types.map((accept) => ({ accept })),
                { 'if-match': '*' },
                { 'if-match': etag },
                { 'if-match': '"99.v1.json"' },
                { 'if-none-match': '*' },
                { 'if-none-match': etag },
                { 'idempotency-key': `"${randomUUID()}"` },
                { prefer: 'return=minimal' },
              ];
              for (const [method, path, sent] of requests) {
                if (service.contract.find(method, path) === undefined) continue;
                for (const headers of variants) {
                  const what = `${method} ${path} ${JSON.stringify(headers)}`;
                  const answer = await own(method, path, { body: sent, headers });
                  const expected = await own(method, path.replace(id, nothing), {
                    body: sent,
                    headers,
                  });
                  assertAlike(answer, expected, [id, nothing], what);
                  // A missing grant is reported before any row is looked up, and so reveals nothing.
                  assert.ok([403, 404].includes(answer.status), `${what}: ${answer.text}`);
                }
              }
            }
            assert.deepEqual(await rowOf(sample, theirs.id), before, theirs.path);
          }
        },
      );

      const nested = holdingBoth(
        rowFiltered.filter(offers('read')).filter(({ parent }) => parent !== undefined),
        { own: 1, other: 1 },
      );

      test(
        'C-034 C-112 a row of others is not below one of its own either',
        unless(nested, 'database'),
        async () => {
          for (const sample of nested) {
            const mine = await placed(service, sample, 'own');
            const theirs = await placed(service, sample, 'other');
            assert.equal((await own('GET', mine.path)).status, 200);
            const nothing = service.newId();
            for (const [method, body] of [
              ['GET'],
              ['PUT', await bodyOf(sample, 'own')],
              ['PATCH', {}],
              ['DELETE'],
            ] as const) {
              if (service.contract.find(method, mine.path) === undefined) continue;
              const answer = await own(method, `${mine.collection}/${theirs.id}`, { body });
              const expected = await own(method, `${mine.collection}/${nothing}`, { body });
              assertAlike(answer, expected, [theirs.id, nothing], `${method} ${sample.path}`);
            }
            assert.equal((await other('GET', theirs.path)).status, 200);
          }
        },
      );

      const creatable = ruled.filter(offers('create', 'read'));

      test(
        'C-112 a new resource belongs to its creator, whether the body says so or not',
        unless(creatable, 'database'),
        async () => {
          for (const sample of creatable) {
            const collection = await collectionOf(service, sample, 'own');
            for (const { member, own: value } of sample.attributes) {
              const said = await own('POST', collection, { body: await bodyOf(sample, 'own') });
              assert.equal(said.status, 201, said.text);
              const { [member]: _, ...unsaid } = await bodyOf(sample, 'own');
              const filledIn = await own('POST', collection, { body: unsaid });
              assert.equal(filledIn.status, 201, filledIn.text);
              if (maySee(sample, member, plainGrants))
                assert.deepEqual(filledIn.body[member], value);
              const kept = (await sample.rows(service.database)).find(({ id }) =>
                madeAt(filledIn).endsWith(id),
              );
              assert.deepEqual(new Map(Object.entries(kept ?? {})).get(member), value);
            }
          }
        },
      );

      const refusing = creatable.filter(({ attributes }) => attributes.some(divides));

      test(
        'C-112 C-142 nothing is made for somebody else',
        unless(refusing, 'database'),
        async () => {
          for (const sample of refusing) {
            const collection = await collectionOf(service, sample, 'own');
            for (const { member, other: foreign } of sample.attributes.filter(divides)) {
              const count = async () =>
                sample.methods.includes('list')
                  ? (await allItems(service.request, sample, collection)).length
                  : 0;
              const body = { ...(await bodyOf(sample, 'own')), [member]: foreign };
              const before = await count();
              const refused = await own('POST', collection, { body });
              assert.equal(refused.status, 403, refused.text);
              assert.equal(refused.body['code'], 'forbidden');
              assert.deepEqual(placesOf(refused), [`/${member}`]);
              assert.equal(await count(), before);
            }
          }
        },
      );

      const changeable = ruled
        .filter(offers('read', 'update'))
        .filter(({ attributes }) => attributes.some(divides));

      test(
        'C-112 C-142 nothing is handed to somebody else',
        unless(changeable, 'database'),
        async () => {
          for (const sample of changeable) {
            const { path } = await placed(service, sample, 'own');
            const before = (await own('GET', path)).body;
            for (const { member, other: foreign } of sample.attributes.filter(divides)) {
              const requests: readonly (readonly [
                string,
                unknown,
                Readonly<Record<string, string>>?,
              ])[] = [
                ['PATCH', { [member]: foreign }],
                [
                  'PATCH',
                  [{ op: 'add', path: `/${member}`, value: foreign }],
                  { 'content-type': 'application/json-patch+json' },
                ],
                ['PUT', { ...sendable(sample, before, plainGrants), [member]: foreign }],
              ];
              for (const [method, body, headers = {}] of requests) {
                if (method === 'PUT' && !offers('replace')(sample)) continue;
                const answer = await own(method, path, { body, headers });
                const isFixed =
                  sample.immutable.includes(member) && maySet(sample, member, plainGrants);
                assert.equal(
                  answer.body['code'],
                  isFixed ? 'validation-failed' : 'forbidden',
                  answer.text,
                );
                assert.deepEqual(placesOf(answer), [`/${member}`]);
              }
            }
            assert.deepEqual((await own('GET', path)).body, before);
          }
        },
      );

      const referring = samples.flatMap((sample) =>
        Object.entries(sample.targets).flatMap(([member, idParameter]) => {
          const target = rowFiltered.find((each) => each.idParameter === idParameter);
          return target === undefined ? [] : [{ sample, member, target }];
        }),
      );
      const settable = referring
        .filter(({ sample }) => offers('create', 'read')(sample) && holding([sample], 2).length > 0)
        .filter(
          ({ sample, member }) =>
            maySee(sample, member, plainGrants) && maySet(sample, member, plainGrants),
        )
        .filter(({ sample, member }) => !sample.readOnly.includes(member));
      const ofBoth = holdingBoth(rowFiltered, { own: 1, other: 1 });
      const making =
        settable.length === 0
          ? settable
          : leaving(
              settable.filter(
                ({ sample, member, target }) =>
                  ofBoth.includes(target) && hasAnother(target, sample, member),
              ),
              noRoomForBoth,
            );

      test(
        'C-112 C-113 a reference to what is of others is one to nothing',
        unless(making, 'database'),
        async () => {
          for (const { sample, member, target } of making) {
            const theirs = await placed(service, target, 'other');
            const collection = await collectionOf(service, sample, 'own');
            const mine = await make.target(target);
            const body = await bodyOf(sample, 'own');
            const nothing = service.newId();
            const requests: [method: string, path: string, body: Json][] = [
              ['POST', collection, body],
            ];
            const { path } = await placed(service, sample, 'own', { within: collection });
            if (!sample.immutable.includes(member)) {
              if (offers('update')(sample)) requests.push(['PATCH', path, {}]);
              if (offers('replace')(sample)) {
                const { body: stored } = await own('GET', path);
                const replacement = replacementOf(sample, await bodyOf(sample, 'own'), stored);
                requests.push(['PUT', path, sendable(sample, replacement, plainGrants)]);
              }
            }
            for (const [method, address, members] of requests) {
              const what = `${method} ${address} with ${member}`;
              const answer = await own(method, address, {
                body: { ...members, [member]: theirs.id },
              });
              const expected = await own(method, address, {
                body: { ...members, [member]: nothing },
              });
              assert.equal(answer.status, 409, `${what}: ${answer.text}`);
              assert.equal(answer.body['code'], 'reference-conflict');
              assert.deepEqual(placesOf(answer), [`/${member}`]);
              assertAlike(answer, expected, [theirs.id, nothing], what);
              const id = sample.uniqueKeys.flat().includes(member)
                ? (await placed(service, target, 'own')).id
                : mine;
              const permitted = await own(method, address, { body: { ...members, [member]: id } });
              assert.ok(permitted.status < 300, `${what}: ${permitted.text}`);
            }
          }
        },
      );

      /** What is unique in whatever claims say, and can be sent by who claims it. */
      const unique = colliding(
        rowFiltered.filter(offers('create')).filter((sample) => {
          const names = sample.uniqueKeys.flat();
          const isRuled = sample.attributes.some(({ member }) => names.includes(member));
          return (
            names.length > 0 && !isRuled && names.every((name) => maySet(sample, name, plainGrants))
          );
        }),
      );

      test(
        'C-112 C-113 what others have is free, and what is taken is so once',
        unless(unique, 'database'),
        async () => {
          for (const sample of unique) {
            const full = Object.entries(await make.full(sample));
            const taken = Object.fromEntries(
              full.filter(([name]) => Object.hasOwn(sample.unique, name)),
            );
            const theirs = await placed(service, sample, 'other', { body: taken });
            const collection = await collectionOf(service, sample, 'own');
            const body = { ...(await bodyOf(sample, 'own')), ...taken };
            const free = await own('POST', collection, { body });
            assert.equal(free.status, 201, free.text);
            const again = await own('POST', collection, { body });
            assert.equal(again.body['code'], 'unique-conflict', again.text);
            for (const { member } of rulesOn(sample))
              assert.ok(!placesOf(again).includes(`/${member}`));
            assert.ok(!again.text.includes(theirs.id));
          }
        },
      );

      const repeatable = divided
        .filter(offers('create', 'read'))
        .filter(({ parent }) => parent === undefined || rulesOn(parent).length === 0);

      test(
        'C-057 C-112 an answer of somebody else, or of other claims, is never repeated',
        unless(repeatable, 'database'),
        async () => {
          for (const sample of repeatable) {
            const collection = await collectionOf(service, sample, 'own');
            const name = `changes its claims ${sample.collection}`;
            const first = await someone(service, claimsOf('own'), { name });
            const second = await someone(service, claimsOf('other'), { name });
            const body = without(await bodyOf(sample, 'own'), sample);
            const headers = { 'idempotency-key': `"${randomUUID()}"` };
            const made = await first('POST', collection, { body, headers });
            assert.equal(made.status, 201, made.text);
            for (const send of [second, other]) {
              const answer = await send('POST', collection, { body, headers });
              assert.equal(answer.headers.get('idempotency-replayed'), null, answer.text);
              assert.ok(!answer.text.includes(String(made.body['id'])), answer.text);
            }
            const again = await first('POST', collection, { body, headers });
            assert.equal(again.headers.get('idempotency-replayed'), 'true');
            assert.equal(again.body['id'], made.body['id']);
          }
        },
      );

      test(
        'C-112 who claims several has the rows of each, and says whose a new one is',
        unless(divided, 'database'),
        async () => {
          const both = await someone(service, claimsOf('own', 'other'));
          for (const sample of divided) {
            for (const side of ['own', 'other'] as const) {
              const { path, collection } = await placed(service, sample, side);
              if (offers('read')(sample)) assert.equal((await both('GET', path)).status, 200, path);
              if (!offers('create')(sample)) continue;
              const dividing = sample.attributes.filter(divides).map(({ member }) => member);
              // What only claims may say is never said where they say several.
              const unsayable = dividing.filter((member) => !maySet(sample, member, plainGrants));
              if (unsayable.length === 0) {
                const said = await both('POST', collection, { body: await bodyOf(sample, side) });
                assert.equal(said.status, 201, said.text);
              }
              for (const member of dividing) {
                const { [member]: _, ...unsaid } = await bodyOf(sample, side);
                const refused = await both('POST', collection, { body: unsaid });
                assert.equal(refused.body['code'], 'validation-failed', refused.text);
                const missing = dividing.filter(
                  (each) => each === member || unsayable.includes(each),
                );
                assert.deepEqual(
                  placesOf(refused),
                  missing.map((each) => `/${each}`),
                );
              }
            }
          }
        },
      );

      const named = ruled.filter(offers('read')).filter((sample) => rulesOn(sample).some(isByName));

      test(
        'C-112 who has the same name by another mechanism is somebody else',
        mechanisms.length > 1
          ? unless(named, 'database')
          : { skip: 'this service has one mechanism' },
        async () => {
          const granted = { ...granting(plainGrants), claims: claimsOf('own') };
          for (const sample of named) {
            const { path } = await placed(service, sample, 'own');
            assert.equal((await own('GET', path)).status, 200, path);
            for (const mechanism of mechanisms.filter((each) => each !== usual)) {
              const credential = await service.credentials.of(
                nameFor('own') ?? '',
                mechanism,
                granted,
              );
              assert.equal(
                (await sending(service, credential)('GET', path)).status,
                404,
                mechanism,
              );
            }
          }
        },
      );

      test(
        'C-112 for who claims nothing there is nothing',
        unless(ruledByClaims, 'database'),
        async () => {
          const nobody = await someone(service, {});
          for (const sample of ruledByClaims) {
            const { path, collection } = await placed(service, sample, 'own');
            if (offers('read')(sample)) assert.equal((await nobody('GET', path)).status, 404, path);
            if (offers('list')(sample) && sample.parent === undefined) {
              const list = await nobody('GET', collection);
              assert.deepEqual(itemsOf(list), []);
              const { page } = list.body as { page?: { totalItems?: number } };
              if (sample.hasTotal) assert.equal(page?.totalItems, 0);
            }
            if (!offers('create')(sample) || sample.parent !== undefined) continue;
            for (const body of [
              await bodyOf(sample, 'own'),
              without(await bodyOf(sample, 'own'), sample),
            ]) {
              const refused = await nobody('POST', collection, { body });
              assert.equal(refused.body['code'], 'forbidden', refused.text);
            }
          }
        },
      );

      const tokens = mechanisms.find((name) => name === 'jwt' || name === 'oauth2');
      test(
        'C-112 a claim that is no value of the member is none',
        tokens === undefined
          ? { skip: 'this service takes no tokens' }
          : unless(ruledByClaims.filter(offers('read')), 'database'),
        async () => {
          for (const sample of ruledByClaims.filter(offers('read'))) {
            const { path } = await placed(service, sample, 'own');
            for (const rule of rulesOn(sample)) {
              const { claim, own: value, other: foreign } = rule;
              const text = String(value);
              const wrong: unknown[] = [
                null,
                {},
                { [claim]: value },
                { value },
                [],
                [[value]],
                [null],
              ];
              if (text !== '') wrong.push('');
              if (divides(rule)) wrong.push([foreign]);
              if (typeof value === 'string') {
                const texts = [
                  `${text} `,
                  ` ${text}`,
                  `${text}x`,
                  `${text},${String(foreign)}`,
                  `${text} ${String(foreign)}`,
                  '*',
                  '%',
                  true,
                  5,
                ];
                wrong.push(...texts.filter((each) => String(each) !== text));
              }
              const granted = granting(plainGrants);
              const answerTo = async (claims: unknown) => {
                const sent = {
                  ...granted,
                  claims: { ...claimsOf('own'), [claim]: claims as string },
                };
                const credential = await service.credentials.of('claims a lot', tokens, sent);
                return sending(service, credential)('GET', path);
              };
              for (const each of wrong)
                assert.equal((await answerTo(each)).status, 404, JSON.stringify(each));
              for (const each of [
                value,
                [value],
                ...(divides(rule) ? [[foreign, value]] : []),
                [null, {}, value],
              ]) {
                assert.equal((await answerTo(each)).status, 200, JSON.stringify(each));
              }
            }
          }
        },
      );

      const forExempt = samples
        .filter((sample) => rulesOn(sample).length > 0 && sample.methods.includes('read'))
        .filter((sample) => rulesOn(sample).every((rule) => rule.unless.length > 0));

      test(
        'C-112 for whom a rule does not count everything exists, and says whose a new one is',
        unless(forExempt, 'database'),
        async () => {
          const all = await someone(service, {}, { grants: allGrants });
          for (const sample of forExempt) {
            for (const side of ['own', 'other'] as const) {
              const { path, collection } = await placed(service, sample, side);
              assert.equal((await all('GET', path)).status, 200, path);
              if (!sample.methods.includes('list')) continue;
              const list = await allItems(all, sample, collection);
              assert.ok(list.some(({ id }) => path.endsWith(String(id))));
              // The name of the caller owns new rows, and some members get their value from claims only.
              const isSaid = sample.attributes.every(
                (rule) => !isByName(rule) && maySet(sample, rule.member, allGrants),
              );
              if (!sample.methods.includes('create') || sample.attributes.length === 0 || !isSaid)
                continue;
              const body = await bodyAt(service, sample, side);
              const said = await all('POST', collection, { body });
              assert.equal(said.status, 201, said.text);
              const unsaid = await all('POST', collection, {
                body: without(await make.body(sample), sample),
              });
              assert.equal(unsaid.body['code'], 'validation-failed', unsaid.text);
              assert.deepEqual(
                placesOf(unsaid),
                sample.attributes.map(({ member }) => `/${member}`),
              );
            }
          }
        },
      );
    },
  );
}
