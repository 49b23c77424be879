import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../contract.ts';
import { Problem } from '../../../../src/runtime/errors/problem.ts';
import type { ResourceRules } from '../../../../src/runtime/resources/rules.ts';
import type { TestAnswer } from '../client.ts';
import type { DeclaredVersion, Frozen, FrozenResource } from './frozen.ts';
import type { Proving } from './proving.ts';
import { withRules } from './with-rules.ts';

type Reading = NonNullable<ResourceRules<object, object, object>['beforeRead']>;

/** What only rules decide: they refuse with problems, and ask for behaviours. Here they do so whenever something is read. */
export function proveFacts(
  { lacks, problems }: DeclaredVersion,
  { errors, resources }: Frozen,
  proving: () => Proving,
): void {
  const resource = resources.find(
    ({ methods, newest }) => methods.includes('read') && newest.methods.includes('read'),
  );
  if (resource === undefined) return;

  for (const [code, { status }] of Object.entries(errors)) {
    const type = catalogue.get(problems[code] ?? code);
    if (type === undefined) continue;
    test(`${code} has the code and the status that it had`, async () => {
      const answer = await readBy(resource, () => {
        throw new Problem(type);
      });
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.body['code'], code, answer.text);
    });
  }

  for (const behaviour of lacks) {
    test(`its clients do not have the behaviour ${behaviour}, which came later`, async () => {
      const said: boolean[] = [];
      const answer = await readBy(resource, (_, context) => {
        said.push(context.behaves(behaviour));
      });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(said, [false]);
    });
  }

  /** Reads one, as clients of the version do, where this rule is asked. */
  async function readBy(read: FrozenResource, beforeRead: Reading): Promise<TestAnswer> {
    const { service, keep } = proving();
    const newest = await keep(read, { body: read.newest.bodies[0], set: {} });
    const cut = newest.lastIndexOf('/');
    const address = read.collection(newest.slice(0, cut)) + newest.slice(cut);
    return withRules(service, read.rules, { beforeRead }, (request) => request('GET', address));
  }
}
