import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { representations } from '../../contract.ts';
import {
  customOperationCases,
  arrived,
  bring,
  leading,
  perform,
  ready,
  stateOf,
} from '../support/custom-operations.ts';
import { placesOf } from '../support/client.ts';
import {
  itemsOf,
  linked,
  offering,
  startConforming,
  testEngines,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { allItems } from '../support/lists.ts';
import type { Json, ResourceSample } from '../support/sample.ts';

const stateful = offering('read').filter(({ machine }) => machine !== undefined);
const showsLinks = ['hal', 'json-api', 'html'].some((name) => representations.includes(name));
const linking = showsLinks
  ? unless(leading)
  : { skip: 'no representation of this service shows what can be done' };
const refusable = customOperationCases.filter(
  ({ customOperation }) => customOperation.failing.length > 0,
);

for (const engine of testEngines()) {
  describe(`part 3, transitions on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let service: ConformingService;
    const send = (...request: Parameters<ConformingService['request']>) =>
      service.request(...request);

    before(async () => {
      service = await startConforming(engine);
    });
    after(() => service.stop());

    async function fresh(sample: ResourceSample): Promise<string> {
      const collection = await service.make.collection(sample);
      return `${collection}/${(await service.make.insert(sample, collection)).id}`;
    }

    test('C-145 what is new is in the initial state', unless(stateful), async () => {
      for (const sample of stateful) {
        const { body } = await send('GET', await fresh(sample));
        assert.equal(stateOf(sample, body), sample.machine?.initial);
      }
    });

    test('C-009 C-145 no client sets the state itself', unless(stateful), async () => {
      for (const sample of stateful) {
        const { machine, methods } = sample;
        const { field = '', initial, states = [] } = machine ?? {};
        // Made first: where there can be few, the body takes the place of another row.
        const spare = await service.make.spare(sample);
        const path = await fresh(sample);
        const others = [...states.filter((state) => state !== initial), 'nowhere', null, 1];
        const collection = path.slice(0, path.lastIndexOf('/'));
        const refused = async (method: string, to: string, body: Json) => {
          const answer = await send(method, to, { body });
          assert.equal(answer.status, validationStatus, answer.text);
          assert.ok(placesOf(answer).includes(`/${field}`), answer.text);
        };
        if (methods.includes('create')) {
          for (const state of [initial, ...others]) {
            await refused('POST', collection, { ...spare, [field]: state });
          }
        }
        if (methods.includes('update')) {
          // A merge patch with null says nothing about it.
          const said = others.filter((state) => state !== null);
          for (const state of said) await refused('PATCH', path, { [field]: state });
        }
        if (methods.includes('replace')) {
          const { body } = await send('GET', path);
          for (const state of others) await refused('PUT', path, { ...body, [field]: state });
          const same = await send('PUT', path, { body });
          assert.equal(same.status, 200, same.text);
        }
        assert.equal(stateOf(sample, (await send('GET', path)).body), initial);
      }
    });

    test(
      'C-145 what the state does not permit is refused, with what it does permit',
      unless(leading),
      async () => {
        for (const each of leading) {
          for (const other of leading) {
            const isElsewhere =
              each.sample === other.sample &&
              !other.customOperation.from?.includes(each.customOperation.to ?? '');
            if (!isElsewhere) continue;
            const brought = await bring(service, each);
            const made = await perform(service, { ...each, ...brought });
            assert.equal(made.status, 200, made.text);
            const { body: before } = await send('GET', brought.path);
            const answer = await send('POST', `${brought.path}/${other.customOperation.name}`, {
              body: other.customOperation.input,
            });
            assert.equal(answer.status, 409, answer.text);
            assert.equal(answer.body['code'], 'transition-not-allowed');
            assert.equal(answer.body['state'], each.customOperation.to);
            const allowed = [answer.body['allowedTransitions']].flat();
            for (const name of allowed) {
              const found = each.sample.customOperations?.find((offered) => offered.name === name);
              assert.ok(found?.from?.includes(each.customOperation.to ?? ''), String(name));
            }
            assert.deepEqual((await send('GET', brought.path)).body, before);
          }
        }
      },
    );

    test(
      'C-145 a condition that is not met is named, and nothing is done',
      unless(refusable),
      async () => {
        for (const each of refusable) {
          const { sample, customOperation } = each;
          for (const change of customOperation.failing) {
            const path = await arrived(service, each, change);
            const { body: before } = await send('GET', path);
            const answer = await send('POST', `${path}/${customOperation.name}`, {
              body: customOperation.input,
            });
            assert.equal(answer.status, 409, answer.text);
            assert.equal(answer.body['code'], 'guard-not-met');
            assert.ok([answer.body['unmet']].flat().includes(change.member), answer.text);
            assert.equal(answer.body['state'], stateOf(sample, before));
            assert.deepEqual((await send('GET', path)).body, before);
            if (!('mended' in change)) continue;
            const input = { ...customOperation.input, [change.member]: change.mended };
            const made = await send('POST', `${path}/${customOperation.name}`, { body: input });
            assert.equal(made.status, 200, made.text);
          }
        }
      },
    );

    test(
      'C-145 of two clients that make the same transition at once, one does',
      unless(leading),
      async () => {
        for await (const { target, path, body, customOperation } of ready(service, leading)) {
          const both = await Promise.all(
            [1, 2].map(() => send('POST', target, { body: customOperation.input })),
          );
          const codes = both
            .map(({ status, body: answer }) => (status === 200 ? status : answer['code']))
            .toSorted();
          assert.deepEqual(codes, [200, 'transition-not-allowed']);
          const { body: after } = await send('GET', path);
          assert.equal(after['revision'], Number(body['revision']) + 1);
        }
      },
    );

    const kept = leading.filter(({ sample }) =>
      offering('list').some(
        ({ parent, path }) => parent === sample && path.endsWith('/transitions'),
      ),
    );

    test('C-145 every transition that was made is kept, and no other', unless(kept), async () => {
      for await (const each of ready(service, kept)) {
        const { path, body, customOperation, sample } = each;
        const history = async () => itemsOf(await send('GET', `${path}/transitions?sort=at`));
        const before = await history();
        const made = await perform(service, each);
        assert.equal(made.status, 200, made.text);
        await send('POST', each.target, { body: customOperation.input });
        const [last, ...more] = (await history()).slice(before.length);
        assert.deepEqual(more, []);
        assert.ok(last !== undefined);
        assert.equal(before.length, customOperation.way.length);
        assert.equal(last['transition'], customOperation.name);
        assert.equal(last['from'], stateOf(sample, body));
        assert.equal(last['to'], customOperation.to);
        assert.equal(last['at'], made.body['updatedAt']);
        const taken = { ...customOperation.defaults, ...customOperation.input };
        const input = Object.entries(taken).filter(
          ([name]) => !customOperation.notInHistory.includes(name),
        );
        assert.deepEqual(last['input'], input.length === 0 ? null : Object.fromEntries(input));
        const one = await send('GET', `${path}/transitions/${String(last['id'])}`);
        assert.deepEqual(one.body, last);
      }
    });

    test(
      'C-091 C-092 C-093 what is possible now is linked to, alone and in lists',
      linking,
      async () => {
        for await (const each of ready(service, leading)) {
          const { customOperation } = each;
          const before = await linkedCustomOperations(each, 'alone');
          assert.ok(
            before.every((names) => names.includes(customOperation.name)),
            customOperation.name,
          );
          const made = await perform(service, each);
          assert.equal(made.status, 200, made.text);
          const after = await linkedCustomOperations(each, 'alone');
          assert.ok(
            after.every((names) => !names.includes(customOperation.name)),
            customOperation.name,
          );
          for (const names of after) assert.deepEqual(names, after[0]);
          if (each.sample.methods.includes('list')) {
            assert.deepEqual(await linkedCustomOperations(each, 'listed'), after);
          }
        }
        for (const each of refusable) {
          for (const change of each.customOperation.failing) {
            const path = await arrived(service, each, change);
            const names = await linkedCustomOperations({ sample: each.sample, path }, 'alone');
            const isMendable = 'mended' in change;
            assert.ok(
              names.every((found) => found.includes(each.customOperation.name) === isMendable),
              each.customOperation.name,
            );
          }
        }
      },
    );

    /** Names of what one resource is shown to permit, by each representation with links. */
    async function linkedCustomOperations(
      { sample, path }: { readonly sample: ResourceSample; readonly path: string },
      how: 'alone' | 'listed',
    ): Promise<string[][]> {
      const collection = path.slice(0, path.lastIndexOf('/'));
      const listed = how === 'alone' ? [] : await allItems(send, sample, collection);
      const position = listed.findIndex(({ id }) => path.endsWith(`/${String(id)}`));
      const page = Math.floor(position / sample.maxSize) + 1;
      const shown = (number: string, size: string) =>
        how === 'alone'
          ? path
          : `${collection}?${size}=${String(sample.maxSize)}&${number}=${String(page)}`;
      const names = (sample.customOperations ?? []).map(({ name }) => name);
      const found: string[][] = [];
      if (representations.includes('hal')) {
        const { body: hal } = await send('GET', shown('page', 'size'), {
          headers: { accept: 'application/hal+json' },
        });
        const [embedded] = Object.values(
          (hal['_embedded'] ?? {}) as Readonly<Record<string, readonly Json[]>>,
        );
        const one = embedded?.find((each) => path.endsWith(`/${String(each['id'])}`)) ?? hal;
        const links = one['_links'] as Readonly<Record<string, { readonly href: string }>>;
        found.push(
          names.filter((name) => links[`rel:${name}`]?.href === linked(`${path}/${name}`)),
        );
      }
      if (representations.includes('json-api')) {
        const { body: document } = await send('GET', shown('page[number]', 'page[size]'), {
          headers: { accept: 'application/vnd.api+json' },
        });
        const objects = [document['data']].flat() as readonly {
          readonly id: string;
          readonly links: Readonly<Record<string, unknown>>;
        }[];
        const object = objects.find((each) => path.endsWith(`/${each.id}`));
        found.push(
          names.filter((name) => {
            const link = object?.links[name] as
              { href: string; meta: { method: string } } | undefined;
            return link?.href === linked(`${path}/${name}`) && link.meta.method === 'POST';
          }),
        );
      }
      if (representations.includes('html')) {
        const { text } = await send('GET', shown('page', 'size'), {
          headers: { accept: 'text/html' },
        });
        found.push(
          names.filter((name) => text.includes(`<code>POST ${linked(`${path}/${name}`)}</code>`)),
        );
      }
      return found;
    }
  });
}
