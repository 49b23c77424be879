import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { pascalCase } from '../../../../src/runtime/states/names.ts';
import { valuesOf } from '../arbitraries.ts';
import type { FrozenMachine, FrozenResource, FrozenTransition, Members, Method } from './frozen.ts';
import {
  forAll,
  headersOf,
  isEmpty,
  membersOf,
  newestRows,
  requiredOf,
  usualRow,
  type NewestRow,
  type Proving,
} from './proving.ts';
import { withRules } from './with-rules.ts';

const ofCollection: Readonly<Record<string, Method>> = { GET: 'list', POST: 'create' };
const ofOne: Readonly<Record<string, Method>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

function had(verbs: Readonly<Record<string, Method>>, methods: readonly Method[]): string[] {
  return Object.entries(verbs)
    .filter(([, method]) => methods.includes(method))
    .map(([verb]) => verb)
    .toSorted();
}

/** Methods, transitions and actions: those that there were, under their names, and no others. */
export function proveCustomOperations(resource: FrozenResource, proving: () => Proving): void {
  const { name, offered: methods, isOpen } = resource;
  const machine = openMachine(resource);
  const actions = resource.actions.filter(isOpen);

  /** A new one, as the version names its address. */
  async function fresh(row?: NewestRow): Promise<string> {
    const path = await proving().keep(resource, row ?? usualRow(resource, proving()));
    const cut = path.lastIndexOf('/');
    return resource.collection(path.slice(0, cut)) + path.slice(cut);
  }

  test(`${name}: it offers the methods that it offered`, async () => {
    const { service } = proving();
    const one = await fresh();
    const offered = async (path: string) => {
      const { headers } = await service.request('OPTIONS', path);
      const allow = (headers.get('allow') ?? '').split(', ').filter((each) => each !== '');
      return allow.filter((each) => each !== 'HEAD' && each !== 'OPTIONS').toSorted();
    };
    const collection = one.slice(0, one.lastIndexOf('/'));
    assert.deepEqual(await offered(collection), had(ofCollection, methods));
    assert.deepEqual(await offered(one), had(ofOne, methods));
  });

  const known = new Set(Object.keys(resource.inputs));
  for (const { name: customOperation, input } of resource.newest.customOperations ?? []) {
    if (known.has(customOperation)) continue;
    test(`${name}: ${customOperation}, which this version did not have, is not offered`, async () => {
      const { status } = await proving().service.request(
        'POST',
        `${await fresh()}/${customOperation}`,
        {
          body: input,
        },
      );
      assert.equal(status, 404);
    });
  }

  for (const [customOperation] of reachable(machine)) {
    test(`${name}: ${customOperation} leads where it led, and is shown so`, async (t) => {
      const { ask, frozen, input: complete } = proving();
      assert.ok(machine !== undefined);
      const { to, input, isConditional } = transitionOf(machine, customOperation);
      const state = resource.newest.machine?.field;
      const inputs = valuesOf(
        resource.request('POST', customOperation),
        frozen.follow,
      ) as fc.Arbitrary<Members>;
      let led = 0;
      const leads = async (chosen: Members, row?: NewestRow) => {
        const given = await complete(resource, customOperation, chosen);
        const address = await fresh(row);
        if (!(await walk(address, machine, customOperation))) return;
        const answer = await ask('POST', `${address}/${customOperation}`, { body: given });
        // A condition is about what the row is, which is random.
        if (answer.body['code'] === 'guard-not-met') return;
        led += 1;
        // The answer is empty for a caller without the right to read. A resource without a read has no such right.
        assert.equal(answer.status, resource.newest.isShown ? 200 : 204, answer.text);
        if (answer.status === 204) return;
        if (!resource.lossy.has(machine.field)) assert.equal(answer.body[machine.field], to);
        for (const member of Object.keys(input)) {
          if (!(member in given) || resource.fields[member]?.writeOnly !== false) continue;
          assert.deepEqual(answer.body[member], given[member], member);
        }
      };
      await forAll(inputs, (chosen) => leads(chosen), 4);
      if (led > 0) return;
      const rows = newestRows(resource, proving()).map((row) => ({
        ...row,
        // It begins where each one begins.
        set: Object.fromEntries(Object.entries(row.set).filter(([member]) => member !== state)),
      }));
      await forAll(fc.tuple(inputs, rows), ([chosen, row]) => leads(chosen, row));
      if (led === 0 && isConditional) t.skip('no row was made that meets its condition');
      else assert.ok(led > 0, 'it was refused');
    });
  }

  for (const customOperation of actions) {
    test(`${name}: ${customOperation} takes what it took`, async () => {
      const { ask, service, frozen, input: complete } = proving();
      // The document of the version does not know the answers of today.
      const isAsBefore = !resource.reanswered.includes(customOperation);
      const send = async (path: string, body: Members) =>
        isAsBefore
          ? ask('POST', path, { body })
          : service.request('POST', path, { body, headers: headersOf('POST', path) });
      await forAll(
        valuesOf(resource.request('POST', customOperation), frozen.follow) as fc.Arbitrary<Members>,
        async (chosen) => {
          const body = await complete(resource, customOperation, chosen);
          const answer = await send(`${await fresh()}/${customOperation}`, body);
          if (answer.body['code'] === 'guard-not-met') return;
          assert.ok(answer.status < 300, answer.text);
        },
        4,
      );
    });
  }

  for (const customOperation of [...reachable(machine).map(([each]) => each), ...actions]) {
    test(`${name}: rules get of ${customOperation} what they get of it now`, async () => {
      const { service, frozen, newestOf, input: complete } = proving();
      const newest = newestOf(resource);
      const { customOperations = [], path } = resource.newest;
      const got: { readonly name: string; readonly input: unknown }[] = [];
      const names = [
        ...customOperations.map(({ name: each }) => each),
        ...resource.formerCustomOperations,
      ];
      const listening = names.map((each) => [
        `before${pascalCase(each)}`,
        (_: object, __: object, input: unknown) => {
          got.push({ name: each, input });
        },
      ]);
      const schema = resource.request('POST', customOperation);
      const required = requiredOf(schema);
      const least = {
        ...schema,
        properties: membersOf(schema, (member) => required.includes(member)),
      };
      await withRules(service, resource.rules, Object.fromEntries(listening), async (request) => {
        const holds = async (chosen: Members) => {
          const body = await complete(resource, customOperation, chosen);
          const address = `${await fresh()}/${customOperation}`;
          if (machine !== undefined && !actions.includes(customOperation)) {
            if (
              !(await walk(address.slice(0, -customOperation.length - 1), machine, customOperation))
            )
              return;
          }
          got.length = 0;
          const headers = headersOf('POST', address);
          const answer = await request('POST', address, { body, headers });
          // What is done later is done by another service.
          if (answer.body['code'] === 'guard-not-met' || answer.status === 202) return;
          assert.ok(answer.status < 300, answer.text);
          assert.equal(got.length, 1);
          for (const { name: each, input } of got) {
            // No document of the newest version says what it would take.
            if (resource.formerCustomOperations.includes(each)) continue;
            const now = newest.request('POST', `${path}/{id}/${each}`);
            if (!isEmpty(now)) newest.checkShown(now, input, each);
          }
        };
        await forAll(valuesOf(schema, frozen.follow) as fc.Arbitrary<Members>, holds, 4);
        if (!isEmpty(schema))
          await forAll(valuesOf(least, frozen.follow) as fc.Arbitrary<Members>, holds, 1);
      });
    });
  }

  /** Brings it into a state from which something is possible. */
  async function walk(
    address: string,
    within: FrozenMachine,
    customOperation: string,
  ): Promise<boolean> {
    const { ask, frozen, input: complete } = proving();
    for (const step of wayTo(within, customOperation)) {
      let body: Members = {};
      await forAll(
        valuesOf(resource.request('POST', step), frozen.follow) as fc.Arbitrary<Members>,
        async (chosen) => {
          body = await complete(resource, step, chosen);
        },
        1,
      );
      if ((await ask('POST', `${address}/${step}`, { body })).status >= 300) return false;
    }
    return true;
  }
}

