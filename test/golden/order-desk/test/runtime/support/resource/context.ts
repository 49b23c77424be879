import assert from 'node:assert/strict';
import { samples } from '../../../contract.ts';
import type { SystemMembers } from '../../../../src/runtime/resources/members.ts';
import type { TestAnswer, TestRequest } from '../client.ts';
import type { Factory } from '../factory.ts';
import type { Json, ResourceSample } from '../sample.ts';

/** An identifier that no resource has. */
export const unknownId = '01890000-0000-7000-8000-000000000000';

/** One kind of resource under test, once its service runs. */
export interface ResourceContext {
  readonly sample: ResourceSample;
  readonly make: Factory;
  /** Address of a collection whose parents exist. */
  readonly collection: string;
  readonly newId: () => string;
  send(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
}

/** What a group of tests is given: the context is there when a test runs. */
export interface ResourceTests {
  readonly sample: ResourceSample;
  context(): ResourceContext;
}

type Method = ResourceSample['methods'][number];

export function offers({ methods }: ResourceSample, ...needed: readonly Method[]): boolean {
  return needed.every((method) => methods.includes(method));
}

export function addressOf(
  { collection }: ResourceContext,
  { id }: Pick<SystemMembers, 'id'>,
): string {
  return `${collection}/${id}`;
}

/**
 * The identifier of something that a member can refer to, though it need not.
 *
 * @param count how many of the sample a test makes besides: unique members may leave no room for another one
 * @returns undefined where there is no room, and for a member that is no reference
 */
export async function referable(
  { sample, make }: ResourceContext,
  name: string,
  count: number,
): Promise<string | undefined> {
  const target = samples.find(({ idParameter }) => idParameter === sample.targets[name]);
  if (target === undefined) return undefined;
  if (!needs(target, sample)) return make.target(target);
  const hasRoom = sample.room === 'unlimited' || sample.room > count;
  return hasRoom ? (await make.insert(target)).id : undefined;
}

/** Whether it is one of the kind, or cannot be made without one. */
function needs(target: ResourceSample, sample: ResourceSample): boolean {
  const { parent, requiredReferences } = target;
  const around = [...(parent === undefined ? [] : [parent]), ...Object.values(requiredReferences)];
  return target === sample || around.some((each) => needs(each, sample));
}

/** Answers show what is stored, where anybody is granted to read it. */
export function assertAnswers(
  sample: ResourceSample,
  { status, body, text }: TestAnswer,
  said: Json,
): void {
  assert.equal(status, sample.isShown ? 200 : 204, text);
  if (sample.isShown) assertShows(sample, body, said);
}

/** What is shown is what the body said, but for members that are only written. */
export function assertShows({ writeOnly }: ResourceSample, shown: Json, body: Json): void {
  for (const [name, value] of Object.entries(body)) {
    if (writeOnly.includes(name)) assert.ok(!(name in shown), `${name} is never shown`);
    else assert.deepEqual(shown[name], value, name);
  }
}

export interface List {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly page: Json;
  readonly links: Json;
}

/** Of which there can be so many at once; or why a test of it cannot run. */
export function holds(
  { room }: ResourceSample,
  count: number,
): { readonly skip: boolean | string } {
  if (room === 'unlimited' || room >= count) return { skip: false };
  return {
    skip: `it takes ${String(count)} at once, and unique members leave room for ${String(room)}`,
  };
}

export function listOf({ body }: TestAnswer): List {
  return body as object as List;
}
