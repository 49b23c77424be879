import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { everything, testClientName } from '../../../contract.ts';
import type { Granted } from '../../../../src/runtime/authentication/caller.ts';
import { valuesOf } from '../arbitraries.ts';
import { allGrants, granting, isByName } from '../callers.ts';
import { placesOf, type TestAnswer } from '../client.ts';
import { usual } from '../credentials.ts';
import type { AttributeSample } from '../sample.ts';
import type { Frozen, FrozenResource, Members } from './frozen.ts';
import { headersOf, type Proving } from './proving.ts';
import { sendable } from './shapes.ts';

/** What claims said in this version, and say only for its clients now: that these set nothing else, and without the claim nothing. */
export function proveClaims({ resources }: Frozen, proving: () => Proving): void {
  for (const resource of resources) proveClaimsOf(resource, proving);
}

function proveClaimsOf(resource: FrozenResource, proving: () => Proving): void {
  const { name, methods, newest, formerRules, fields, unwritable } = resource;
  const hasNames = [...newest.attributes, ...formerRules].some(isByName);
  // Of one name there are few keys.
  if (hasNames && usual === 'api-key') return;
  let made = 0;
  for (const rule of formerRules) {
    const { member, claim, own, other } = rule;
    const isSent = !unwritable.has(member) && fields[member]?.readOnly === false;

    if (methods.includes('create') && isSent && other !== undefined) {
      test(`${name}: ${member} of a new one is what the claims of its caller say`, async (t) => {
        const { collection, body } = await valid();
        const send = await caller(rule, { [claim]: String(own) });
        const made = await send('POST', collection, { ...body, [member]: own });
        if (isNotPermitted(made)) {
          t.skip('without the grants that exempt from the rule nothing can be created');
          return;
        }
        assertRefused(await send('POST', collection, { ...body, [member]: other }));
      });
    }

    if (methods.includes('create') && !isByName(rule)) {
      test(`${name}: without the claim for ${member} none is created`, async () => {
        const { collection, body } = await valid();
        const send = await caller(rule, {});
        const { [member]: _, ...rest } = body;
        for (const each of isSent ? [rest, { ...rest, [member]: own }] : [rest]) {
          const answer = await send('POST', collection, each);
          assert.equal(answer.status, 403, answer.text);
        }
      });
    }

    const isImmutable = fields[member]?.immutable === true;
    if (methods.includes('update') && isSent && !isImmutable && other !== undefined) {
      test(`${name}: ${member} is not changed to what the claims of its caller do not say`, async (t) => {
        const { stored } = proving();
        const { address, path } = await kept();
        const send = await caller(rule, { [claim]: String(own) });
        const mine = await send('PATCH', path, { [member]: own });
        if (isNotPermitted(mine)) {
          t.skip('without the grants that exempt from the rule nothing can be changed');
          return;
        }
        const before = await stored(resource, address);
        assertRefused(await send('PATCH', path, { [member]: other }));
        assert.deepEqual(await stored(resource, address), before);
      });
    }

    if (['read', 'replace'].every((each) => methods.some((method) => method === each))) {
      test(`${name}: ${member} stays what it is where PUT leaves it out`, async () => {
        const { ask, stored } = proving();
        const { address, path } = await kept();
        const before = await stored(resource, address);
        const { body: seen } = await ask('GET', path);
        const { [member]: _, ...rest } = sendable(resource, seen);
        const answer = await ask('PUT', path, { body: rest });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(await stored(resource, address), before);
      });
    }

    for (const customOperation of customOperationsThatSet(member)) {
      if (other === undefined) break;
      test(`${name}: ${customOperation} sets ${member} to nothing that the claims of its caller do not say`, async (t) => {
        const { frozen, input, stored } = proving();
        const { address, path } = await kept();
        const schema = { ...resource.request('POST', customOperation), required: [member] };
        const values = valuesOf(schema, frozen.follow) as fc.Arbitrary<Members>;
        const [chosen = {}] = fc.sample(values, { numRuns: 1, seed: 3 });
        const given = await input(resource, customOperation, chosen);
        const send = await caller(rule, { [claim]: String(own) });
        const before = await stored(resource, address);
        const answer = await send('POST', `${path}/${customOperation}`, {
          ...given,
          [member]: other,
        });
        if (isNotPermitted(answer)) {
          t.skip('without the grants that exempt from the rule it cannot be asked for');
          return;
        }
        assertRefused(answer);
        assert.deepEqual(await stored(resource, address), before);
      });
    }

    function assertRefused(answer: TestAnswer): void {
      assert.equal(answer.status, 403, answer.text);
      assert.deepEqual(placesOf(answer), [`/${member}`], answer.text);
    }
  }

  /** What is possible at first, and sets a member. */
  function customOperationsThatSet(member: string): string[] {
    const { machine, actions, inputs, isOpen } = resource;
    const first = Object.entries(machine?.transitions ?? {})
      .filter(([, { from, after, at }]) => {
        const isAsked = after === undefined && at === undefined;
        return isAsked && machine !== undefined && from.includes(machine.initial);
      })
      .map(([customOperation]) => customOperation);
    return [...first, ...actions].filter(
      (customOperation) =>
        isOpen(customOperation) && Object.hasOwn(inputs[customOperation] ?? {}, member),
    );
  }

  /** One that is there, at its address in the newest version and in this one. */
  async function kept(): Promise<{ readonly address: string; readonly path: string }> {
    const { keep } = proving();
    const address = await keep(resource, { body: resource.newest.bodies[0], set: {} });
    const cut = address.lastIndexOf('/');
    return { address, path: resource.collection(address.slice(0, cut)) + address.slice(cut) };
  }

  /** A body that could be sent, and where. */
  async function valid(): Promise<{ readonly collection: string; readonly body: Members }> {
    const { make, frozen, body } = proving();
    const values = valuesOf(resource.request('POST'), frozen.follow) as fc.Arbitrary<Members>;
    const [chosen = {}] = fc.sample(values, { numRuns: 1, seed: 3 });
    const collection = resource.collection(await make.collection(resource.newest));
    return { collection, body: await body(resource, chosen) };
  }

  /** Requests of a client for which the rule counts, with this said of its claim. */
  async function caller({ claim, unless }: AttributeSample, claims: Granted['claims']) {
    const { service, frozen } = proving();
    const { [claim]: _, ...others } = everything.claims;
    const granted = {
      ...granting(allGrants.filter((grant) => !unless.includes(grant))),
      claims: { ...others, ...claims },
    };
    made += 1;
    const client = hasNames ? testClientName : `claims ${String(made)}`;
    const credential = await service.credentials.of(client, usual, granted);
    return async (method: string, path: string, body: Members): Promise<TestAnswer> => {
      const headers = { ...headersOf(method, path), ...credential };
      const answer = await service.anonymous(method, path, { body, headers });
      if (answer.text !== '') frozen.check(method, path, answer.status, answer.body);
      return answer;
    };
  }
}

/** Whether a caller may not do it at all, whatever it sends. */
function isNotPermitted(answer: TestAnswer): boolean {
  return answer.status === 403 && placesOf(answer).length === 0;
}