/** The states, with the transitions that somebody may ask for. */
export function openMachine({ machine, isOpen }: FrozenResource): FrozenMachine | undefined {
  if (machine === undefined) return undefined;
  const open = Object.entries(machine.transitions).filter(([name]) => isOpen(name));
  return { ...machine, transitions: Object.fromEntries(open) };
}

/** Transitions that clients can ask for, and bring a new one to. */
export function reachable(
  machine: FrozenMachine | undefined,
): readonly (readonly [name: string, transition: FrozenTransition])[] {
  return Object.entries(machine?.transitions ?? {}).filter(
    ([name, { after, at }]) =>
      after === undefined &&
      at === undefined &&
      machine !== undefined &&
      find(machine, name) !== undefined,
  );
}

/** The shortest way from the first state to one that a transition leads from. */
function wayTo(machine: FrozenMachine, customOperation: string): readonly string[] {
  return find(machine, customOperation) ?? [];
}

function find(machine: FrozenMachine, customOperation: string): readonly string[] | undefined {
  const { from } = transitionOf(machine, customOperation);
  const ways: { readonly state: string; readonly way: readonly string[] }[] = [
    { state: machine.initial, way: [] },
  ];
  const seen = new Set([machine.initial]);
  for (const { state, way } of ways) {
    if (from.includes(state)) return way;
    for (const [name, each] of Object.entries(machine.transitions)) {
      const isAsked = each.after === undefined && each.at === undefined;
      if (!isAsked || !each.from.includes(state) || seen.has(each.to)) continue;
      seen.add(each.to);
      ways.push({ state: each.to, way: [...way, name] });
    }
  }
  return undefined;
}

function transitionOf(machine: FrozenMachine, customOperation: string) {
  const found = machine.transitions[customOperation];
  assert.ok(found !== undefined, customOperation);
  return found;
}
